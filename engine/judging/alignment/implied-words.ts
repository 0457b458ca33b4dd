/**
 * Words of the claim that no word of the evidence stands for, but that what it says implies: a 1994 film was released in 1994,
 * who won the Orr Award won an award, and a novel is a work. They are looked for where nothing else is missing.
 */
import type { AnalysedText, Term } from '../text/analysed-text.ts';
import type { Aligning } from './match.ts';

/** Kinds of what is published, which are dated by the year in which they are. */
const WORK =
  /^(?:film|movie|album|mixtape|single|song|ep|novel|book|series|sitcom|game|documentary|miniseries|musical|anime|drama|comedy|thriller|telenovela|magazine|poem|play|opera|cartoon)$/;
const BOUND = /^(?:novel|book|poem|magazine)$/;
const RELEASE = /^(?:release|premiere)$/;

/** What comes right after "a" and names no kind of anything: the kinds are said more exactly in the evidence. */
const KINDS: Readonly<Record<string, RegExp>> = {
  work: WORK,
  place:
    /^(?:town|city|village|island|country|state|county|municipality|region|district|province|suburb|neighbou?rhood|commune|settlement|park|valley)$/,
  athlete:
    /^(?:wrestler|boxer|footballer|runner|swimmer|cyclist|gymnast|golfer|skier|surfer|skater|sprinter|cricketer|rower|quarterback|linebacker|goalkeeper)$/,
};

/** Nouns that names of such a thing end in, as "Crown Casino" and "Orr Award for Poetry" do. */
const IN_NAMES =
  /^(?:award|prize|medal|casino|museum|university|college|hospital|bank|bridge|church|cathedral|airport|theatre|theater|hotel|tunnel|dam|castle|canal|harbour|harbor|park|stadium|observatory|river|lake|mountain|island|county|city|festival|championship|tournament|league|railway|palace|zoo)$/;

/** True for a noun right after "a" that nothing describes further: "at a casino". */
function isAnyOfKind({ tokens }: AnalysedText, { start, end, pos, key, surface, negated }: Term): boolean {
  if (pos !== 'NOUN' || surface.toLowerCase() !== key || negated || !/^an?$/.test(tokens[start - 1]?.lower ?? ''))
    return false;
  const next = tokens[end];
  return (
    next === undefined || !(/^(?:NOUN|PROPN|NUM)$/.test(next.pos) || /^(?:of|for|that|which|who)$/.test(next.lower))
  );
}

/** "1994 American comedy film": the work that a year stands before. */
function datedWork({ tokens, terms }: AnalysedText, date: Term): number {
  if (date.preposition !== '' || !/^[12]\d{3}$/.test(date.surface)) return -1;
  let last = -1;
  for (let at = date.end; at < tokens.length; at++) {
    const { pos, text } = tokens[at]!;
    if (!/^(?:ADJ|NOUN|PROPN)$/.test(pos) && !/^[-–]$/.test(text)) break;
    last = at;
  }
  return last < 0 ? -1 : terms.findIndex(({ start, kind, key }) => start === last && kind === 'word' && WORK.test(key));
}

/** "Released in France", "released by Orr Records": of that a year says nothing. */
function saysMore({ terms }: AnalysedText, verb: number): boolean {
  return terms.some(({ role, kind, light, start }, at) => {
    const isCounted = at !== verb && kind !== 'date' && !light;
    return isCounted && (role !== 'subject' || start > terms[verb]!.start);
  });
}

function worksReleased(at: number, { claim, evidence, matches }: Aligning): number[] {
  const { key, pos } = claim.terms[at]!;
  const isBook = pos === 'VERB' && key === 'publish';
  if (!(isBook || (pos === 'VERB' && RELEASE.test(key))) || saysMore(claim, at)) return [];
  return claim.terms.flatMap(({ kind }, i) =>
    kind === 'date'
      ? matches[i]!.flatMap(({ term }) => {
          const work = datedWork(evidence, evidence.terms[term]!);
          return work >= 0 && (!isBook || BOUND.test(evidence.terms[work]!.key)) ? [work] : [];
        })
      : [],
  );
}

function kindsOf(at: number, { claim, evidence }: Aligning): number[] {
  const own = claim.terms[at]!;
  if (!isAnyOfKind(claim, own)) return [];
  const kinds = KINDS[own.key];
  return evidence.terms.flatMap(({ kind, key, name, surface }, term) => {
    if (kind === 'word') return kinds?.test(key) ? [term] : [];
    if (kind !== 'name' || key !== own.key || !IN_NAMES.test(key) || !/^\p{Lu}/u.test(surface)) return [];
    return evidence.names[name]!.length > 1 && evidence.names[name]![0] !== term ? [term] : [];
  });
}

/** Adds the matches of what is implied, if at most one word is not found otherwise. */
export function alignImplied(aligning: Aligning): void {
  const { claim, matches } = aligning;
  const missing = claim.terms.flatMap(({ light }, at) => (!light && matches[at]!.length === 0 ? [at] : []));
  const [at] = missing;
  if (missing.length !== 1 || claim.terms[at!]!.kind !== 'word') return;
  for (const term of new Set([...worksReleased(at!, aligning), ...kindsOf(at!, aligning)])) {
    matches[at!]!.push({ term, inference: 'hyponym' });
  }
}
