/**
 * What earlier checks came to, as far as it still holds: a text is verified again if it, how it is asked about, a version or a
 * document of the library that bears on it has changed.
 */
import { isDeepStrictEqual } from 'node:util';
import type { VerificationResult } from '#contracts/http/verification-result.ts';
import type { Basis } from '../../control/checking.ts';
import type { Input } from '../../control/inputs.ts';
import type { Operations } from '../../control/operations.ts';
import { type CacheEntry, type CacheFile, fingerprinter, readCache, writeCache } from './cache.ts';
import type { FoundClaim } from './finding.ts';

export interface Memory {
  /** What an earlier check of the text came to; null: it must be verified. */
  recall(content: string): Promise<Remembered | null>;
  keep(content: string, result: VerificationResult): void;
  save(): Promise<void>;
  /** Why nothing of the file could be used, or null. */
  note: string | null;
}

export interface Remembered {
  checked_at: string;
  complete: boolean;
  claims: FoundClaim[];
}

/** How texts are asked about; other answers may follow from others. */
export interface Asking {
  profile: string;
  mode: Input<'basis'>['mode'];
  question: string;
}

/** Outside sources change without notice, so what rests on them is looked up again after so long. */
const OUTSIDE_HOLDS_MS = 7 * 24 * 60 * 60 * 1_000;
/** A text that no check has met for so long is gone. */
const UNUSED_FOR_MS = 30 * 24 * 60 * 60 * 1_000;
/** What a claim refers to usually stands in the sentences before it. */
const BEFORE = 300;
const CLAIMS_AT_A_TIME = 100;
const KEY_CHECK = 'evidence verify --cache';

/** `key`: default that of the data folder. Throws UsageError for a file that is no cache. */
export async function openMemory(
  path: string,
  operations: Operations,
  asking: Asking,
  key: string | undefined,
  now = Date.now(),
): Promise<Memory> {
  const { profile, mode, question } = asking;
  const before = await readCache(path);
  const basis = await operations.basis({ profile, mode });
  const keyed = fingerprinter(key ?? basis.key);
  const keyCheck = keyed(KEY_CHECK);
  const documents = documentsOf(basis, keyed);
  const library = keyed('library', JSON.stringify(documents));
  const note = before === null ? null : reasonAgainst(before, keyCheck, basis.versions);
  const usable = before !== null && note === null;
  const entries: CacheFile['entries'] = usable ? before.entries : {};
  const libraries: CacheFile['libraries'] = { ...(usable ? before.libraries : {}), [library]: documents };
  const idOf = (content: string) => keyed('text', content, profile, mode, question);
  const today = new Date(now).toISOString();

  async function stillHolds(entry: CacheEntry, content: string): Promise<boolean> {
    if (basis.outside && now - Date.parse(entry.checked_at) > OUTSIDE_HOLDS_MS) return false;
    if (entry.library === library) return true;
    const then = libraries[entry.library];
    if (then === undefined) return false;
    if (entry.sources.some((source) => then[source] !== documents[source])) return false;
    const arrived = new Set(Object.keys(documents).filter((source) => then[source] !== documents[source]));
    if (arrived.size === 0) return true;
    // It rested on none of these, but might now.
    return !(await looksInto(operations, content, entry.claims, mode, (url) => arrived.has(keyed('source', url))));
  }

  return {
    note,
    async recall(content) {
      const id = idOf(content);
      const entry = entries[id];
      if (entry === undefined) return null;
      if (!(await stillHolds(entry, content))) {
        delete entries[id];
        return null;
      }
      entries[id] = { ...entry, library, used_at: today };
      const { checked_at, complete, claims } = entry;
      const points = [...content];
      return {
        checked_at,
        complete,
        claims: claims.map(([start, end, verdict, code]) => {
          const span = points.slice(start, end).join('');
          return { start, end, verdict, span, claim: span, reason: reasonWords(code, checked_at), correction: null };
        }),
      };
    },
    keep(content, result) {
      const evidence = result.claims.flatMap((claim) => [
        ...claim.supporting_evidence,
        ...claim.opposing_evidence,
        ...claim.contextual_evidence,
      ]);
      const sources = new Set(evidence.map(({ canonical_url }) => keyed('source', canonical_url)));
      entries[idOf(content)] = {
        checked_at: today,
        used_at: today,
        library,
        sources: [...sources].filter((source) => source in documents),
        complete: result.coverage.missing_or_uncertain_spans.length === 0,
        claims: result.claims.map(({ location, verdict, policy_reason }) => [
          location.start,
          location.end,
          verdict,
          /^([a-z_]{1,60}): /.exec(policy_reason)?.[1] ?? '',
        ]),
      };
    },
    save() {
      const used = Object.entries(entries).filter(([, { used_at }]) => now - Date.parse(used_at) < UNUSED_FOR_MS);
      const needed = new Set(used.map(([, entry]) => entry.library));
      return writeCache(path, {
        version: 1,
        key_check: keyCheck,
        versions: basis.versions,
        libraries: Object.fromEntries(Object.entries(libraries).filter(([id]) => needed.has(id))),
        entries: Object.fromEntries(used),
      });
    },
  };
}

function documentsOf({ library }: Basis, keyed: ReturnType<typeof fingerprinter>): Record<string, string> {
  const documents = Object.entries(library).map(
    ([url, hash]) => [keyed('source', url), keyed('content', hash)] as const,
  );
  return Object.fromEntries(documents.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function reasonAgainst(before: CacheFile, keyCheck: string, versions: Record<string, string>): string | null {
  if (before.key_check !== keyCheck) return 'it was written with another key (EVIDENCE_CACHE_KEY)';
  return isDeepStrictEqual(before.versions, versions) ? null : 'the engine, its model or the policy is another';
}

/** No text is kept, so the words that decided can't be shown. */
function reasonWords(code: string, checkedAt: string): string {
  const prefix = code === '' ? '' : `${code}: `;
  return `${prefix}as found on ${checkedAt.slice(0, 10)}, and nothing has changed since; without --cache the passages are shown.`;
}

/** Whether verifying one of the claims would look into a document that `isMeant`. */
async function looksInto(
  operations: Operations,
  content: string,
  claims: CacheEntry['claims'],
  mode: Asking['mode'],
  isMeant: (url: string) => boolean,
): Promise<boolean> {
  const points = [...content];
  for (let at = 0; at < claims.length; at += CLAIMS_AT_A_TIME) {
    const asked = claims.slice(at, at + CLAIMS_AT_A_TIME).map(([start, end]) => ({
      text: points.slice(start, Math.min(end, start + 4_000)).join(''),
      before: points.slice(Math.max(0, start - BEFORE), start).join(''),
    }));
    const { urls } = await operations.librarySources({ claims: asked, mode });
    if (urls.some(isMeant)) return true;
  }
  return false;
}
