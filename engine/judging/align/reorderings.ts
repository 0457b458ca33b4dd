/**
 * Generates the claim in all word orders that have the same meaning. An order that is based on a wrong analysis does no harm,
 * because it matches no sentence.
 */
import type { Item } from '#engine/syntax/items.ts';
import { verbGroupsOf } from '#engine/syntax/verb-groups.ts';

export interface Order {
  items: readonly Item[];
  /** Code of the rule for the reordering. Null for the claim as it stands. */
  ground: string | null;
  /** True if the order lacks a subject: "(We) acknowledge a report" for the claim "A report is acknowledged". */
  isAgentless?: boolean;
}

const ADVERBIAL = new Set('in at on during since from until after before by under for to within with'.split(' '));
const CONDITION = new Set(['if', 'when', 'once', 'unless', 'after', 'before', 'while', 'where']);
const LONGEST = 7;

/** The claim in all its orders, the original first. */
export function ordersOf(items: readonly Item[]): Order[] {
  return [
    { items, ground: null },
    ...fronted(items),
    ...voices(items),
    ...genitives(items),
    ...inversions(items),
    ...agentless(items),
    ...starring(items),
    ...yearsBefore(items),
  ];
}

function fronted(items: readonly Item[]): Order[] {
  const found: Order[] = [];
  const groups = verbGroupsOf(items);
  const verb = groups.find(({ isTensed }) => isTensed);
  if (verb === undefined) return [];
  const add = (moved: readonly Item[]) => found.push({ items: moved, ground: 'fronted_adverbial' });
  for (let at = verb.end; at < items.length - 1; at++) {
    const { lower } = items[at]!;
    if (!ADVERBIAL.has(lower) && !CONDITION.has(lower)) continue;
    add([...items.slice(at), ...items.slice(0, at)]);
    // Exchanges two adverbials: "fought between A and B on 9 May", "fought on 9 May between A and B".
    for (let to = verb.end; to < at; to++) {
      if (to === verb.end || items[to]!.pos === 'ADP')
        add([...items.slice(0, to), ...items.slice(at), ...items.slice(to, at)]);
    }
  }
  const later = startOfLater(items);
  if (later > verb.end) add([...items.slice(later), ...items.slice(0, later)]);
  const first = items[0]!.lower;
  if (ADVERBIAL.has(first) || CONDITION.has(first)) {
    for (let end = 2; end < items.length - 1 && (end <= LONGEST || CONDITION.has(first)); end++) {
      const [front, rest] = [items.slice(0, end), items.slice(end)];
      add([...rest, ...front]);
      const behind = verbGroupsOf(rest).find(({ isTensed }) => isTensed)?.end;
      for (let to = behind ?? rest.length; to < rest.length; to++) {
        if (to === behind || rest[to]!.pos === 'ADP') add([...rest.slice(0, to), ...front, ...rest.slice(to)]);
      }
    }
  }
  return found;
}

const TIME = /^(?:second|minute|hour|day|night|week|month|season|year|decade|century)$/;

/** Where an adverbial such as "some months later" or "two days earlier" begins at the end of the claim. -1 if there is none. */
function startOfLater(items: readonly Item[]): number {
  if (!/^(?:later|earlier|afterwards)$/.test(items.at(-1)!.lower)) return -1;
  const at = items.length - 2;
  if (items[at]?.quantity?.dimension === 'time') return at;
  if (at < 1 || !TIME.test(items[at]!.key)) return -1;
  return items[at]!.article === 'a' ? at : items[at - 1]!.pos === 'DET' ? at - 1 : -1;
}

function withWord(item: Item, lower: string): Item {
  return { ...item, lower, key: lower };
}

