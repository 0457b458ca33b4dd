/** Every regular expression of the product: literals by their source text, composed ones as they are once loaded. */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import ts from 'typescript';
import { composedRegExps } from '#common/composed-regexps.ts';

/** Every folder is the product's but these, so that a new one is looked at without being named here. */
const NOT_THE_PRODUCT = new Set([
  'bench',
  'data',
  'dist',
  'docs',
  'eval',
  'examples',
  'node_modules',
  'scripts',
  'test',
]);
const ROOT = resolve(import.meta.dirname, '../../..');
/** The one file that makes them of strings. */
const MAKER = 'common/composed-regexps.ts';

export interface ProductRegex {
  source: string;
  flags: string;
  /** `file:line` of a literal; of a composed one the file that was loaded when it was made. */
  where: string;
}

interface Found {
  literals: ProductRegex[];
  /** Files that compose some. */
  composing: string[];
  /** `file:line` of every other way to make one, which nothing could check. */
  unchecked: string[];
}

function productFiles(): string[] {
  const folders = readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !NOT_THE_PRODUCT.has(entry.name))
    .map(({ name }) => name);
  return globSync(`{${folders.join(',')}}/**/*.{ts,mjs}`, { cwd: ROOT }).sort();
}

/** Reads the product's source text. */
export function scanProduct(): Found {
  const found: Found = { literals: [], composing: [], unchecked: [] };
  for (const file of productFiles()) {
    const text = readFileSync(resolve(ROOT, file), 'utf8');
    scanFile(file.replaceAll('\\', '/'), text, found);
  }
  return found;
}

/** Adds what a file holds. */
export function scanFile(file: string, text: string, found: Found): void {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    const where = () => `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.literals.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1), where: where() });
    }
    if (file !== MAKER) {
      // Also `globalThis.RegExp`, and RegExp handed to something else.
      if (ts.isIdentifier(node) && node.text === 'RegExp' && !isType(node)) found.unchecked.push(where());
      if (ts.isCallExpression(node) && node.expression.getText() === 'composedRegExp') {
        if (isLate(node)) found.unchecked.push(where());
        else if (!found.composing.includes(file)) found.composing.push(file);
      }
      // A string becomes a regular expression here.
      if (isStringMatch(node)) found.unchecked.push(where());
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

/** Loads the files that compose regular expressions; returns all that they made. */
export async function composedBy(files: readonly string[]): Promise<ProductRegex[]> {
  const made: ProductRegex[] = [];
  for (const file of files) {
    const before = composedRegExps().length;
    await import(resolve(ROOT, file));
    const after = composedRegExps().slice(before);
    made.push(...after.map(({ source, flags }) => ({ source, flags, where: relative(ROOT, resolve(ROOT, file)) })));
  }
  return made;
}

function isType(node: ts.Identifier): boolean {
  for (let parent: ts.Node = node.parent; parent !== undefined; parent = parent.parent) {
    if (ts.isTypeNode(parent)) return true;
    if (ts.isExpression(parent) || ts.isStatement(parent)) break;
  }
  // `value instanceof RegExp` makes none.
  return ts.isBinaryExpression(node.parent) && node.parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword;
}

/** True in a function that may be called later; functions of `map` and `flatMap` are called at once. */
function isLate(node: ts.Node): boolean {
  for (let parent = node.parent; parent !== undefined; parent = parent.parent) {
    if (!ts.isFunctionLike(parent)) continue;
    const call = parent.parent;
    const isMapped =
      ts.isArrowFunction(parent) && ts.isCallExpression(call) && /\.(?:map|flatMap)$/.test(call.expression.getText());
    if (!isMapped) return true;
  }
  return false;
}

function isStringMatch(node: ts.Node): boolean {
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    ['match', 'matchAll', 'search'].includes(node.expression.name.text) &&
    node.arguments.length === 1 &&
    (ts.isStringLiteralLike(node.arguments[0]!) || ts.isTemplateExpression(node.arguments[0]!))
  );
}
