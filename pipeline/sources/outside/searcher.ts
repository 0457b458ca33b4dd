/**
 * Searches outside sources for one verification. All its claims share the results: each question is asked once and each
 * document is read once.
 *
 * The steps for a group of claims, within the limits:
 * 1. Look up the subject of each claim and read the best documents.
 * 2. Search for the words of the claims that no passage covers yet.
 * 3. Search for the words of a contradiction of those that are still not covered.
 * 4. For claims of high materiality, which an encyclopaedia does not decide alone, read references of the documents found.
 */
import type { Clock } from '#contracts/ports/clock.ts';
import type { FetchOccasion } from '#contracts/ports/source-fetcher.ts';
import type { WebCandidate, WebDocument, WebOutcome, WebQuery, WebSource } from '#contracts/ports/web-sources.ts';
import type { BaseProfile } from '#contracts/vocabulary.ts';
import type { RetrievalGap } from '#engine/types/retrieval.ts';
import { candidatesIn } from '../passage-index.ts';
import { type ClaimSearch, notSearched, type SearchedText, type SourceFindings } from '../source.ts';
import { gapOf, isLasting, REFUSING } from './failures.ts';
import { type SourceLedger, UNRECORDED } from './ledger.ts';
import { limitsFor, type OutsideLimits, TIME_BUDGET_MS, take } from './limits.ts';
import {
  foldedCase,
  keyOf,
  OutsideQueries,
  type OutsideSearch,
  type Question,
  queryOf,
  questionOf,
  questionsOf,
  subjectOf,
  weightOf,
} from './queries.ts';
import { ReadDocuments } from './read-documents.ts';
import { likeliestReferences } from './references.ts';

const RESULTS_PER_SEARCH = 5;
/** Documents that are read per search, by its kind. */
const READ = { subject: 2, claim: 2, contradiction: 1, references: 2 };
/** A passage with this share of a claim's words covers the claim: no further search is made for it. */
const COVERED = 0.7;
/** Up to this many claims, all queries are sent, whether the claims are covered or not. */
const FEW_CLAIMS = 3;
/** Up to this many subjects, several documents are read for each. */
const FEW_SUBJECTS = 2;

export interface OutsideWork {
  occasion: FetchOccasion;
  text: Omit<SearchedText, 'checkable'>;
  profile: BaseProfile;
  clock: Clock;
  /** Limits of the run over all its deliveries. Default: by the number of claims of `text`. */
  limits?: OutsideLimits;
  /** Default: nothing is recorded. */
  ledger?: SourceLedger;
  /** Default: TIME_BUDGET_MS. */
  timeBudgetMs?: number;
}

export class OutsideSearcher {
  readonly #sources: readonly WebSource[];
  readonly #work: OutsideWork;
  readonly #queries: OutsideQueries;
  readonly #ledger: SourceLedger;
  readonly #left: OutsideLimits;
  #claimsLeft: number;
  /** Sources that have failed and are not asked again. */
  readonly #failed = new Set<WebSource>();
  readonly #gaps = new Set<RetrievalGap>();
  readonly #answered = new Set<WebSource>();
  /** Keys (source and text) of the questions that were asked. */
  readonly #asked = new Set<string>();
  /** Texts of questions that a source has answered. */
  readonly #answers = new Set<string>();
  /** Keys of questions that were not asked because of the limits. */
  readonly #unasked = new Set<string>();
  /** Texts of questions whose results were not all read because of the limits. */
  readonly #unread = new Set<string>();
  readonly #read = new Set<string>();
  readonly #documents = new ReadDocuments();
  /** Used milliseconds of the time budget. */
  #used = 0;

  constructor(sources: readonly WebSource[], work: OutsideWork) {
    this.#sources = sources;
    this.#work = work;
    this.#queries = new OutsideQueries(work.profile, work.text);
    const { limits = limitsFor(work.text.claims.length), ledger = UNRECORDED } = work;
    this.#ledger = ledger;
    const used = ledger.used();
    this.#left = { searches: limits.searches - used.searches, documents: limits.documents - used.documents };
    this.#claimsLeft = work.text.claims.length;
  }

