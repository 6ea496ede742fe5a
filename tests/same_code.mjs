// Reads {path: text} and writes {path: tree}: the syntax trees of JavaScript files, as tests/same_code.py compares them.
import { readFileSync } from "node:fs";
import ts from "typescript";

const KIND = ts.SyntaxKind;
const ASIDE = new Set(
  ["pos", "end", "parent", "flags", "kind", "id", "text", "jsDoc", "transformFlags", "modifierFlagsCache"].concat([
    ...["symbol", "locals", "nextContainer", "localSymbol", "flowNode", "endFlowNode", "emitNode", "original"],
    ...["hasExtendedUnicodeEscape", "singleQuote", "rawText", "templateFlags", "hasTrailingComma", "multiLine"],
    ...["isUnterminated", "numericLiteralFlags", "literal", "head", "templateSpans", "endOfFileToken", "jsDocCache"],
  ]),
);
const last = (node) => node?.name?.text ?? node?.text ?? "";

/** Nodes as [kind, line, name, text, parts]; a text is of strings and templates alone. */
function tree(node, file) {
  const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
  const go = (each) => tree(each, file);
  if (ts.isParenthesizedExpression(node)) return go(node.expression);
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return ["string", line, "", node.text, []];
  if (ts.isTemplateExpression(node)) {
    const text = node.templateSpans.reduce((so_far, span) => `${so_far}\0${span.literal.text}`, node.head.text);
    return ["string", line, "", text, node.templateSpans.map((span) => go(span.expression))];
  }
  if (ts.isExpressionStatement(node) && ts.isStringLiteral(node.expression)) return ["directive", line, "", null, [node.expression.text]];
  const parts = Object.keys(node)
    .filter((name) => !ASIDE.has(name) && node[name] !== undefined && typeof node[name] !== "function")
    .sort()
    .map((name) => {
      const value = node[name];
      if (Array.isArray(value)) return [`.${name}`, 0, "", null, value.map(go)];
      return [`.${name}`, 0, "", null, [typeof value === "object" && "kind" in value ? go(value) : value]];
    });
  if (node.text !== undefined && node.kind !== KIND.SourceFile) parts.push(node.text);
  if (ts.isTaggedTemplateExpression(node)) parts.push(node.template.getText(file));
  if (ts.isVariableDeclarationList(node)) parts.push(node.flags & ts.NodeFlags.BlockScoped);
  const called = ts.isCallExpression(node) || ts.isNewExpression(node);
  const kind = called ? "Call" : ts.isPropertyAssignment(node) ? "entry" : KIND[node.kind];
  return [kind, line, called ? last(node.expression) : last(node), null, parts];
}

const files = JSON.parse(readFileSync(0, "utf8"));
const trees = Object.entries(files).map(([path, text]) => {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS);
  if (file.parseDiagnostics.length) throw new Error(`${path}: ${file.parseDiagnostics[0].messageText}`);
  return [path, ["file", 1, "", null, file.statements.map((each) => tree(each, file))]];
});
process.stdout.write(JSON.stringify(Object.fromEntries(trees)));
