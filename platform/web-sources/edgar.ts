/**
 * Filings of companies with the U.S. Securities and Exchange Commission since 2001, after "EDGAR Full Text Search: FAQ"
 * (sec.gov/edgar/search/efts-faq.html) and the answers of the search as published in June 2026; the Commission documents
 * the search, not its answers. It finds documents and gives none of their text: the document is read as a page. Both hosts
 * refuse callers whose User-Agent names no contact.
 */
import { z } from 'zod';
import { candidateOf, Line, ListOf, MaybeText, PageUrl, readAnswer, readRows } from './answers.ts';
import { dateOfText } from './database-dates.ts';
import { queryWords } from './query-words.ts';
import type { SourceWire, WebCandidate } from './wire.ts';

const ARCHIVES = 'https://www.sec.gov/Archives/edgar/data';
/** What the Commission says of its site: "Information presented on sec.gov is considered public information". */
const LICENCE = 'public information (sec.gov)';
/** Reports in which companies speak of their business; not forms of single transactions. */
const FORMS = '10-K,10-Q,8-K,20-F,40-F,6-K,DEF 14A,S-1';
/** The search wants all of the words. */
const MAX_WORDS = 5;

const Answer = z.object({ hits: z.object({ hits: z.array(z.unknown()) }) });

/** "0000320193-23-000106:aapl-20230930.htm" */
const ID = /^(\d{10}-\d{2}-\d{6}):([\w.-]{1,150})$/;

const Hit = z
  .object({
    _id: z.string().regex(ID),
    _source: z.object({
      /** "Apple Inc.  (AAPL)  (CIK 0000320193)" */
      display_names: z.tuple([Line]).rest(z.unknown()),
      ciks: z.tuple([z.string().regex(/^\d{1,10}$/)]).rest(z.unknown()),
      form: MaybeText,
      root_forms: ListOf(Line),
      file_type: MaybeText,
      file_date: MaybeText,
      period_ending: MaybeText,
    }),
  })
  .transform(({ _id, _source: source }, context): WebCandidate => {
    const [, accession = '', file = ''] = ID.exec(_id)!;
    const url = PageUrl.safeParse(`${ARCHIVES}/${Number(source.ciks[0])}/${accession.replaceAll('-', '')}/${file}`);
    if (!url.success) {
      context.addIssue('not the name of a document');
      return z.NEVER;
    }
    const company = source.display_names[0].replace(/(?<!\s)\s*\((?:CIK )?[A-Z0-9][A-Z0-9., -]*\)/g, '').trim();
    const form = source.form ?? source.root_forms[0] ?? source.file_type;
    const period = dateOfText(source.period_ending);
    return candidateOf({
      key: _id,
      url: url.data,
      title: [company, form, period === null ? null : `period ending ${period}`].filter(Boolean).join(', '),
      publisher: company,
      publication_date: dateOfText(source.file_date),
      licence: LICENCE,
      jurisdiction: 'US',
      source_class: 'company_filing',
    });
  });

const YEAR = /^(?:19|20)\d\d$/;
/** Words of magnitude and change: filings use figures and other words for them. */
const VAGUE =
  /^(?:hundred|thousand|million|billion|trillion|percent|cent|dollars?|usd|about|over|more|less|almost|nearly|up|down|(?:rose|fell|grew|increas|decreas|declin|report|announc|actual|disput)\w*|not)$/i;

/**
 * Names and years first, then other words. Figures other than years are left out: filings have them in full
 * ("394,328" in millions), so a rounded one would exclude the filing in question.
 */
function tellingWords(text: string): string[] {
  const words = queryWords(text).filter((word) => !VAGUE.test(word) && (!/\d/.test(word) || YEAR.test(word)));
  const isName = (word: string) => /\p{Lu}/u.test(word) || YEAR.test(word);
  return [...words.filter(isName), ...words.filter((word) => !isName(word))].slice(0, MAX_WORDS);
}

export const edgar: SourceWire = {
  id: 'edgar',
  base_url: 'https://efts.sec.gov/LATEST',
  rate: { interval_ms: 100, concurrent: 2 },
  search({ text }, { contact }) {
    // Its hosts refuse all requests without a contact.
    if (contact === null) return null;
    const words = tellingWords(text);
    if (words.length === 0) return null;
    return { method: 'GET', path: '/search-index', query: { q: words.join(' '), forms: FORMS }, answer: 'json' };
  },
  parseSearch(answer, { limit }) {
    const { hits } = readAnswer(Answer, answer);
    return readRows(Hit, hits.hits, 'hits.hits').slice(0, limit);
  },
  text: { kind: 'page' },
  check: { query: 'Apple iPhone net sales', expect: 'Apple' },
};