  /** Returns one finding per search, in the same order. Calls must not overlap. */
  async search(searches: readonly ClaimSearch[]): Promise<SourceFindings[]> {
    const wanted = await this.#queries.of(searches);
    await this.#documents.open();
    await this.#readFor(wanted);
    this.#claimsLeft -= wanted.length;
    return wanted.map((search) => this.#findingsFor(search));
  }

  /** Titles of the documents that were read. */
  titles(): ReadonlySet<string> {
    return this.#documents.titles;
  }

  #findingsFor(search: OutsideSearch): SourceFindings {
    const { queries, deidentified } = search;
    // There is nothing to ask: either all words were removed, or the claim has none, as for every other source.
    if (queries.length === 0) {
      return deidentified ? notSearched('query_deidentified') : { candidates: [], searched: true, gaps: [] };
    }
    const gaps = new Set(this.#gaps);
    const questions = questionsOf(search);
    if (questions.some((text) => this.#isShortened(text))) gaps.add('budget_spent');
    if (this.#answered.size === 0) return notSearched(...(gaps.size > 0 ? gaps : ['no_source_reachable' as const]));
    const searched = questions.some((text) => this.#answers.has(foldedCase(text))) || this.#covers(search);
    const candidates = candidatesIn(this.#documents.passages, queries);
    if (candidates.some(({ source }) => source.is_snippet)) gaps.add('snippet_only');
    if (deidentified) gaps.add('query_deidentified');
    return { candidates, searched, gaps: [...gaps] };
  }

  /** Whether the limits prevented asking the question, or reading its results. */
  #isShortened(text: string): boolean {
    return this.#unread.has(foldedCase(text)) || this.#sources.some((source) => this.#unasked.has(keyOf(source, text)));
  }

  async #readFor(searches: readonly OutsideSearch[]): Promise<void> {
    const { occasion, clock, timeBudgetMs = TIME_BUDGET_MS } = this.#work;
    const begun = clock.now();
    const time = AbortSignal.timeout(Math.max(0, timeBudgetMs - this.#used));
    const bounded = { ...occasion, signal: AbortSignal.any([occasion.signal, time]) };
    try {
      await this.#askFor(searches, bounded);
    } catch (error) {
      occasion.signal.throwIfAborted();
      if (!time.aborted) throw error;
      this.#gaps.add('budget_spent');
    } finally {
      this.#used += clock.now() - begun;
    }
  }

  async #askFor(searches: readonly OutsideSearch[], occasion: FetchOccasion): Promise<void> {
    const allowance = this.#allowanceFor(searches.length);
    const isFew = this.#work.text.claims.length <= FEW_CLAIMS;
    const ask = (questions: readonly Question[]) => this.#askAll(questions, allowance, occasion);
    const byWeight = searches.toSorted((a, b) => weightOf(b) - weightOf(a));

    const subjects = [...new Set(byWeight.map(subjectOf))];
    // The first result is mostly the right one, and with many subjects the others would use up the limits.
    const perSubject = subjects.length > FEW_SUBJECTS ? 1 : READ.subject;
    await ask(subjects.flatMap((subject) => questionOf(subject, perSubject, 'all')));
    for (const search of byWeight) {
      const neutral = queryOf(search, 'neutral');
      if (isFew || !this.#covers(search)) await ask(questionOf(neutral?.text, READ.claim, 'claims'));
    }
    for (const search of byWeight) {
      const contradiction = queryOf(search, 'contradiction');
      if (isFew || !this.#covers(search)) await ask(questionOf(contradiction?.text, READ.contradiction, 'claims'));
    }
    for (const search of byWeight) {
      if (search.claim.materiality === 'high') await this.#followReferences(search, allowance, occasion);
    }
  }

  /** Reads references of the documents that are about the claim. */
  async #followReferences(search: OutsideSearch, allowance: OutsideLimits, occasion: FetchOccasion): Promise<void> {
    const neutral = queryOf(search, 'neutral');
    if (neutral === undefined) return;
    const speaking = new Set(this.#documents.passages.search(neutral, READ.references).map(({ source }) => source));
    for (const document of speaking) {
      const { source, urls = [] } = this.#documents.referencesOf(document) ?? {};
      for (const url of likeliestReferences(urls, neutral).slice(0, READ.references)) {
        if (source === undefined || this.#read.has(url)) continue;
        if (!this.#ledger.hasRead(source, url) && !take(allowance, this.#left, 'documents')) {
          this.#unread.add(foldedCase(neutral.text));
          return;
        }
        this.#read.add(url);
        if (!(await this.#ledger.mayRead([{ source, url }]))) return;
        const page = await source.follow(url, occasion);
        if (page !== null) await this.#add(source, page);
      }
    }
  }

  /** A group's share of the limits that are left, by its number of claims. */
  #allowanceFor(claims: number): OutsideLimits {
    const share = Math.min(1, claims / Math.max(1, this.#claimsLeft));
    return { searches: Math.ceil(this.#left.searches * share), documents: Math.ceil(this.#left.documents * share) };
  }

  /** Figures don't count, because a passage with another figure may contradict the claim. */
  #covers(search: OutsideSearch): boolean {
    const neutral = queryOf(search, 'neutral');
    if (neutral === undefined) return true;
    const words = neutral.terms.filter((term) => !/^\d/.test(term));
    return this.#documents.passages.bestShare({ ...neutral, terms: words }) >= COVERED;
  }

  async #askAll(questions: readonly Question[], allowance: OutsideLimits, occasion: FetchOccasion): Promise<void> {
    const found = await Promise.all(
      questions.flatMap((question) =>
        this.#sources
          .filter((source) => question.lookedUp === 'all' || source.looks_up === question.lookedUp)
          .map((source) => this.#find(source, question, allowance, occasion)),
      ),
    );
    await this.#readAll(found.flat(), allowance, occasion);
  }

  /** Asks one source and returns the results that should be read. */
  async #find(
    source: WebSource,
    { text, read }: Question,
    allowance: OutsideLimits,
    occasion: FetchOccasion,
  ): Promise<Found[]> {
    const key = keyOf(source, text);
    if (this.#failed.has(source) || this.#asked.has(key)) return [];
    if (!this.#ledger.hasSearched(source, foldedCase(text)) && !take(allowance, this.#left, 'searches')) {
      this.#unasked.add(key);
      return [];
    }
    this.#unasked.delete(key);
    this.#asked.add(key);
    const query = { text, language: this.#work.text.language, limit: RESULTS_PER_SEARCH };
    const outcome = await this.#ledger.search(source, foldedCase(text), occasion.signal, (sender) =>
      source.search(query, occasion, sender),
    );
    if (!this.#noted(source, outcome, REFUSING.search)) return [];
    this.#answers.add(foldedCase(text));
    return outcome.value.slice(0, read).map((candidate) => ({ source, candidate, query }));
  }

  async #readAll(found: readonly Found[], allowance: OutsideLimits, occasion: FetchOccasion): Promise<void> {
    const wanted: Found[] = [];
    for (const each of found) {
      const key = each.candidate.url;
      if (this.#read.has(key) || this.#failed.has(each.source)) continue;
      if (!this.#ledger.hasRead(each.source, key) && !take(allowance, this.#left, 'documents')) {
        this.#unread.add(foldedCase(each.query.text));
        continue;
      }
      this.#read.add(key);
      wanted.push(each);
    }
    const documents = wanted.map(({ source, candidate }) => ({ source, url: candidate.url }));
    if (!(await this.#ledger.mayRead(documents))) return;
    const bySource = Map.groupBy(wanted, ({ source }) => source);
    const reads = [...bySource].flatMap(([source, some]) => {
      const candidates = some.map(({ candidate }) => candidate);
      // Each document is added at once, so that those that arrive within the time budget count.
      return source.read(candidates, some[0]!.query, occasion).map(async (reading) => {
        const outcome = await reading;
        if (!this.#noted(source, outcome, REFUSING.read) || outcome.value === null) return;
        await this.#add(source, outcome.value);
      });
    });
    try {
      await Promise.all(reads);
    } finally {
      await this.#documents.added();
    }
  }

  async #add(from: WebSource, document: WebDocument): Promise<void> {
    if (!(await this.#documents.add(from, document))) this.#gaps.add('budget_spent');
  }

  /** Returns whether the source has answered. After a lasting failure it is not asked again. */
  #noted<Value>(
    source: WebSource,
    outcome: WebOutcome<Value>,
    refusing: readonly number[],
  ): outcome is { ok: true; value: Value } {
    if (outcome.ok) this.#answered.add(source);
    else {
      this.#gaps.add(gapOf(outcome.failure));
      if (isLasting(outcome.failure, refusing)) this.#failed.add(source);
    }
    return outcome.ok;
  }
}

interface Found {
  source: WebSource;
  candidate: WebCandidate;
  query: WebQuery;
}
