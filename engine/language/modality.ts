/** Hedges, attributions and quantifiers: how strongly a sentence states something, and of how many. */
import type { Word } from './nlp.ts';

/** 0: stated as a fact; 1: weakened ("suggests", "likely"); 2: merely possible ("may", "allegedly", "if"). */
export type HedgeStrength = 0 | 1 | 2;

const POSSIBLE = new Set([
  ...['may', 'might', 'could', 'possibly', 'perhaps', 'maybe', 'potentially', 'allegedly', 'purportedly', 'supposedly'],
  ...[
    'rumor',
    'rumour',
    'speculate',
    'hypothesize',
    'alleged',
    'allege',
    'if',
    'whether',
    'unclear',
    'unknown',
    'unconfirmed',
  ],
  ...['hypothesis', 'propose', 'hope', 'plan', 'intend', 'would', 'possible', 'potential', 'will'],
  ...['claim', 'believe', 'think', 'expect', 'accuse', 'reportedly', 'formerly'],
  ...['argue', 'contend', 'assert', 'insist', 'suspect', 'fear', 'predict', 'forecast', 'dream', 'imagine', 'pretend'],
]);
const WEAKENED = new Set([
  ...['suggest', 'appear', 'seem', 'likely', 'probably', 'consider'],
  ...['should', 'presumably', 'apparently', 'estimate', 'tend'],
]);

/** "No evidence that", "little evidence for": the sentence says neither that it is so nor that it isn't. */
function isEvidenceDenied(tokens: readonly Word[], at: number): boolean {
  if (!/^(?:evidence|proof|indication|sign|data)$/.test(tokens[at]!.lemma)) return false;
  return /^(?:no|little|insufficient|limited|weak|not)$/.test(tokens[at - 1]?.lower ?? '');
}

/** Words before an infinitive that state an intention: "tried to acquire", "is set to open". It may have failed. */
const INTENTIONS = new Set([
  ...[
    'try',
    'attempt',
    'want',
    'wish',
    'offer',
    'agree',
    'seek',
    'aim',
    'threaten',
    'promise',
    'vow',
    'ask',
    'bid',
    'set',
  ],
  ...[
    'due',
    'about',
    'scheduled',
    'schedule',
    'poised',
    'likely',
    'expected',
    'ready',
    'prepare',
    'decide',
    'need',
    'order',
  ],
]);

/** "Anything but safe", "far from safe", "short of complete". */
function isFarFrom(tokens: readonly Word[], at: number): boolean {
  const next = tokens[at + 1]?.lower;
  const { lower } = tokens[at]!;
  if (lower === 'anything') return next === 'but';
  // "Far from Leeds" is a distance.
  return lower === 'far' && next === 'from' && /^(?:ADJ|ADV|VERB|AUX)$/.test(tokens[at + 2]?.pos ?? '');
}

function isIntention(tokens: readonly Word[], at: number): boolean {
  const isInfinitive = tokens[at + 1]?.lower === 'to' && tokens[at + 2]?.pos !== 'NUM' && tokens[at + 2]?.pos !== 'DET';
  return isInfinitive && (INTENTIONS.has(tokens[at]!.lemma) || INTENTIONS.has(tokens[at]!.lower));
}

/** Who is named where nobody answers for what is said: "some people say", "critics maintain", "legend has it". */
const UNNAMED_SPEAKERS = new Set([
  ...['some', 'many', 'others', 'people', 'critics', 'opponents', 'sceptics', 'skeptics', 'supporters', 'locals'],
  ...['legend', 'tradition', 'folklore', 'rumour', 'rumor', 'rumours', 'rumors', 'gossip', 'detractors', 'they'],
]);
const HEARSAY_VERBS = new Set(['say', 'tell', 'hold', 'maintain', 'assume', 'have', 'suppose']);
/** Tokens between such a speaker and the verb: "some people still say". */
const SPEAKER_REACH = 4;

/** "Some people say that …", "legend has it that …", "it is often said that …", "he is said to have …". */
function isHearsay(tokens: readonly Word[], at: number): boolean {
  const { lemma, lower } = tokens[at]!;
  if (!HEARSAY_VERBS.has(lemma)) return false;
  const next = tokens[at + 1]?.lower;
  if (lower === 'said' || lower === 'supposed' || lower === 'assumed') {
    const isPassive = tokens.slice(Math.max(0, at - 2), at).some((token) => token.lemma === 'be');
    if (isPassive && (next === 'to' || next === 'that')) return true;
  }
  const opens = lemma === 'have' ? next === 'it' : next === 'that' || next === ':' || lemma === 'say';
  return opens && tokens.slice(Math.max(0, at - SPEAKER_REACH), at).some((token) => UNNAMED_SPEAKERS.has(token.lower));
}

/** "Myth: …", "Question: …": what follows is what somebody may think, not what the text says. */
function isLabelledDoubtful(tokens: readonly Word[], at: number): boolean {
  if (!/^(?:myth|misconception|rumour|rumor|legend|fiction|false|question|q)$/.test(tokens[at]!.lower)) return false;
  return tokens[at + 1]?.text === ':';
}

/** Hedge that follows the statement it weakens: "…, he claimed", "… if approved", "…?". */
export function trailingHedge(tokens: readonly Word[], start: number, end: number): HedgeStrength {
  for (let i = start; i < end; i++) {
    if (/^(?:if|unless|allegedly|purportedly|supposedly|reportedly|provided)$/.test(tokens[i]!.lower)) return 2;
    if (/^(?:claimed|claims|alleged|alleges|speculated|joked)$/.test(tokens[i]!.lower)) return 2;
    if (tokens[i]!.text.startsWith('?')) return 2;
  }
  return 0;
}

