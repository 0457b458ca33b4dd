/**
 * The paraphrases that the judge knows: items that stand for other items, and statements that a sentence implies. Each is a
 * record with a description for readers.
 */

export interface ParaphraseRecord {
  /** Code of the rule, as used in `grounds`. */
  ground: string;
  /** Name in linguistic terms. */
  name: string;
  /** Description for readers. Completes "It is read with …". */
  words: string;
  /** A sentence and what it is understood to say. */
  example: string;
}

/** Columns: ground, name, words, example. */
const TABLE = `
fronted_adverbial | fronted adverbial | an adverbial in another place | On 3 May the lift opened → The lift opened on 3 May
voice | active and passive voice | active for passive | Lo directed the film → The film was directed by Lo
genitive | genitive | "of" for a genitive | The lorry's brakes failed → The brakes of the lorry failed
inversion | inversion of an identity | the two sides of "is" exchanged | The office day is Thursday → Thursday is the office day
short_name | short name | a shorter or longer form of a name | Oduya left → Miriam Oduya left
pronoun | anaphoric pronoun | a pronoun for the subject of the sentence before | Oduya joined. She left → Oduya left
definite_description | definite description | a description for the name | (Tarn Museum) The museum is shut → The Tarn Museum is shut
document_subject | subject of the document | the document's subject named | (Rolla terms) A booking may be cancelled → A Rolla booking may be cancelled
definite_article | possessive determiner | a possessive for an article | on our test machine → on the test machine
force | deontic equivalents | another word of the same force | The hirer has to pay → The hirer must pay
perfect | present perfect | the past for the perfect | The price has been cut → The price was cut
less_precise_date | date containment | a date that says less | Ada Noll resigned on 3 May 1999 → Ada Noll resigned in 1999
equivalent | equivalent phrase | another phrase of the same meaning | free of charge → free
kind_above | hypernym of a predicate nominal | a wider kind of person | Ada Noll is a singer → Ada Noll is a musician
kind_label | kind in brackets behind a name | the kind by which the name is told from others | Queen is a band formed in Orr → Queen (band) was formed in Orr
relative_statement | statement of a non-restrictive relative clause | what a relative clause says | hot water, which kills yeast → Hot water kills yeast
apposition_statement | statement of an apposition | what an apposition says | Petra Lind, the poet, writes → Petra Lind is the poet
description_statement | restrictive apposition | what a description beside a name says | The botanist Friedrich Welwitsch died → Friedrich Welwitsch was a botanist
modifier_statement | statement of a participle or restrictive relative clause | what a modifier says | Gulls is a film directed by Ada Noll → Gulls was directed by Ada Noll
alias_statement | statement of an alias | another name of the same | The Public Broadcasting Service (PBS) is a broadcaster → PBS is a broadcaster
year_statement | year before a work | the year of a work for that of its release | Gulls is a 2004 film → Gulls was released in 2004
year_modifier | year before a noun for "from" behind it | the year of a thing before it | Gulls is a 2004 film → Gulls is a film from 2004
life_dates | life dates | life dates behind a name | Sejong (15 May 1397 – 8 April 1450) was a king → Sejong died in 1450
`;

export const PARAPHRASES: readonly ParaphraseRecord[] = TABLE.trim()
  .split('\n')
  .map((row) => {
    const [ground = '', name = '', words = '', example = ''] = row.split(' | ');
    return { ground, name, words, example };
  });

export const PARAPHRASE_WORDS: ReadonlyMap<string, string> = new Map(
  PARAPHRASES.map(({ ground, words }) => [ground, words]),
);
