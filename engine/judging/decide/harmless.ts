/** Lists everything that a sentence may have beyond the claim without changing its meaning. Nothing else may be skipped. */
import type { Item } from '#engine/syntax/items.ts';
import type { Span } from '../align/path.ts';
import type { Statement } from '../read/sentence.ts';
import { eventAdjuncts, eventClauses, purposes } from './adjuncts.ts';
import { closingComments, comparisons, contrasts, gappedClauses, insertedParticiples, sharedFronts } from './asides.ts';
import { attributions } from './attribution.ts';
import { furtherClauses, furtherPredicates } from './clauses.ts';
import { listedNames, objectMembers } from './list-members.ts';
import { kindsOfNationals } from './nationals.ts';
import { aliases, appositions, definiteCardinals, enclosingPlaces, origins, parentheses, titles } from './nominals.ts';
import { genres, kindPostmodifiers } from './postmodifiers.ts';
import { furtherNominals, kindModifiers, kindsOfDefinites, kindsOfPlaces } from './predicates.ts';
import { relativeClauses } from './relative-clauses.ts';
import { DISCOURSE_PHRASES, endBeforeFinalMark, isDiscourse, takesBack } from './words.ts';

export interface HarmlessRecord {
  /** Code of the rule, as used in `grounds`. */
  ground: string;
  /** What the rule allows to be skipped, in linguistic terms. */
  name: string;
  /** Description for readers. Completes "Beyond it the sentence has …". */
  words: string;
  /** A sentence with the skipped part between asterisks. */
  example: string;
  spans: (statement: Statement) => readonly { start: number; end: number }[];
}

function isOnce(verb: Item | undefined): boolean {
  return (
    /^(?:past|participle)$/.test(verb?.tense ?? '') && /^(?:release|publish|air|establish|found|issue)$/.test(verb!.key)
  );
}

/** Introductory phrases that only draw attention to what follows. */
const FRAMES = [['please', 'note'], ['note'], ['remember'], ['we', 'regret'], ['we', 'confirm'], ['it', 'is', 'true']];

function discourseMarkers({ items }: Statement): { start: number; end: number }[] {
  return items.flatMap(({ lower }, at) => {
    if (isDiscourse(lower) || (at === 0 && /^(?:and|but|yet)$/.test(lower))) return [{ start: at, end: at + 1 }];
    // For events that happen once, "first" and "originally" add nothing: "was originally released".
    if (/^(?:first|originally)$/.test(lower) && isOnce(items[at + 1]) && !items.some((item) => takesBack(item.lower)))
      return [{ start: at, end: at + 1 }];
    const frame = at === 0 ? FRAMES.find((words) => words.every((word, i) => items[i]?.lower === word)) : undefined;
    if (frame !== undefined) return [{ start: 0, end: frame.length }];
    // The document refers to itself: "According to our measurements, …".
    const isOwn = at === 0 && items[2]?.lower === 'our' && items[4]?.text === ',';
    if (isOwn && lower === 'according') return [{ start: 0, end: 5 }];
    const phrase = DISCOURSE_PHRASES.find((words) => words.every((word, i) => items[at + i]?.lower === word));
    return phrase === undefined ? [] : [{ start: at, end: at + phrase.length }];
  });
}

