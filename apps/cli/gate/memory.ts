/**
 * What earlier checks came to, as far as it still holds: a part of a text is verified again if it, what gives it its meaning in
 * the text, how it is asked about, a version or a document of the library that bears on it has changed.
 */
import { isDeepStrictEqual } from 'node:util';
import { codePoints } from '#contracts/code-points.ts';
import { MAX_CONTENT_CHARACTERS } from '#contracts/http/verification.ts';
import type { ClaimRecord, VerificationResult } from '#contracts/http/verification-result.ts';
import { MOST_CLAIMS } from '#contracts/most-claims.ts';
import type { Place } from '#engine/types.ts';
import type { Basis } from '../../control/checking.ts';
import type { Input } from '../../control/inputs.ts';
import type { Operations } from '../../control/operations.ts';
import { type CacheContents, cacheKeys, type Fingerprint, type KnownClaim, readCache, writeCache } from './cache.ts';
import type { FoundClaim } from './finding.ts';
import {
  byPart,
  isNothingMissing,
  isReadWhole,
  type Part,
  type ReadText,
  reachedBy,
  rememberedClaim,
} from './parts.ts';
import { isSettled, isTakenApart } from './shortcomings.ts';

export interface Memory {
  recall(content: string): Promise<Recalled>;
  save(): Promise<void>;
  /** Why nothing of the file could be used, or null. */
  note: string | null;
}

