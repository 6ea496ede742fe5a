// @ts-check

/** What the service or the rules refuse, or that the service could not. */
export class Refusal extends Error {
  /** @param {number} status @param {string} words @param {any} [problem] The answer, where it says what is wrong. */
  constructor(status, words, problem = null) {
    super(words);
    this.status = status;
    this.problem = problem;
  }

  /** Whether it is over without anybody doing anything: the service is busy, or on its way back. */
  get passing() {
    return this.status === 429 || this.status >= 500;
  }
}

/** Nobody could be reached: there is no way to the service, and nothing on this phone that could answer. */
export class OffLine extends Error {}

/**
 * What a request or an import brings.
 * @template T
 * @param {Promise<T>} asked @returns {Promise<T>} @throws {OffLine} Nobody could be reached.
 */
export const reached = (asked) =>
  asked.catch((error) => {
    throw error instanceof TypeError ? new OffLine(String(error)) : error;
  });

/** Whether an error is the service's last word: neither is it busy, nor out of reach. @param {unknown} error */
export const final = (error) => error instanceof Refusal && !error.passing;
