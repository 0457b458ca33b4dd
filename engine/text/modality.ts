/** Hedges and attributions: how strongly a sentence states something. */
import type { Word } from './nlp.ts';

/** 0: stated as a fact; 1: weakened ("suggests", "likely"); 2: merely possible ("may", "allegedly", "if"). */
type HedgeStrength = 0 | 1 | 2;

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
