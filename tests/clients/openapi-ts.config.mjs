// How the client in TypeScript is generated: types of all that the contract has, and a function a call over fetch.
export default {
  input: process.env.CONTRACT,
  output: { path: process.env.GENERATED, module: { extension: ".js" } },
  plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
};
