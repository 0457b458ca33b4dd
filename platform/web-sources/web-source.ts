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
import type { SourceClient, SourceOccasion } from './client.ts';
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

/** The credential for a source, and its price. */
export interface SourceAccount {
  /** The organization's credential; null for sources that need none. */
  credential: SourceOccasion['credential'];
  cents_per_search: number;
}

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
  const now = () => dependencies.now().toISOString();

  async function readByRequest(
    candidates: readonly WebCandidate[],
    query: WebQuery,
    occasion: FetchOccasion,
  ): Promise<WebOutcome<WebDocument | null>[]> {
    const keys = candidates.map(({ key }) => keyOf('document', query.language, key));
    const known = await Promise.all(keys.map((key) => cached<WebDocument | null>(key)));
    const missing = candidates.filter((_, i) => known[i] === null);
    const read = new Map<string, WebOutcome<WebDocument | null>>();
    const batch = wire.text.kind === 'request' ? wire.text.batch : 1;
    for (let at = 0; at < missing.length; at += batch) {
      const some = missing.slice(at, at + batch);
      const outcome = told(await client.read(wire, some, query, asked(occasion)), occasion);
      for (const candidate of some) {
        const document = outcome.ok ? await documentIn(outcome.value, candidate) : outcome;
        read.set(candidate.key, document);
        // At once, so that this document is not requested again if the process is killed during the next one.
        if (document.ok) await put(keyOf('document', query.language, candidate.key), document.value, DOCUMENT_KEPT_S);
      }
    }
    return candidates.map(({ key }, i) => read.get(key) ?? { ok: true, value: known[i]!.value });
  }

  async function documentIn(
    texts: readonly SourceText[],
    candidate: WebCandidate,
  ): Promise<WebOutcome<WebDocument | null>> {
    const found = texts.find(({ key }) => key === candidate.key);
    if (found === undefined) return { ok: true, value: null };
    return documentOf({ ...candidate, ...found.details }, found.text, found.references ?? []);
  }

  async function readSnippet(candidate: WebCandidate, isSnippet: boolean): Promise<WebOutcome<WebDocument | null>> {
    const { snippet } = candidate;
    if (snippet === null) return { ok: true, value: null };
    const read = await documentOf(candidate, snippet, []);
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
    references: readonly string[],
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
        retrieved_at: now(),
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
      const known = await cached<WebCandidate[]>(key);
      if (known !== null) {
        return { ok: true, value: known.value, cached: { verification_id: known.verification_id ?? null } };
      }
      const { verification_id } = occasion;
      // Before the charge is recorded: if the process is killed in between, the search is not sent and paid for again.
      const keep = (found: WebCandidate[]) => put(key, found, ANSWER_KEPT_S, { verification_id });
      return told(await sender(() => client.search(wire, query, asked(occasion), keep)), occasion);
    },
    async follow(url, occasion) {
      const outcome = await readPage(referenceAt(url), occasion);
      return outcome.ok ? outcome.value : null;
    },
    read(candidates, query, occasion) {
      switch (wire.text.kind) {
        case 'request': {
          const read = readByRequest(candidates, query, occasion);
          return candidates.map(async (_, i) => (await read)[i]!);
        }
        case 'page':
          return candidates.map((candidate) => readPage(candidate, occasion));
        case 'snippet':
          return candidates.map((candidate) => readSnippet(candidate, false));
      }
    },
  };
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
