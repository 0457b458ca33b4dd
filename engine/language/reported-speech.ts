/**
 * Which words of a sentence are somebody's words or thoughts and not the text's own statement: "The minister said that …",
 * "…, the mayor claimed", "according to the company", "the allegation that …". What is found, shown, confirmed or admitted
 * counts as stated.
 */
import type { Word } from './nlp.ts';
import { isVerbal } from './parts-of-speech.ts';

export interface ReportedWords {
  /** The first and the last token (exclusive) of what is reported. */
  start: number;
  end: number;
  /** Lemma of the verb or noun that reports it, "according" for "according to". */
  by: string;
}

/** Verbs by which something is said to be so. */
const ASSERTING = new Set([
  ...[
    'say',
    'tell',
    'state',
    'write',
    'claim',
    'argue',
    'allege',
    'assert',
    'insist',
    'maintain',
    'contend',
    'testify',
  ],
  ...[
    'complain',
    'warn',
    'joke',
    'boast',
    'declare',
    'report',
    'announce',
    'add',
    'explain',
    'stress',
    'reply',
    'answer',
  ],
  ...['remark', 'comment', 'swear', 'tweet', 'post', 'affirm', 'proclaim', 'inform', 'assure', 'quip', 'recount'],
]);
/** Verbs of thoughts, doubts and proposals. */
const SUPPOSING = new Set([
  ...[
    'suggest',
    'hint',
    'imply',
    'deny',
    'doubt',
    'question',
    'wonder',
    'suppose',
    'assume',
    'believe',
    'think',
    'feel',
  ],
  ...[
    'hope',
    'fear',
    'expect',
    'speculate',
    'propose',
    'recommend',
    'demand',
    'suspect',
    'dispute',
    'reject',
    'dismiss',
  ],
  ...['promise', 'vow', 'pledge', 'predict', 'forecast', 'estimate', 'ask', 'request', 'pretend', 'imagine', 'rumour'],
  ...[
    'rumor',
    'accuse',
    'dream',
    'guess',
    'theorize',
    'theorise',
    'hypothesize',
    'hypothesise',
    'convince',
    'persuade',
  ],
]);
/** Verbs by which something is wanted, laid down or looked into; it need not be so. */
const DEMANDING = new Set([
  ...['check', 'ensure', 'require', 'order', 'guarantee', 'advise', 'urge', 'wish', 'intend', 'stipulate'],
  ...['command', 'instruct', 'specify', 'prescribe', 'warrant', 'arrange'],
]);
/** Of these, those whose clause often has no "that". */
const BARE = new Set([
  ...[
    'say',
    'tell',
    'claim',
    'argue',
    'allege',
    'insist',
    'warn',
    'suggest',
    'believe',
    'think',
    'feel',
    'hope',
    'fear',
  ],
  ...[
    'doubt',
    'suppose',
    'assume',
    'swear',
    'suspect',
    'expect',
    'guess',
    'promise',
    'announce',
    'assure',
    'deny',
    'state',
  ],
  ...['imagine', 'pretend', 'complain', 'joke', 'boast', 'predict', 'vow', 'maintain'],
]);
/** Verbs that name the hearer before what is said. */
const WITH_HEARER = new Set(['tell', 'warn', 'inform', 'assure', 'promise', 'convince', 'persuade']);
/** Verbs that give somebody's opinion of a thing: "describes the drug as safe", "calls it safe". */
const APPRAISING = new Set([
  ...['describe', 'deem', 'label', 'brand', 'hail', 'tout', 'portray', 'characterize', 'characterise', 'praise'],
  ...['denounce', 'criticize', 'criticise', 'dismiss', 'depict', 'advertise', 'promote', 'market', 'declare'],
]);
/** Nouns for what is said, thought or wanted: "the allegation that …", "the plan was that …". */
const CONTENTS = new Set([
  ...[
    'claim',
    'allegation',
    'accusation',
    'assertion',
    'argument',
    'statement',
    'suggestion',
    'idea',
    'notion',
    'belief',
  ],
  ...['view', 'opinion', 'theory', 'hypothesis', 'rumour', 'rumor', 'report', 'story', 'legend', 'myth', 'impression'],
  ...['hope', 'fear', 'suspicion', 'expectation', 'prediction', 'forecast', 'assumption', 'supposition', 'possibility'],
  ...['plan', 'proposal', 'promise', 'pledge', 'condition', 'demand', 'doubt', 'denial', 'chance', 'risk', 'warning'],
  ...['misconception', 'speculation', 'charge', 'complaint', 'likelihood', 'contention', 'tradition'],
]);
/** What is measured, counted or laid down is no opinion: "according to the census", "according to the contract". */
const RECORDS =
  /^(?:census(?:es)?|data|figures?|statistics|records?|register|measurements?|law|laws|acts?|rules?|regulations?|constitution|contract|agreement|treaty|statutes?|by-?laws?|articles?|terms|inventory|survey|surveys|table|map|schedule|timetable|accounts|results?|ordinance|charter|code|section|clause|calculations?|counts?)$/;

