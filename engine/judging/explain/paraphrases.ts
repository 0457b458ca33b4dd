/** The paraphrases that are known: items that stand for other items, statements that a sentence implies. Records, with words for people. */

export interface ParaphraseRecord {
  /** Code of the record, as grounds name it. */
  ground: string;
  /** In linguistic terms. */
  name: string;
  /** For people: "It is read with …". */
  words: string;
  /** A sentence, and what it is read to say. */
  example: string;
}

export const PARAPHRASES: readonly ParaphraseRecord[] = [
  {
    ground: 'fronted_adverbial',
    name: 'fronted adverbial',
    words: 'an adverbial in another place',
    example: 'On 3 May the lift opened → The lift opened on 3 May',
  },
  {
    ground: 'voice',
    name: 'active and passive voice',
    words: 'active for passive',
    example: 'Lo directed the film → The film was directed by Lo',
  },
  {
    ground: 'genitive',
    name: 'genitive',
    words: '"of" for a genitive',
    example: "The lorry's brakes failed → The brakes of the lorry failed",
  },
  {
    ground: 'inversion',
    name: 'inversion of an identity',
    words: 'the two sides of "is" exchanged',
    example: 'The office day is Thursday → Thursday is the office day',
  },
  {
    ground: 'short_name',
    name: 'short name',
    words: 'a shorter or longer form of a name',
    example: 'Oduya left → Miriam Oduya left',
  },
  {
    ground: 'pronoun',
    name: 'anaphoric pronoun',
    words: 'a pronoun for the subject of the sentence before',
    example: 'Oduya joined. She left → Oduya left',
  },
  {
    ground: 'definite_description',
    name: 'definite description',
    words: 'a description for the name',
    example: '(Tarn Museum) The museum is shut → The Tarn Museum is shut',
  },
  {
    ground: 'document_subject',
    name: 'subject of the document',
    words: "the document's subject named",
    example: '(Rolla terms) A booking may be cancelled → A Rolla booking may be cancelled',
  },
  {
    ground: 'definite_article',
    name: 'possessive determiner',
    words: 'a possessive for an article',
    example: 'on our test machine → on the test machine',
  },
  {
    ground: 'force',
    name: 'deontic equivalents',
    words: 'another word of the same force',
    example: 'The hirer has to pay → The hirer must pay',
  },
  {
    ground: 'perfect',
    name: 'present perfect',
    words: 'the past for the perfect',
    example: 'The price has been cut → The price was cut',
  },
  {
    ground: 'less_precise_date',
    name: 'date containment',
    words: 'a date that says less',
    example: 'Ada Noll resigned on 3 May 1999 → Ada Noll resigned in 1999',
  },
  {
    ground: 'equivalent',
    name: 'equivalent phrase',
    words: 'another phrase of the same meaning',
    example: 'free of charge → free',
  },
  {
    ground: 'kind_above',
    name: 'hypernym of a predicate nominal',
    words: 'a wider kind of person',
    example: 'Ada Noll is a singer → Ada Noll is a musician',
  },
  {
    ground: 'kind_label',
    name: 'kind in brackets behind a name',
    words: 'the kind by which the name is told from others',
    example: 'Queen is a band formed in Orr → Queen (band) was formed in Orr',
  },
  {
    ground: 'relative_statement',
    name: 'statement of a non-restrictive relative clause',
    words: 'what a relative clause says',
    example: 'hot water, which kills yeast → Hot water kills yeast',
  },
  {
    ground: 'apposition_statement',
    name: 'statement of an apposition',
    words: 'what an apposition says',
    example: 'Petra Lind, the poet, writes → Petra Lind is the poet',
  },
  {
    ground: 'description_statement',
    name: 'restrictive apposition',
    words: 'what a description beside a name says',
    example: 'The botanist Friedrich Welwitsch died → Friedrich Welwitsch was a botanist',
  },
  {
    ground: 'modifier_statement',
    name: 'statement of a participle or restrictive relative clause',
    words: 'what a modifier says',
    example: 'Gulls is a film directed by Ada Noll → Gulls was directed by Ada Noll',
  },
  {
    ground: 'alias_statement',
    name: 'statement of an alias',
    words: 'another name of the same',
    example: 'The Public Broadcasting Service (PBS) is a broadcaster → PBS is a broadcaster',
  },
  {
    ground: 'year_statement',
    name: 'year before a work',
    words: 'the year of a work for that of its release',
    example: 'Gulls is a 2004 film → Gulls was released in 2004',
  },
  {
    ground: 'year_modifier',
    name: 'year before a noun for "from" behind it',
    words: 'the year of a thing before it',
    example: 'Gulls is a 2004 film → Gulls is a film from 2004',
  },
  {
    ground: 'life_dates',
    name: 'life dates',
    words: 'life dates behind a name',
    example: 'Sejong (15 May 1397 – 8 April 1450) was a king → Sejong died in 1450',
  },
];

export const PARAPHRASE_WORDS: ReadonlyMap<string, string> = new Map(
  PARAPHRASES.map(({ ground, words }) => [ground, words]),
);