/** What is known of a text, and what is not. */
export interface Recalled {
  known: FoundClaim[];
  /** Places of which the claims have to be verified; `all`: those of the whole text. */
  open: readonly Place[] | 'all';
  /** Whether all of the text was read; counts where nothing is open. */
  complete: boolean;
  /**
   * Remembers what verifying the open places came to, as far as it would come to the same another time. null: the claims
   * are not those of these places, so that nothing that is known of the text counts and all of it has to be verified.
   */
  learn(result: VerificationResult): { complete: boolean } | null;
  /** As if nothing were known of the text. */
  afresh(): Recalled;
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
const CLAIMS_AT_A_TIME = 100;

/** `key`: default that of the data folder. Throws UsageError for a file that is no cache. */
export async function openMemory(
  path: string,
  operations: Operations,
  asking: Asking,
  key: string | undefined,
  now = Date.now(),
): Promise<Memory> {
  const { profile, mode, question } = asking;
  const basis = await operations.basis({ profile, mode });
  const keys = cacheKeys(key ?? basis.key);
  const keyed = keys.fingerprint;
  const { contents, unusable } = await readCache(path, keys);
  const versions = { ...basis.versions, model_server: keyed('model server', basis.model_server ?? '') };
  const isOfSameVersions = contents === null || isDeepStrictEqual(contents.versions, versions);
  const before = isOfSameVersions ? contents : null;
  const documents = documentsOf(basis, keyed);
  const library = keyed('library', JSON.stringify(documents));
  const libraries = { ...before?.libraries, [library]: documents };
  const texts: CacheContents['texts'] = before?.texts ?? {};
  const known: CacheContents['parts'] = before?.parts ?? {};
  const textOf = (content: string) => keyed('text', content, profile, mode, question);
  const today = new Date(now).toISOString();

  /** The text's parts as they stand now. */
  async function read(content: string): Promise<ReadText> {
    const before = texts[textOf(content)];
    if (before !== undefined && !before.dated) {
      return { ...before, parts: before.parts.map(([start, end, id]) => ({ start, end, id })) };
    }
    // What is wrong with the text, verifying it will tell.
    const isTooLong = codePoints(content) > MAX_CONTENT_CHARACTERS;
    const found = isTooLong ? null : await operations.partsOf({ content, question, profile, mode }).catch(() => null);
    if (found === null || found.parts.length === 0) return asOnePart(content, found?.dated ?? true);
    const { each, missing, dated } = found;
    const parts = found.parts.map(({ start, end, digest }) => {
      return { start, end, id: keyed(each, digest, profile, mode, question) };
    });
    const inStretches = each === 'claim' ? [] : parts.map((part) => ({ ...part, complete: isComplete(part) }));
    return { each, dated, parts, complete: isNothingMissing(missing, [...content], inStretches, []) };
  }

  function asOnePart(content: string, dated: boolean): ReadText {
    const day = dated ? today.slice(0, 10) : '';
    const part = { start: 0, end: codePoints(content), id: keyed('whole', textOf(content), day) };
    return { each: 'stretch', dated, parts: [part], complete: isComplete(part) };
  }

  function isComplete({ id }: Part): boolean {
    return known[id]?.complete ?? false;
  }

  /** Those parts of which the verdicts are known and still hold. */
  async function holding(content: string, parts: readonly Part[]): Promise<Set<Part>> {
    const holds = new Set(parts.filter(({ id }) => known[id]?.claims.every(mayHold)));
    /** Claims that rest on no changed document, but might now. */
    const doubtful = [...holds].flatMap((part) =>
      known[part.id]!.claims.flatMap((claim) => {
        const arrived = documentsSince(claim);
        if (arrived.size === 0) return [];
        return [{ part, arrived, place: { start: part.start + claim.start, end: part.start + claim.end } }];
      }),
    );
    const places = doubtful.map(({ place }) => place);
    const lookedInto = await sourcesOf(operations, { content, question, mode }, places);
    for (const [i, { part, arrived }] of doubtful.entries()) {
      if (lookedInto[i]!.some((url) => arrived.has(keyed('source', url)))) holds.delete(part);
    }
    for (const { id } of holds) for (const claim of known[id]!.claims) claim.library = library;
    return holds;
  }

  function mayHold({ checked_at, library, sources }: KnownClaim): boolean {
    if (basis.outside && now - Date.parse(checked_at) > OUTSIDE_HOLDS_MS) return false;
    const then = libraries[library];
    return then !== undefined && sources.every((source) => then[source] === documents[source]);
  }

  /** Documents of the library that are new or have changed since. */
  function documentsSince({ library: of }: KnownClaim): ReadonlySet<string> {
    if (of === library) return new Set();
    return new Set(Object.keys(documents).filter((source) => libraries[of]![source] !== documents[source]));
  }

  function keepParts(
    result: VerificationResult,
    parts: readonly Part[],
    found: ClaimRecord[][],
    content: string[],
  ): void {
    if (!isTakenApart(result)) return;
    for (const [i, part] of parts.entries()) {
      if (!found[i]!.every(isSettled)) continue;
      const claims = found[i]!.map((claim) => keptClaim(claim, part));
      known[part.id] = { complete: isReadWhole(part, content, result), claims };
    }
  }

  function keptClaim(claim: ClaimRecord, part: Part): KnownClaim {
    const evidence = [...claim.supporting_evidence, ...claim.opposing_evidence, ...claim.contextual_evidence];
    const sources = new Set(evidence.map(({ canonical_url }) => keyed('source', canonical_url)));
    return {
      start: claim.location.start - part.start,
      end: claim.location.end - part.start,
      checked_at: today,
      library,
      sources: [...sources].filter((source) => source in documents),
      verdict: claim.verdict,
      reason: /^([a-z_]{1,60}): /.exec(claim.policy_reason)?.[1] ?? '',
    };
  }

  function keepText(content: string, { each, parts, dated }: ReadText, complete: boolean): void {
    const kept = parts.map(({ start, end, id }): [number, number, string] => [start, end, id]);
    texts[textOf(content)] = { used_at: today, complete, dated, each, parts: kept };
  }

  /** What is known of a text of which these parts have to be verified, and those with them that overlap them. */
  function recalled(content: string, text: ReadText, open: readonly Part[]): Recalled {
    const points = [...content];
    const reached = reachedBy(open, text.parts);
    const holding = text.parts.filter((part) => !reached.includes(part));
    const claims = holding.flatMap((part) =>
      known[part.id]!.claims.map((claim) => rememberedClaim(points, part, claim)),
    );
    const isAll = holding.length === 0;
    return {
      known: claims,
      open: isAll ? 'all' : open.map(({ start, end }) => ({ start, end })),
      complete: text.complete,
      learn(result) {
        const found = byPart(result, reached, text.each);
        if (found === null || claims.length + result.claims.length > MOST_CLAIMS.text) {
          return isAll ? this.afresh().learn(result) : null;
        }
        keepParts(result, reached, found, points);
        const inStretches =
          text.each === 'claim' ? [] : holding.map((part) => ({ ...part, complete: isComplete(part) }));
        const missing = result.coverage.missing_or_uncertain_spans;
        const complete = isNothingMissing(missing, points, inStretches, reached);
        keepText(content, text, complete);
        return { complete };
      },
      afresh() {
        const whole = asOnePart(content, text.dated);
        return recalled(content, whole, whole.parts);
      },
    };
  }

  return {
    note: isOfSameVersions ? unusable : 'the engine, its model or the policy is another',

    async recall(content) {
      const text = await read(content);
      const holds = await holding(content, text.parts);
      const open = text.parts.filter((part) => !holds.has(part));
      if (open.length === 0) keepText(content, text, text.complete);
      return recalled(content, text, open);
    },

    save() {
      const used = Object.entries(texts).filter(([, { used_at }]) => now - Date.parse(used_at) < UNUSED_FOR_MS);
      const needed = new Set(used.flatMap(([, { parts }]) => parts.map(([, , id]) => id)));
      const kept = Object.entries(known).filter(([id]) => needed.has(id));
      const states = new Set(kept.flatMap(([, { claims }]) => claims.map((claim) => claim.library)));
      return writeCache(path, keys, {
        versions,
        libraries: Object.fromEntries(Object.entries(libraries).filter(([id]) => states.has(id))),
        texts: Object.fromEntries(used),
        parts: Object.fromEntries(kept),
      });
    },
  };
}

function documentsOf({ library }: Basis, keyed: Fingerprint): Record<string, string> {
  const documents = Object.entries(library).map(
    ([url, hash]) => [keyed('source', url), keyed('content', hash)] as const,
  );
  return Object.fromEntries(documents.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** For the claim at each place, the documents that verifying it would look into. */
async function sourcesOf(
  operations: Operations,
  text: Pick<Input<'librarySources'>, 'content' | 'question' | 'mode'>,
  places: readonly Place[],
): Promise<string[][]> {
  const found: string[][] = [];
  for (let at = 0; at < places.length; at += CLAIMS_AT_A_TIME) {
    const asked = places.slice(at, at + CLAIMS_AT_A_TIME);
    found.push(...(await operations.librarySources({ ...text, places: asked })).urls);
  }
  return found;
}
