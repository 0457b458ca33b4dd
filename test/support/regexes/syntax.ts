/** The syntax of regular expressions, as far as it says what a search reads. */
import { type AST, RegExpParser } from '@eslint-community/regexpp';
import type { Atom } from './symbols.ts';

const parser = new RegExpParser({ ecmaVersion: 2025 });

/** Throws if the syntax is none. */
export function parse(source: string, flags: string): AST.Pattern {
  return parser.parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
}

/** True if what it reads is of bounded length, look-around included. */
export function isBounded(node: AST.Alternative | AST.Element): boolean {
  switch (node.type) {
    case 'Quantifier':
      return node.max !== Number.POSITIVE_INFINITY && isBounded(node.element);
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives.every(isBounded);
    case 'Alternative':
      return node.elements.every(isBounded);
    case 'Assertion':
      return 'alternatives' in node ? node.alternatives.every(isBounded) : true;
    case 'Backreference':
      return [node.resolved].flat().every((group) => isBounded(group));
    default:
      return true;
  }
}

/** Every single character or class in it. */
export function atomsOf(element: AST.Element): Atom[] {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return element.alternatives.flatMap(({ elements }) => elements.flatMap(atomsOf));
    case 'Quantifier':
      return atomsOf(element.element);
    case 'Assertion':
      return 'alternatives' in element ? element.alternatives.flatMap(({ elements }) => elements.flatMap(atomsOf)) : [];
    case 'Backreference':
      return [];
    default:
      return [element];
  }
}

export function isAtom(element: AST.Element): element is Atom {
  return ['Character', 'CharacterSet', 'CharacterClass', 'ExpressionCharacterClass'].includes(element.type);
}

/** An element, and how often it is read if not as often as it says. */
export interface Read {
  element: AST.Element;
  times: number;
}

/**
 * Without what stands at the end and can't fail (`\w*(?:-\w+)*`): it reads what then belongs to the match, and a search that
 * goes on does so behind it. Of `\w+`, one `\w` stays.
 */
export function withoutEnd(elements: readonly AST.Element[]): Read[] {
  const rest = [...elements];
  for (let last = rest.at(-1); last !== undefined && canNotFail(last); last = rest.at(-1)) rest.pop();
  const last = rest.at(-1);
  const reads = rest.map((element) => ({ element, times: 1 }));
  if (last === undefined) return reads;
  if (isGroup(last) && last.alternatives.length === 1)
    return withoutEnd([...rest.slice(0, -1), ...last.alternatives[0]!.elements]);
  if (last.type !== 'Quantifier' || !last.greedy || !decides(last)) return reads;
  if (last.min === 1 && isGroup(last.element) && last.element.alternatives.length === 1)
    return withoutEnd([...rest.slice(0, -1), ...last.element.alternatives[0]!.elements]);
  return [...reads.slice(0, -1), { element: last.element, times: last.min }];
}

function isGroup(element: AST.Element): element is AST.Group | AST.CapturingGroup {
  return element.type === 'Group' || element.type === 'CapturingGroup';
}

/** True if it either fails after a bounded number of characters, or matches all that it has read. */
function decides(element: AST.Element): boolean {
  if (isBounded(element)) return !(element.type === 'Quantifier' && !element.greedy);
  switch (element.type) {
    case 'Quantifier':
      // One that must match twice could fail the second time, after having read a long first one.
      return element.greedy && (isBounded(element.element) || (element.min <= 1 && decides(element.element)));
    case 'Group':
    case 'CapturingGroup':
      return element.alternatives.every(({ elements }) => {
        const unbounded = elements.findIndex((inner) => !isBounded(inner));
        return elements.every(decides) && (unbounded === -1 || elements.slice(unbounded + 1).every(canNotFail));
      });
    default:
      return false;
  }
}

function canNotFail(element: AST.Element): boolean {
  return element.type === 'Quantifier' && element.min === 0 && element.greedy && decides(element);
}