/** Active and passive: "Lo directed the film", "The film was directed by Lo". */
function voices(items: readonly Item[]): Order[] {
  const found: Order[] = [];
  const verb = verbGroupsOf(items).find(({ isTensed }) => isTensed);
  if (verb === undefined || verb.start === 0) return [];
  const add = (order: readonly Item[]) => found.push({ items: order, ground: 'voice' });
  const subject = items.slice(0, verb.start);
  const head = items[verb.head]!;
  const be = items[verb.start]!;
  if (verb.isPassive && verb.head === verb.start + 1 && be.key === 'be') {
    const by = items.findIndex(({ lower }, at) => at >= verb.end && lower === 'by');
    if (by < 0) return [];
    const tense = be.tense;
    const active = { ...head, tense, lower: `${tense}:${head.key}` };
    for (let end = by + 2; end <= items.length; end++) {
      add([...items.slice(by + 1, end), active, ...subject, ...items.slice(verb.end, by), ...items.slice(end)]);
    }
  } else if (
    verb.end === verb.start + 1 &&
    head.pos === 'VERB' &&
    (verb.tense === 'past' || verb.tense === 'present')
  ) {
    for (let end = verb.end + 1; end <= items.length; end++) {
      const object = items.slice(verb.end, end);
      const isMany = object.at(-1)!.isPlural;
      for (const word of verb.tense === 'past' ? ['was', 'were'] : [isMany ? 'are' : 'is']) {
        const auxiliary: Item = { ...head, key: 'be', lower: word, pos: 'AUX', tense: verb.tense };
        const passive: Item = { ...head, tense: 'past', lower: `past:${head.key}` };
        const by: Item = { ...withWord(head, 'by'), pos: 'ADP', tense: null };
        const rest = items.slice(end);
        add([...object, auxiliary, passive, by, ...subject, ...rest]);
        if (rest.length > 0) add([...object, auxiliary, passive, ...rest, by, ...subject]);
      }
    }
  }
  return found;
}

function isNounLike({ pos, kind }: Item): boolean {
  return pos === 'NOUN' || pos === 'PROPN' || pos === 'ADJ' || kind === 'quantity';
}

const GENITIVE = /^(?:'s|’s|'|’)$/;

/** Genitives: "the lorry's brakes", "the brakes of the lorry". */
function genitives(items: readonly Item[]): Order[] {
  const found: Order[] = [];
  items.forEach((item, at) => {
    if (item.pos === 'PART' && GENITIVE.test(item.lower)) {
      for (let start = at - 1; start >= 0 && isNounLike(items[start]!) && at - start <= 4; start--) {
        for (let end = at + 2; end <= items.length && isNounLike(items[end - 1]!) && end - at <= 5; end++) {
          const of = { ...withWord(item, 'of'), pos: 'ADP' as const };
          const order = [
            ...items.slice(0, start),
            ...items.slice(at + 1, end),
            of,
            ...items.slice(start, at),
            ...items.slice(end),
          ];
          found.push({ items: order, ground: 'genitive' });
        }
      }
    } else if (item.lower === 'of') {
      for (let start = at - 1; start >= 0 && isNounLike(items[start]!) && at - start <= 3; start--) {
        for (let end = at + 2; end <= items.length && isNounLike(items[end - 1]!) && end - at <= 4; end++) {
          const s = { ...withWord(item, "'s"), pos: 'PART' as const };
          const order = [
            ...items.slice(0, start),
            ...items.slice(at + 1, end),
            s,
            ...items.slice(start, at),
            ...items.slice(end),
          ];
          found.push({ items: order, ground: 'genitive' });
        }
      }
    }
  });
  return found;
}

/** Inversion of an identity: "Thursday is the office day", "the office day is Thursday". */
function inversions(items: readonly Item[]): Order[] {
  const verb = verbGroupsOf(items).find(({ isTensed }) => isTensed);
  if (verb === undefined || verb.start === 0 || verb.end !== verb.start + 1 || items[verb.start]!.key !== 'be')
    return [];
  const subject = items.slice(0, verb.start);
  const complement = items.slice(verb.end);
  const isIdentity =
    complement[0]?.article === 'the' || (complement[0]?.isName === true && subject[0]!.article === 'the');
  return isIdentity ? [{ items: [...complement, items[verb.start]!, ...subject], ground: 'inversion' }] : [];
}

