/** A source as the pipeline uses it: a wire with a cache, whose texts are split into passages. */

import { stripInvisible } from '#common/invisible-characters.ts';
import type { FetchOccasion, SourceFetcher } from '#contracts/ports/source-fetcher.ts';
import type {
  WebCandidate,
  WebDocument,
  WebFailure,
  WebOutcome,
  WebQuery,
  WebSource,
  WebSourceUse,
} from '#contracts/ports/web-sources.ts';
import { EngineError, type PageReader } from '#engine/engine.ts';
import { registrableDomain } from '#platform/outbound/registrable-domain.ts';
import { withoutHashes } from '../sources/heading-marks.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { AnswerMemory, SourceClient, SourceOccasion } from './client.ts';
import type { SourceText, SourceWire } from './wire.ts';

export interface WebSourceDependencies {
  client: SourceClient;
  /** Splits texts in a thread; organizations take turns. */
  readers: { forOrganization(organizationId: string): Pick<PageReader, 'splitPassages'> };
  cache: AnswerCache;
  /** Fetches the pages that a search names. */
  pages: SourceFetcher;
  now: () => Date;
  /** Default: PAGE_TIMEOUT_MS. */
  pageTimeoutMs?: number;
  /** Called for every request that failed, for logs and metrics. */
  onFailure?: (source: string, failure: WebFailure, occasion: FetchOccasion) => void;
}

/** If a page takes longer, its snippet is used, so that one page does not use up the time of its verification. */
export const PAGE_TIMEOUT_MS = 6_000;
/** What a search finds changes slowly; an hour also covers every repetition after a crash. */
const ANSWER_KEPT_S = 3_600;
const DOCUMENT_KEPT_S = 86_400;
/** Larger documents are read again. */
const LARGEST_CACHED = 1_000_000;

interface CachedAnswer<Value> {
  value: Value;
  /** RFC 3339: when the entry expires. */
  until: string;
  /** The verification that asked; absent for documents, which cost nothing, and in entries of older versions. */
  verification_id?: string;
}

/** A document's text, kept as the source gave it: if it can't be split now, it need not be asked for again. */
interface ReadText {
  /** Null for a document without text. */
  text: SourceText | null;
  /** RFC 3339. */
  retrieved_at: string;
}

/** The credential for a source, and its price. */
export interface SourceAccount {
  /** The organization's credential; null for sources that need none. */
  credential: SourceOccasion['credential'];
  cents_per_search: number;
}

/** Who asked for a text is not kept, as reading costs nothing. */
const NOBODY = { verification_id: null };
const NO_ACCOUNT: SourceAccount = { credential: null, cents_per_search: 0 };