/** The strongest hedge in the range [start, end) of `tokens`. */
export function hedgeIn(tokens: readonly Word[], start: number, end: number): HedgeStrength {
  let strength: HedgeStrength = 0;
  for (let i = start; i < end; i++) {
    const { lemma, lower, pos, text } = tokens[i]!;
    if (lower === 'may' && text === 'May' && pos !== 'AUX') continue;
    if (isEvidenceDenied(tokens, i) || isIntention(tokens, i) || isFarFrom(tokens, i)) return 2;
    if (isHearsay(tokens, i) || isLabelledDoubtful(tokens, i)) return 2;
    if (POSSIBLE.has(lower) || POSSIBLE.has(lemma)) return 2;
    if (WEAKENED.has(lower) || WEAKENED.has(lemma)) strength = 1;
  }
  return strength;
}

export type Quantifier = 'all' | 'most' | 'some' | 'none' | 'only' | 'many' | 'few';

const QUANTIFIERS = new Map<string, Quantifier>([
  ['all', 'all'],
  ['every', 'all'],
  ['each', 'all'],
  ['everyone', 'all'],
  ['everybody', 'all'],
  ['always', 'all'],
  ['both', 'all'],
  ['entire', 'all'],
  ['entirely', 'all'],
  ['completely', 'all'],
  ['most', 'most'],
  ['majority', 'most'],
  ['mostly', 'most'],
  ['usually', 'most'],
  ['some', 'some'],
  ['several', 'some'],
  ['sometimes', 'some'],
  ['many', 'many'],
  ['numerous', 'many'],
  ['often', 'many'],
  ['few', 'few'],
  ['rarely', 'few'],
  ['seldom', 'few'],
  ['none', 'none'],
  ['no', 'none'],
  ['never', 'none'],
  ['only', 'only'],
  ['solely', 'only'],
  ['exclusively', 'only'],
  ['alone', 'only'],
]);

export interface QuantifierUse {
  kind: Quantifier;
  text: string;
  /** Token index. */
  at: number;
}

/** Verbs of events that happen once: "opened only in 2021" says that it was late, so "only" excludes nothing. */
const ONCE = new Set([
  ...['open', 'reopen', 'finish', 'complete', 'begin', 'start', 'end', 'found', 'establish', 'build', 'abolish', 'die'],
  ...['bear', 'introduce', 'discover', 'create', 'launch', 'retire', 'join', 'arrive', 'become', 'close', 'invent'],
]);

/** True for an "only" that means "late": after a verb of `ONCE` and before a date. */
function dawdles(tokens: readonly Word[], at: number): boolean {
  if (!/^(?:in|on|after)$/.test(tokens[at + 1]?.lower ?? '')) return false;
  if (!/^(?:\d{1,4}|\p{Lu}\p{Ll}+)$/u.test(tokens[at + 2]?.text ?? '')) return false;
  if (!tokens.slice(at + 2, at + 5).some(({ text }) => /^[12]\d{3}$/.test(text))) return false;
  return tokens.slice(Math.max(0, at - 2), at).some(({ lemma }) => ONCE.has(lemma));
}

/** Quantifiers in the range [start, end); "some 300 people" and "the most famous" contain none. */
export function quantifiersIn(tokens: readonly Word[], start: number, end: number): QuantifierUse[] {
  const found: QuantifierUse[] = [];
  for (let i = start; i < end; i++) {
    const token = tokens[i]!;
    const kind = QUANTIFIERS.get(token.lower);
    if (kind === undefined) continue;
    const next = tokens[i + 1];
    if (token.lower === 'some' && next?.pos === 'NUM') continue;
    if (token.lower === 'most' && (next?.pos === 'ADJ' || next?.pos === 'ADV' || tokens[i - 1]?.lower === 'the'))
      continue;
    // "At most 50"
    if (token.lower === 'most' && tokens[i - 1]?.lower === 'at') continue;
    if (token.lower === 'both' && next?.pos === 'PROPN') continue;
    if (token.lower === 'only' && (tokens[i - 1]?.lower === 'not' || dawdles(tokens, i))) continue;
    // "Nothing at all"
    if (token.lower === 'all' && tokens[i - 1]?.lower === 'at') continue;
    const negated = tokens[i - 1]?.lower === 'not' && kind === 'all';
    found.push({ kind: negated ? 'some' : kind, text: negated ? `not ${token.lower}` : token.lower, at: i });
  }
  return found;
}

/** Whether evidence with one quantifier entails a claim with another, or clashes with it. */
export function compareQuantifiers(claim: Quantifier, evidence: Quantifier): 'entails' | 'clash' | 'unknown' {
  if (claim === evidence) return 'entails';
  if (evidence === 'all' && (claim === 'most' || claim === 'some' || claim === 'many')) return 'entails';
  if (evidence === 'most' && (claim === 'some' || claim === 'many')) return 'entails';
  if (evidence === 'many' && claim === 'some') return 'entails';
  if (claim === 'all' && (evidence === 'none' || evidence === 'few' || evidence === 'some')) return 'clash';
  if (claim === 'none' && evidence !== 'only') return 'clash';
  if (evidence === 'none' && claim !== 'only') return 'clash';
  if ((claim === 'most' && evidence === 'few') || (claim === 'few' && evidence === 'most')) return 'clash';
  return 'unknown';
}
