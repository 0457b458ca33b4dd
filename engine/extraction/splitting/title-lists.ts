/** Lists of names with small words in them, which only their capitals mark: "the Tour de Lys, Giro d'Orsa, and Volta a Mira". */
import { startsWithCapital } from '#engine/language/letters.ts';
import type { Word } from '../grammar/parse.ts';
import { joinedMembers, type Member } from './members.ts';
import { nameEnd } from './named-kind.ts';

/** The names from `from` on and the index after the last; null unless they are two or more with "and" before the last. */
export function joinedNames(view: readonly Word[], from: number): { members: Member[]; end: number } | null {
  return joinedMembers(view, from, nameEnd) ?? titles(view, from, LOOSE);
}

/** Three or more names with commas between them, up to the end of the words; null if one doesn't look like a name. */
export function titles(view: readonly Word[], from: number, small = SMALL): { members: Member[]; end: number } | null {
  const members = separated(view, from);
  if (members === null || members.length < 3) return null;
  const parts = members.map((member) => view.slice(member.from, member.to));
  const isInName = view[from - 1]?.lower === 'of' && view[from - 2]?.pos === 'PROPN';
  if (isInName || !parts.every((part) => isTitle(part, small)) || isOneOffice(parts)) return null;
  return { members, end: view.length };
}

/** What stands between commas from `from` to the end, and behind the last "and"; null without such an "and". */
function separated(view: readonly Word[], from: number): Member[] | null {
  const members: Member[] = [];
  let start = from;
  let depth = 0;
  for (let i = from; i < view.length; i++) {
    const { text } = view[i]!;
    if (/^[([“]$/u.test(text)) depth++;
    if (/^[)\]”]$/u.test(text)) depth--;
    if (text !== ',' || depth > 0) continue;
    members.push({ from: start, to: i });
    start = i + 1;
  }
  if (members.length === 0 || start >= view.length) return null;
  const last = lastMembers(view, start, members);
  return last === null ? null : [...members, ...last];
}

/** Behind the last comma: "and the Isle Rovers", "Marrow and Fen"; null if no single "and" stands there. */
function lastMembers(view: readonly Word[], from: number, before: Member[]): Member[] | null {
  if (view[from]!.lower === 'and') return [{ from: from + 1, to: view.length }];
  // "…, and most recently, the Isle Rovers"
  const previous = before.at(-1)!;
  const isAdverb = view
    .slice(previous.from + 1, previous.to)
    .every(({ pos, lower }) => pos === 'ADV' || /^(?:most|more)$/u.test(lower));
  if (view[previous.from]!.lower === 'and' && isAdverb && before.length > 1) {
    before.pop();
    return [{ from, to: view.length }];
  }
  const joints = view.flatMap(({ lower }, i) => (i > from && lower === 'and' ? [i] : []));
  if (joints.length !== 1) return null;
  return [
    { from, to: joints[0]! },
    { from: joints[0]! + 1, to: view.length },
  ];
}

const SMALL = /^(?:of|the|a|an|and|in|to|de|del|della|di|da|du|des|la|le|el|al|van|von|der|den|y|&|-|–|'s|’s|'|’)$/u;

/** Behind "films such as", nothing but names follows: "Last Dance for Two", "What We Do at Night". */
const LOOSE =
  /^(?:of|the|a|an|and|in|to|for|with|at|on|from|by|de|del|della|di|da|du|des|la|le|el|al|van|von|der|den|y|&|-|–|'s|’s|'|’)$/u;

/** True for "the Tour de Lys", "BBC Radio 5 Live", "“Old Marrow” (1997)": capitals, figures and small words between them. */
function isTitle(part: readonly Word[], small: RegExp): boolean {
  const opened = part[0]?.lower === 'the' ? part.slice(1) : part;
  const body = opened.filter(({ text }) => !/^["“”‘’'([\])]$/u.test(text));
  const [first] = body;
  const last = body.at(-1);
  if (first === undefined || !startsWithCapital(first.text)) return false;
  const isName = ({ text, pos }: Word) => startsWithCapital(text) || pos === 'NUM' || /^\p{L}['’]\p{Lu}/u.test(text);
  return isName(last!) && body.every((word) => isName(word) || small.test(word.lower)) && isClosed(opened);
}

function isClosed(part: readonly Word[]): boolean {
  const quotes = part.filter(({ text }) => text === '"').length;
  const open = part.filter(({ text }) => /^[(“[]$/u.test(text)).length;
  return quotes % 2 === 0 && open === part.filter(({ text }) => /^[)”\]]$/u.test(text)).length;
}

/** "the Department of Health, Education, and Welfare" is one; so is "Smith, Jones, and Partners". */
function isOneOffice(parts: readonly (readonly Word[])[]): boolean {
  const hasOf = parts[0]!.some(({ lower }) => lower === 'of' || lower === 'for');
  const areSingle = parts.slice(1).every((part) => part.length === 1);
  return (hasOf && areSingle) || /^(?:sons|partners|associates|company|co)$/u.test(parts.at(-1)!.at(-1)!.lower);
}