export const HARMLESS: readonly HarmlessRecord[] = [
  {
    ground: 'discourse_word',
    name: 'discourse marker',
    words: 'a word that only ties sentences together',
    example: 'The shop is *also* open on Mondays.',
    spans: discourseMarkers,
  },
  {
    ground: 'further_clause',
    name: 'coordinate clause',
    words: 'a further clause of its own',
    example: 'Fuel is paid for by the hirer; *tyres are paid for by the owner*.',
    spans: (statement) => [...furtherClauses(statement), ...sharedFronts(statement)],
  },
  {
    ground: 'gapped_clause',
    name: 'gapped clause about all others',
    words: 'what holds for all others',
    example: 'Claims approved in May are paid at once*, all others in June*.',
    spans: gappedClauses,
  },
  {
    ground: 'further_predicate',
    name: 'coordinate predicate',
    words: 'a further predicate of the same subject',
    example: 'Ada Noll joined the firm in 1990 *and left it in 1995*.',
    spans: furtherPredicates,
  },
  {
    ground: 'relative_clause',
    name: 'non-restrictive relative clause',
    words: 'a relative clause set off by commas',
    example: 'Dame Ruth Coe, *who is ill*, opened the fair.',
    spans: relativeClauses,
  },
  {
    ground: 'event_adjunct',
    name: 'adjunct of one finished event, not behind a plural or an amount',
    words: 'where or when it happened',
    example: 'The bridge opened on 14 June *at the mouth of the Aske*.',
    spans: eventAdjuncts,
  },
  {
    ground: 'event_clause',
    name: 'temporal or causal clause of one finished event',
    words: 'when or why it happened',
    example: 'The bridge was closed on Sunday *after a lorry struck a pier*.',
    spans: eventClauses,
  },
  {
    ground: 'purpose',
    name: 'purpose clause of one finished event',
    words: 'what it was done for',
    example: 'The engineers founded Fairlead *to tell ships how fast to sail*.',
    spans: purposes,
  },
  {
    ground: 'contrast',
    name: 'contrastive negation',
    words: 'what it denies beside',
    example: 'The cleaner mopped the hall, *not the stairs*.',
    spans: contrasts,
  },
  {
    ground: 'parenthesis',
    name: 'parenthesis beside a name',
    words: 'something in brackets behind a name',
    example: 'Edgar Wright *(born 18 April 1974)* is a director.',
    spans: parentheses,
  },
  {
    ground: 'alias',
    name: 'another name beside a name',
    words: 'another name of the same',
    example: 'Therasia, *also known as Thirasía*, is an island.',
    spans: aliases,
  },
  {
    ground: 'apposition',
    name: 'apposition beside a name',
    words: 'a description set off by commas',
    example: 'Petra Lind, *the poet*, opened the fair.',
    spans: appositions,
  },
  {
    ground: 'title',
    name: 'title before a name',
    words: 'a title before a name',
    example: '*Dr* Noll resigned.',
    spans: titles,
  },
  {
    ground: 'definite_cardinal',
    name: 'cardinal of a definite plural',
    words: 'how many they are',
    example: 'The *two* leaves grow from their base.',
    spans: definiteCardinals,
  },
  {
    ground: 'closing_comment',
    name: 'indefinite apposition to the whole clause',
    words: 'a comment on it',
    example: 'The furnace will emit 28,000 tonnes less, *a reduction of 64 per cent*.',
    spans: closingComments,
  },
  {
    ground: 'inserted_participle',
    name: 'non-restrictive participle behind the subject',
    words: 'a participle set off by commas',
    example: 'A new bridge, *designed by Barlow*, was opened in 1887.',
    spans: insertedParticiples,
  },
  {
    ground: 'kind_postmodifier',
    name: 'modifier behind an indefinite predicate nominal',
    words: 'what narrows the kind further',
    example: 'Orley is a town *in the county of Kent*.',
    spans: kindPostmodifiers,
  },
  {
    ground: 'kind_modifier',
    name: 'modifier of an indefinite predicate nominal, or another member of its list',
    words: 'what narrows the kind further, or another kind',
    example: 'Ada Noll is a *Norwegian actor and* producer.',
    spans: (statement) => [...kindModifiers(statement), ...genres(statement)],
  },
  {
    ground: 'further_nominal',
    name: 'coordinate predicate nominal with an article of its own',
    words: 'what else it is',
    example: 'Orley is the largest town in Kent *and the seat of a bishop*.',
    spans: furtherNominals,
  },
  {
    ground: 'kind_of_definite',
    name: 'modifiers of a definite predicate nominal, for an indefinite one',
    words: 'which one of the kind it is',
    example: 'Gulls is *the debut* mixtape *by Lo*.',
    spans: kindsOfDefinites,
  },
  {
    ground: 'kind_of_place',
    name: 'predicate nominal before a place',
    words: 'what it is there',
    example: 'Kuching is *a city* in Malaysia.',
    spans: kindsOfPlaces,
  },
  {
    ground: 'listed_name',
    name: 'member of a coordination of names behind a verb',
    words: 'other names of the same list',
    example: 'The board appointed Kirsten Dunst *and Fritz Lang*.',
    spans: listedNames,
  },
  {
    ground: 'object_member',
    name: 'member of a coordination of objects',
    words: 'another object of the same verb',
    example: 'New accounts get 5 GB of storage *and 20,000 requests*.',
    spans: objectMembers,
  },
  {
    ground: 'origin',
    name: 'origin behind the name of a person',
    words: 'where a person is from',
    example: 'Marta Noll *of Olvion* won the stage.',
    spans: origins,
  },
  {
    ground: 'enclosing_place',
    name: 'place that encloses, or is enclosed by, a place',
    words: 'the place that it lies in',
    example: 'Ada Noll was born in Lyon*, France*.',
    spans: enclosingPlaces,
  },
  {
    ground: 'comparison',
    name: 'comparison set off by commas',
    words: 'what it is compared with',
    example: 'Wild bees*, unlike honeybees,* need bare soil.',
    spans: comparisons,
  },
  {
    ground: 'kind_of_national',
    name: 'head of an indefinite predicate nominal behind a nationality',
    words: 'what else it is',
    example: 'Ada Noll is a Norwegian *cartographer*.',
    spans: kindsOfNationals,
  },
];

/**
 * Codes of the rules that are also allowed in a contradiction. They don't include phrases that say where, when or of what kind.
 */
export const HARMLESS_BESIDE_CONTRADICTION: ReadonlySet<string> = new Set(
  'full_stop discourse_word further_clause further_predicate relative_clause parenthesis alias apposition'.split(' '),
);

/** The harmless spans of a statement, including its final full stop. */
export function harmlessSpans(statement: Statement): readonly Span[] {
  let spans = kept.get(statement);
  if (spans === undefined) {
    spans = findSpans(statement);
    kept.set(statement, spans);
  }
  return spans;
}

// Cached, because a statement is compared with many claims.
const kept = new WeakMap<Statement, readonly Span[]>();

function findSpans(statement: Statement): Span[] {
  const behind = endBeforeFinalMark(statement.items);
  const said = attributions(statement);
  const spans: Span[] = [];
  for (const { ground, spans: find } of HARMLESS) {
    for (const { start, end } of find(statement)) {
      if (!said.some((at) => at >= start && at < end)) spans.push({ start, end, ground });
    }
  }
  if (behind < statement.items.length) spans.push({ start: behind, end: statement.items.length, ground: 'full_stop' });
  return spans;
}