/** The year of a thing before its noun: "is a 2004 film" for "is a film from 2004". */
function yearsBefore(items: readonly Item[]): Order[] {
  const verb = verbGroupsOf(items).find(({ isTensed }) => isTensed);
  if (verb === undefined || verb.end !== verb.start + 1 || items[verb.start]!.key !== 'be') return [];
  const at = items.findIndex(({ lower, pos }, i) => i > verb.end && lower === 'from' && pos === 'ADP');
  const year = items[at + 1];
  const isPlain = items.slice(verb.end, Math.max(at, verb.end)).every(isNounLike);
  if (at < 0 || !isPlain || items[verb.end]!.article !== 'a' || !/^\d{4}$/.test(year?.text ?? '')) return [];
  const row = [...items.slice(0, verb.end), { ...year!, article: 'a' as const }, ...items.slice(verb.end, at)];
  return [{ items: [...row, ...items.slice(at + 2)], ground: 'year_modifier' }];
}

/** The two constructions of "star": "Ray stars in Gulls", "Gulls stars Ray". */
function starring(items: readonly Item[]): Order[] {
  const verb = verbGroupsOf(items).find(({ isTensed }) => isTensed);
  const isRow =
    verb !== undefined && verb.end === verb.start + 1 && items[verb.start]!.key === 'star' && verb.start > 0;
  if (!isRow || items[verb.end]?.lower !== 'in') return [];
  const row = [...items.slice(verb.end + 1), items[verb.start]!, ...items.slice(0, verb.start)];
  return [{ items: row, ground: 'voice' }];
}

const PARTICLES = new Set(['off', 'up', 'out', 'down', 'back', 'away']);

/** The indices at which the main clause may begin behind an introductory phrase: "if it rains | the match is put off". */
function clauseStarts(items: readonly Item[], verb: number): number[] {
  const first = items[0]!.lower;
  if (!ADVERBIAL.has(first) && !CONDITION.has(first)) return [0];
  return items.flatMap(({ article, pos, lower }, at) =>
    at > 1 && at < verb && (article !== null || /^(?:NOUN|PROPN)$/.test(pos) || lower === 'you') ? [at] : [],
  );
}

/**
 * The order of particle, object and the rest in the active voice: "put off until May" becomes "put off the match until May" or
 * "put the match off until May".
 */
function behindObject(verb: Item, object: readonly Item[], rest: readonly Item[]): Item[][] {
  const plain = [verb, ...object, ...rest];
  const isPhrasal = rest[0] !== undefined && PARTICLES.has(rest[0].lower);
  return isPhrasal ? [plain, [verb, rest[0]!, ...object, ...rest.slice(1)]] : [plain];
}

/**
 * A passive without an agent, in the active voice: "A report is acknowledged within seven days" as "… acknowledge a report within
 * seven days".
 */
function agentless(items: readonly Item[]): Order[] {
  const verb = verbGroupsOf(items).find(({ isTensed, isPassive }) => isTensed && isPassive);
  if (verb === undefined || verb.start === 0 || verb.isNegated || items.some(({ lower }) => lower === 'by')) return [];
  const head = items[verb.head]!;
  const be = items[verb.start]!;
  const isModal = be.tense === 'modal' && verb.head === verb.start + 2;
  if (!isModal && !(be.key === 'be' && verb.head === verb.start + 1)) return [];
  const active: Item = isModal
    ? { ...head, tense: null, lower: head.key }
    : { ...head, tense: be.tense, lower: `${be.tense}:${head.key}` };
  return clauseStarts(items, verb.start).flatMap((start) =>
    behindObject(active, items.slice(start, verb.start), items.slice(verb.end)).map((order) => ({
      items: [...items.slice(0, start), ...(isModal ? [be] : []), ...order],
      ground: 'voice',
      isAgentless: true,
    })),
  );
}
