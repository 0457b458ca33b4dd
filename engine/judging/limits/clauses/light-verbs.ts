/** Tells whether the passage has another verb where the claim's verb says little by itself: "mentions a map" for "includes a map". */
import { wordRelation } from '#engine/language/lexicon.ts';
import { reportedWords } from '#engine/language/reported-speech.ts';
import type { Alignment } from '../../alignment/alignment.ts';
import { isMatchedIn } from '../../alignment/share.ts';
import type { Reading } from '../../reading/reading.ts';
import type { AnalysedText } from '../../text/analysed-text.ts';
import { objectsOf } from '../parties/roles.ts';

/** Verbs of about one meaning. */
const GROUPS: readonly ReadonlySet<string>[] = [
  new Set([
    ...['include', 'contain', 'consist', 'comprise', 'feature', 'involve', 'have', 'hold', 'cover', 'list', 'offer'],
  ]),
  new Set(['happen', 'occur', 'exist', 'take', 'be', 'hold', 'fall', 'come', 'begin', 'start', 'open']),
  new Set(['call', 'name', 'know', 'refer', 'title', 'term', 'dub', 'nickname', 'entitle']),
  new Set(['get', 'receive', 'win', 'earn', 'obtain', 'gain', 'take', 'have', 'acquire', 'collect', 'score']),
  new Set([
    ...['give', 'make', 'deliver', 'hold', 'present', 'provide', 'offer', 'take', 'have', 'pay', 'set', 'put', 'bring'],
  ]),
  new Set(['make', 'produce', 'manufacture', 'build', 'create', 'form', 'do', 'cause', 'render', 'earn']),
  new Set(['show', 'display', 'exhibit', 'depict', 'present', 'feature', 'illustrate', 'find', 'reveal', 'indicate']),
  new Set(['go', 'run', 'lead', 'travel', 'extend', 'come', 'pass', 'move', 'return', 'sail', 'walk', 'fly', 'drive']),
  new Set(['use', 'employ', 'apply', 'utilise', 'utilize', 'take', 'need', 'require']),
  new Set(['become', 'turn', 'get', 'grow', 'be', 'serve', 'make', 'go', 'appoint', 'elect', 'name', 'act', 'work']),
  new Set([
    ...['find', 'discover', 'locate', 'situate', 'see', 'show', 'sit', 'lie', 'stand', 'be', 'occur', 'place', 'base'],
  ]),
  new Set(['say', 'state', 'report', 'describe', 'write', 'note', 'mention', 'tell', 'explain', 'announce', 'declare']),
  new Set(['consider', 'regard', 'think', 'deem', 'see', 'view', 'call', 'rate', 'describe', 'believe']),
];

function areAlike(own: string, other: string): boolean {
  if (own === other || GROUPS.some((group) => group.has(own) && group.has(other))) return true;
  return /^(?:same|synonym|derived|hyponym)$/.test(wordRelation(own, other) ?? '');
}

/** True if the claim's verb is light and has an object, and the passage has another verb with that. */
export function hasOtherVerb(
  { claim, evidence, matches }: Alignment,
  { frame, evidenceFrame, evidenceAnchor, sentence }: Reading,
): boolean {
  const at = frame === null ? -1 : claim.terms.findIndex(({ start }) => start === frame.head);
  const own = claim.terms[at];
  const anchor = evidence.terms[evidenceAnchor];
  if (frame === null || evidenceFrame === null || anchor === undefined || own?.light !== true) return false;
  if (own.pos !== 'VERB' || frame.copula || frame.passive || /^(?:have|do|call|name|know)$/.test(own.key)) return false;
  const [object] = objectsOf(claim, frame);
  const isDirect =
    object !== undefined &&
    !claim.tokens.slice(frame.verbEnd, claim.terms[object]!.start).some(({ pos }) => pos === 'ADP');
  if (!isDirect || isReporting(claim)) return false;
  // "Got its premiere" is "premiered".
  if (matches[object]!.some(({ term }) => evidence.terms[term]!.role === 'predicate')) return false;
  if (isMatchedIn({ evidence, matches }, at, sentence)) return false;
  const verbs = evidence.tokens.slice(
    evidence.sentenceOf.indexOf(sentence),
    Math.max(anchor.end, evidenceFrame.head + 1),
  );
  return (
    evidence.tokens[evidenceFrame.head]!.pos === 'VERB' &&
    !evidenceFrame.copula &&
    !verbs.some(({ pos, lemma }) => pos === 'VERB' && (lemma === 'have' || areAlike(own.key, lemma)))
  );
}

function isReporting({ tokens }: AnalysedText): boolean {
  return reportedWords(tokens, 0, tokens.length).length > 0;
}