const JUDGEMENTS =
  /^(?:sure|certain|important|essential|vital|crucial|necessary|desirable|advisable|possible|probable|conceivable|doubtful|unlikely|likely|imperative|preferable|plausible)$/;
const VIEWS = /^(?:view|opinion|eyes|words|judgement|judgment|telling|account)$/;
const FICTION =
  /^(?:novel|film|movie|story|play|game|legend|myth|dream|opera|series|episode|tale|fable|poem|comic|sitcom)$/;

/** True for words that a noun phrase is made of, and for pronouns. */
function isOfNounPhraseOrPronoun({ pos }: Word): boolean {
  return pos === 'NOUN' || pos === 'PROPN' || pos === 'PRON' || pos === 'NUM' || pos === 'DET' || pos === 'ADJ';
}

function isQuote(text: string): boolean {
  return /^["“”„«»]$/.test(text);
}

/** Lemma of a reporting verb, also where the tagger takes "claims" for a noun: "the maker claims the drug is safe". */
function reportingVerb(tokens: readonly Word[], at: number): string | null {
  const { pos, lower } = tokens[at]!;
  if (pos === 'VERB') return tokens[at]!.lemma;
  const before = tokens[at - 1];
  const next = tokens[at + 1];
  if (pos !== 'NOUN' || before === undefined || next === undefined) return null;
  if (!/^(?:claims|states|reports|doubts|hopes|fears|remarks|comments|warns|boasts)$/.test(lower)) return null;
  const isAfterSubject = before.pos === 'NOUN' || before.pos === 'PROPN' || before.pos === 'PRON';
  return isAfterSubject && /^(?:DET|PRON|SCONJ)$/.test(next.pos) ? lower.replace(/s$/, '') : null;
}

/** "We say that …", "the bank announces that …": the text speaks for itself. */
function isOwnVoice(tokens: readonly Word[], at: number): boolean {
  if (tokens[at]!.lower === 'announces') return true;
  let i = at - 1;
  while (i >= 0 && (tokens[i]!.pos === 'AUX' || tokens[i]!.pos === 'ADV')) i--;
  return /^(?:we|i)$/.test(tokens[i]?.lower ?? '');
}

/** Index right after "that" or a colon that opens what the verb at `at` reports; -1 if there is none. */
function afterThat(tokens: readonly Word[], at: number, end: number, hasHearer: boolean): number {
  let isInPhrase = hasHearer;
  for (let i = at + 1; i < end && i <= at + 9; i++) {
    const token = tokens[i]!;
    const next = tokens[i + 1];
    if (token.text === ':' || isQuote(token.text)) return i + 1;
    if (token.lower === 'that' && next !== undefined && i + 1 < end) {
      // "Told a story that made …" tells of the story.
      return isVerbal(next) && i > at + 1 ? -1 : i + 1;
    }
    if (token.pos === 'ADP') isInPhrase = true;
    const isPassed = token.pos === 'ADV' || token.pos === 'PART' || token.text === ',' || token.pos === 'ADP';
    if (!isPassed && !(isInPhrase && isOfNounPhraseOrPronoun(token))) return -1;
  }
  return -1;
}

/** True if a clause of its own begins at `from`: a noun phrase and then a verb. */
function opensClause(tokens: readonly Word[], from: number, end: number): boolean {
  const first = tokens[from];
  if (
    first === undefined ||
    !isOfNounPhraseOrPronoun(first) ||
    /^(?:nothing|little|much|so|who|which|what)$/.test(first.lower)
  )
    return false;
  for (let i = from; i < end && i <= from + 9; i++) {
    const { pos, lower } = tokens[i]!;
    if (isVerbal(tokens[i]!)) return i > from && !lower.endsWith('ing');
    const isInside =
      isOfNounPhraseOrPronoun(tokens[i]!) || pos === 'ADV' || pos === 'ADP' || lower === "'s" || lower === '’s';
    if (!isInside || /^(?:who|which|that|to|by)$/.test(lower)) return false;
  }
  return false;
}

/** "They said they were better, and scores fell": without "that", another clause is the text's own. */
function endOfClause(tokens: readonly Word[], from: number, end: number): number {
  for (let i = from; i + 1 < end; i++) {
    if (tokens[i]!.text === ',' && /^(?:and|but|while|whereas|yet)$/.test(tokens[i + 1]!.lower)) {
      if (opensClause(tokens, i + 2, end)) return i;
    }
  }
  return end;
}

/** End of "the mayor said on Thursday" if nothing but adverbs and phrases follow the verb; -1 if it has an object. */
function endOfAside(tokens: readonly Word[], at: number, end: number, hasHearer: boolean): number {
  let isInPhrase = hasHearer;
  for (let i = at + 1; i < end && i <= at + 9; i++) {
    const { pos, text, lower } = tokens[i]!;
    if (/^[,.;!?–—-]$/.test(text) || isQuote(text)) return i;
    if (pos === 'ADP') isInPhrase = true;
    const isDay =
      /^(?:yesterday|today|tonight|later|afterwards|monday|tuesday|wednesday|thursday|friday|saturday|sunday)$/.test(
        lower,
      );
    if (pos !== 'ADV' && pos !== 'ADP' && !isDay && !(isInPhrase && isOfNounPhraseOrPronoun(tokens[i]!))) return -1;
  }
  return at + 1 >= end ? end : -1;
}

/** Start of ", the mayor" before the verb at `at`, with its comma or quotation mark; -1 if the words belong to another clause. */
function startOfAside(tokens: readonly Word[], start: number, at: number): number {
  for (let i = at - 1; i > start && i >= at - 12; i--) {
    const { text, lower } = tokens[i]!;
    const closes = /^['’]$/.test(text) && tokens[i - 1]?.text === ',';
    if (text === ',' || isQuote(text) || closes || /^[–—]$/.test(text)) {
      const first = tokens[i + 1]!;
      // "Not, as first announced, by …" names nobody.
      const isNamed = tokens.slice(i + 1, at).some(({ pos }) => pos === 'NOUN' || pos === 'PROPN' || pos === 'PRON');
      return isNamed && first.pos !== 'CCONJ' && !/^(?:who|which|that|whom)$/.test(first.lower) ? i : -1;
    }
    const isInside =
      isOfNounPhraseOrPronoun(tokens[i]!) ||
      /^(?:of|for|in|at|'s|’s|as|has|had|have)$/.test(lower) ||
      tokens[i]!.pos === 'ADV';
    if (!isInside) return -1;
  }
  return -1;
}

/** "…, said the mayor": the comma or quotation mark stands right before the verb. */
function isInverted(tokens: readonly Word[], start: number, at: number, end: number): boolean {
  const before = tokens[at - 1];
  const next = tokens[at + 1];
  if (before === undefined || at - 1 <= start || next === undefined || at + 1 >= end) return false;
  if (before.text !== ',' && !isQuote(before.text)) return false;
  if (!isOfNounPhraseOrPronoun(next) || /^(?:nothing|little|much|so|no|that)$/.test(next.lower)) return false;
  for (let i = at + 1; i < end && !/^[,.;]$/.test(tokens[i]!.text); i++) if (isVerbal(tokens[i]!)) return false;
  return true;
}

function ofVerb(tokens: readonly Word[], start: number, end: number, at: number): ReportedWords[] {
  const by = reportingVerb(tokens, at);
  if (by === null) return [];
  if (APPRAISING.has(by) && tokens.slice(at + 1, at + 9).some(({ lower }) => lower === 'as')) {
    return [{ start: at + 1, end, by }];
  }
  // "The maker calls the drug safe": an opinion ends the sentence; "a disease called rickets" is a name.
  if (by === 'call' && tokens[at]!.lower !== 'called') {
    const last = tokens[end - 1]?.pos === 'PUNCT' ? end - 2 : end - 1;
    return tokens[last]?.pos === 'ADJ' ? [{ start: at + 1, end, by }] : [];
  }
  if (!ASSERTING.has(by) && !SUPPOSING.has(by) && !DEMANDING.has(by)) return [];
  if (isOwnVoice(tokens, at)) return [];
  const that = afterThat(tokens, at, end, WITH_HEARER.has(by));
  if (that >= 0) return [{ start: that, end, by }];
  const isStory =
    by === 'tell' && tokens.slice(at + 1, at + 4).some(({ lower }) => /^(?:story|stories|tale|truth)$/.test(lower));
  if (BARE.has(by) && !isStory && opensClause(tokens, at + 1, end)) {
    return [{ start: at + 1, end: endOfClause(tokens, at + 1, end), by }];
  }
  if (!ASSERTING.has(by) && !BARE.has(by)) return [];
  if (isInverted(tokens, start, at, end)) return [{ start, end, by }];
  const asideEnd = endOfAside(tokens, at, end, WITH_HEARER.has(by));
  const asideStart = asideEnd < 0 ? -1 : startOfAside(tokens, start, at);
  if (asideStart < 0) return [];
  return [
    { start, end: asideStart, by },
    { start: asideEnd, end, by },
  ];
}

/** "According to the company", "in the minister's view", "in the novel": what stands around it. */
function ofPhrase(tokens: readonly Word[], start: number, end: number, at: number): ReportedWords[] {
  const { lower } = tokens[at]!;
  let last = at + 1;
  while (
    last < end &&
    last <= at + 10 &&
    (isOfNounPhraseOrPronoun(tokens[last]!) || /^(?:to|of|'s|’s|for|in)$/.test(tokens[last]!.lower))
  )
    last++;
  const phrase = tokens.slice(at + 1, last);
  const around = (by: string) => [
    { start, end: at, by },
    { start: last, end, by },
  ];
  if (lower === 'according' && tokens[at + 1]?.lower === 'to') {
    const [, first, second] = phrase;
    if (first === undefined || /^(?:our|my)$/.test(first.lower) || phrase.some((word) => RECORDS.test(word.lower)))
      return [];
    // "Sorted according to size", but "according to legend".
    const isMeasure = first.pos === 'NOUN' && second?.pos !== 'NOUN' && !CONTENTS.has(first.lemma);
    return isMeasure && !first.lower.endsWith('s') ? [] : around('according');
  }
  if (lower !== 'in') return [];
  const head = phrase.findIndex((word) => VIEWS.test(word.lower));
  const isOwned = phrase.slice(0, Math.max(0, head)).some((word) => /^(?:'s|’s|'|’|his|her|their)$/.test(word.lower));
  if (head > 0 && (isOwned || phrase[head + 1]?.lower === 'of')) return around(phrase[head]!.lemma);
  // "In the novel, …" opens the sentence.
  const isFirst = at === start && tokens[last]?.text === ',' && phrase.length <= 5;
  const fiction = isFirst ? phrase.find((word) => FICTION.test(word.lower)) : undefined;
  return fiction === undefined ? [] : around(fiction.lemma);
}

/** "The allegation that …", "the plan was that …"; not "the story that made him famous". */
function ofNoun(tokens: readonly Word[], end: number, at: number): ReportedWords[] {
  const { lemma, pos } = tokens[at]!;
  if (pos !== 'NOUN' || !CONTENTS.has(lemma)) return [];
  const that = tokens[at + 1]?.lemma === 'be' ? at + 2 : at + 1;
  const next = tokens[that + 1];
  if (tokens[that]?.lower !== 'that' || next === undefined || that + 1 >= end || isVerbal(next)) return [];
  return [{ start: that + 1, end, by: lemma }];
}

/** "It is important that …", "make sure that …": it need not be so. */
function ofJudgement(tokens: readonly Word[], end: number, at: number): ReportedWords[] {
  if (!JUDGEMENTS.test(tokens[at]!.lower) || tokens[at + 1]?.lower !== 'that' || at + 2 >= end) return [];
  const isMade = tokens[at - 1]?.lemma === 'make' || !/^(?:sure|certain)$/.test(tokens[at]!.lower);
  return isMade ? [{ start: at + 2, end, by: tokens[at]!.lemma }] : [];
}

/** What is reported among the tokens [start, end) of one sentence. */
export function reportedWords(tokens: readonly Word[], start: number, end: number): ReportedWords[] {
  const found: ReportedWords[] = [];
  for (let at = start; at < end; at++) {
    found.push(
      ...ofVerb(tokens, start, end, at),
      ...ofPhrase(tokens, start, end, at),
      ...ofNoun(tokens, end, at),
      ...ofJudgement(tokens, end, at),
    );
  }
  return found;
}

/** True if both report the same way: what was doubted or promised was not said to be so. */
export function reportsAlike(a: string, b: string): boolean {
  return a === b || (isAssertion(a) && isAssertion(b));
}

function isAssertion(by: string): boolean {
  return ASSERTING.has(by) || by === 'according' || by === 'statement' || by === 'claim' || by === 'report';
}