export function createWebSource(
  dependencies: WebSourceDependencies,
  wire: SourceWire,
  use: Pick<WebSourceUse, 'organization_id' | 'retention_s'>,
  { credential, cents_per_search }: SourceAccount = NO_ACCOUNT,
): WebSource {
  const { client, cache, onFailure } = dependencies;
  const told = <Value>(outcome: WebOutcome<Value>, occasion: FetchOccasion): WebOutcome<Value> => {
    if (!outcome.ok && !outcome.unasked) onFailure?.(wire.id, outcome.failure, occasion);
    return outcome;
  };
  const asked = (occasion: FetchOccasion): SourceOccasion => ({ ...occasion, credential });
  const keyOf = (kind: string, ...parts: string[]) => [wire.id, kind, ...parts];
  const keyOfText = ({ key }: WebCandidate, { language }: WebQuery) => keyOf('text', language, key);
  const now = () => dependencies.now().toISOString();

  /** Each document is there as soon as its text is: an abort loses only those that are still to be read. */
  function readByRequest(
    candidates: readonly WebCandidate[],
    query: WebQuery,
    occasion: FetchOccasion,
    batch: number,
  ): Promise<WebOutcome<WebDocument | null>>[] {
    const documents = new Map(
      candidates.map(({ key }) => [key, Promise.withResolvers<WebOutcome<WebDocument | null>>()]),
    );
    const settle = (candidate: WebCandidate, text: ReadText) =>
      documents.get(candidate.key)!.resolve(documentIn(text, candidate));
    const read = async () => {
      const known = await textsOf(candidates, query);
      for (const [i, candidate] of candidates.entries()) if (known[i]) settle(candidate, known[i].value);
      const missing = candidates.filter((_, i) => known[i] === null);
      for (let at = 0; at < missing.length; at += batch) {
        const some = missing.slice(at, at + batch);
        const memory = memoryOfTexts(some, query);
        const outcome = told(await client.read(wire, some, query, asked(occasion), memory), occasion);
        for (const candidate of some) {
          if (outcome.ok) settle(candidate, { text: textIn(outcome.value, candidate), retrieved_at: now() });
          else documents.get(candidate.key)!.resolve(outcome);
        }
      }
    };
    read().catch((error) => {
      for (const { reject } of documents.values()) reject(error);
    });
    return candidates.map(({ key }) => documents.get(key)!.promise);
  }

  function textsOf(candidates: readonly WebCandidate[], query: WebQuery): Promise<(CachedAnswer<ReadText> | null)[]> {
    return Promise.all(candidates.map((candidate) => cached<ReadText>(keyOfText(candidate, query))));
  }

  function memoryOfTexts(candidates: readonly WebCandidate[], query: WebQuery): AnswerMemory<SourceText[]> {
    return {
      async get() {
        const known = await textsOf(candidates, query);
        if (known.includes(null)) return null;
        return { ok: true, value: known.flatMap((entry) => entry?.value.text ?? []), cached: NOBODY };
      },
      async put(texts) {
        const retrieved_at = now();
        for (const candidate of candidates) {
          const read: ReadText = { text: textIn(texts, candidate), retrieved_at };
          await put(keyOfText(candidate, query), read, DOCUMENT_KEPT_S);
        }
      },
    };
  }

  async function documentIn(
    { text, retrieved_at }: ReadText,
    candidate: WebCandidate,
  ): Promise<WebOutcome<WebDocument | null>> {
    if (text === null) return { ok: true, value: null };
    return documentOf({ ...candidate, ...text.details }, text.text, retrieved_at, text.references);
  }

  async function readSnippet(candidate: WebCandidate, isSnippet: boolean): Promise<WebOutcome<WebDocument | null>> {
    const { snippet } = candidate;
    if (snippet === null) return { ok: true, value: null };
    const read = await documentOf(candidate, snippet, now());
    return read.ok && read.value !== null ? { ok: true, value: { ...read.value, is_snippet: isSnippet } } : read;
  }

  async function readPage(candidate: WebCandidate, occasion: FetchOccasion): Promise<WebOutcome<WebDocument | null>> {
    const { url, title, source_class, jurisdiction, publication_date, licence } = candidate;
    const late = AbortSignal.timeout(dependencies.pageTimeoutMs ?? PAGE_TIMEOUT_MS);
    const bounded = { signal: AbortSignal.any([occasion.signal, late]), kept_for_s: use.retention_s };
    const page = await dependencies.pages
      .fetch({ url, label: title, named_by: 'search' }, { ...occasion, ...bounded })
      .catch((error) => {
        occasion.signal.throwIfAborted();
        if (late.aborted) return null;
        throw error;
      });
    if (page === null) return readSnippet(candidate, true);
    return {
      ok: true,
      value: {
        ...page,
        publication_date: page.publication_date ?? publication_date,
        licence: page.licence ?? licence,
        source_class,
        jurisdiction,
        references: [],
        is_snippet: false,
      },
    };
  }

  async function documentOf(
    candidate: WebCandidate,
    text: string,
    retrieved_at: string,
    references: readonly string[] = [],
  ): Promise<WebOutcome<WebDocument | null>> {
    const { url, destination_url = url, publication_date, licence, source_class, jurisdiction } = candidate;
    const title = stripInvisible(candidate.title);
    const publisher = candidate.publisher && stripInvisible(candidate.publisher);
    const passages = await passagesOf(stripInvisible(text));
    if (passages === null) return { ok: false, failure: { reason: 'unavailable' } };
    if (passages.length === 0) return { ok: true, value: null };
    const domain = (await registrableDomain(destination_url)) ?? new URL(destination_url).hostname;
    return {
      ok: true,
      value: {
        canonical_url: url,
        title,
        publisher: publisher ?? domain,
        destination_domain: domain,
        publication_date,
        licence,
        retrieved_at,
        passages,
        source_class,
        jurisdiction,
        references,
        is_snippet: false,
      },
    };
  }

  /** Null if the reader failed or timed out. */
  async function passagesOf(text: string): Promise<string[] | null> {
    const reader = dependencies.readers.forOrganization(use.organization_id);
    try {
      const passages = await reader.splitPassages(withoutHashes(text));
      return passages.map((passage) => passage.text);
    } catch (error) {
      if (error instanceof EngineError) return null;
      throw error;
    }
  }

  async function cached<Value>(key: readonly string[]): Promise<CachedAnswer<Value> | null> {
    const entry = await cache.get<CachedAnswer<Value>>(use.organization_id, key);
    return entry !== null && entry.until > now() ? entry : null;
  }

  async function put<Value>(
    key: readonly string[],
    value: Value,
    seconds: number,
    asker: Pick<CachedAnswer<Value>, 'verification_id'> = {},
  ): Promise<void> {
    const ttl = Math.min(seconds, use.retention_s);
    if (ttl <= 0 || JSON.stringify(value).length > LARGEST_CACHED) return;
    const until = new Date(dependencies.now().getTime() + ttl * 1_000).toISOString();
    await cache.put(use.organization_id, key, { value, until, ...asker } satisfies CachedAnswer<Value>, ttl);
  }

  return {
    id: wire.id,
    looks_up: wire.looks_up ?? 'claims',
    cents_per_search,
    async search(query, occasion, sender) {
      const key = keyOf('search', query.language, String(query.limit), query.text);
      const memory: AnswerMemory<WebCandidate[]> = {
        async get() {
          const known = await cached<WebCandidate[]>(key);
          return known && { ok: true, value: known.value, cached: { verification_id: known.verification_id ?? null } };
        },
        put: (found) => put(key, found, ANSWER_KEPT_S, { verification_id: occasion.verification_id }),
      };
      const send = () => client.search(wire, query, asked(occasion), memory);
      return (await memory.get()) ?? told(await sender(send), occasion);
    },
    async follow(url, occasion) {
      const outcome = await readPage(referenceAt(url), occasion);
      return outcome.ok ? outcome.value : null;
    },
    read(candidates, query, occasion) {
      switch (wire.text.kind) {
        case 'request':
          return readByRequest(candidates, query, occasion, wire.text.batch);
        case 'page':
          return candidates.map((candidate) => readPage(candidate, occasion));
        case 'snippet':
          return candidates.map((candidate) => readSnippet(candidate, false));
      }
    },
  };
}

function textIn(texts: readonly SourceText[], candidate: WebCandidate): SourceText | null {
  return texts.find(({ key }) => key === candidate.key) ?? null;
}

/** What is known of a page before it is read. */
function referenceAt(url: string): WebCandidate {
  return {
    key: url,
    url,
    title: new URL(url).hostname,
    publisher: null,
    publication_date: null,
    licence: null,
    jurisdiction: null,
    source_class: 'web_page',
    snippet: null,
  };
}
