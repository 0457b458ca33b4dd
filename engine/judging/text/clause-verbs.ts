/** The verbs of clauses: runs of words that make one predicate, as "has not yet been seen". */
import { isHyphen } from '#engine/language/hyphens.ts';
import type { Token } from '#engine/language/nlp.ts';
import { isVerbal } from '#engine/language/parts-of-speech.ts';

/** True for words that may occur inside a verb group: "has not yet been", "to", "also". */
function isInner(token: Token): boolean {
  return token.pos === 'ADV' || token.pos === 'PART' || token.lower === 'not' || token.lower === "n't";
}

/** "coming" of "coming-of-age", "written" of "a well-written play"; not "elected" of "was re-elected". */
function isInCompound(tokens: readonly Token[], at: number): boolean {
  if (isHyphen(tokens, at + 1)) return true;
  const next = tokens[at + 1]?.pos;
  return (
    isHyphen(tokens, at - 1) &&
    (next === 'NOUN' || next === 'PROPN' || next === 'ADJ') &&
    tokens[at - 2]!.lower.length > 2
  );
}

/** True for an adjectival participle before its noun ("a widely spoken language"), which is not a verb group. */
function isPrenominal(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]!;
  if (token.pos === 'VERB' && isInCompound(tokens, at)) return true;
  if (token.pos !== 'VERB' || token.lower === token.lemma || token.lower === `${token.lemma}s`) return false;
  const next = tokens[at + 1];
  if (next === undefined || (next.pos !== 'NOUN' && next.pos !== 'PROPN' && next.pos !== 'ADJ')) return false;
  let i = at - 1;
  while (i >= 0 && tokens[i]!.pos === 'ADV') i--;
  const before = tokens[i];
  return before !== undefined && (before.pos === 'DET' || before.pos === 'ADJ' || before.pos === 'ADP');
}

/** Token range. */
export interface ClauseVerb {
  start: number;
  end: number;
}

/** The verbs of clauses that begin in [from, to), in order. */
export function clauseVerbs(tokens: readonly Token[], from: number, to: number): ClauseVerb[] {
  const groups: ClauseVerb[] = [];
  for (let i = from; i < to; i++) {
    if (!isVerbal(tokens[i]!) || isPrenominal(tokens, i)) continue;
    let last = i;
    for (let j = i + 1; j < to && (isVerbal(tokens[j]!) || isInner(tokens[j]!)); j++) {
      if (isVerbal(tokens[j]!) && !isPrenominal(tokens, j)) last = j;
    }
    groups.push({ start: i, end: last + 1 });
    i = last;
  }
  return groups;
}

/** Token of the main verb; the copula if there is no other. */
export function headOf(tokens: readonly Token[], group: ClauseVerb): number {
  // "refuses to be an actress": the copula is the head.
  if (tokens[group.end - 1]!.lemma === 'be') return group.end - 1;
  for (let i = group.end - 1; i >= group.start; i--) if (tokens[i]!.pos === 'VERB') return i;
  return group.end - 1;
}

/** True for "was built by", "got lost", and "released in 1999 by Capitol". */
export function isPassive(tokens: readonly Token[], group: ClauseVerb, head: number): boolean {
  if (tokens[head]!.pos !== 'VERB' || tokens[head]!.lower.endsWith('ing')) return false;
  let after = head + 1;
  while (tokens[after]?.pos === 'ADV') after++;
  if (tokens[after]?.lower === 'by') return true;
  for (let i = group.start; i < head; i++) {
    if (tokens[i]!.lemma === 'be' || tokens[i]!.lemma === 'get') return true;
  }
  // "released in 1999 by Capitol": no object follows, and the agent comes later.
  if (group.end - group.start > 1 || tokens[after]?.pos !== 'ADP') return false;
  for (let i = after; i < tokens.length && i < after + 12; i++) {
    if (tokens[i]!.lower === 'by') return true;
    if (tokens[i]!.pos === 'VERB' || tokens[i]!.text === '.') return false;
  }
  return false;
}
