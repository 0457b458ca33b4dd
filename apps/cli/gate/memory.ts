/**
 * What earlier checks came to, as far as it still holds: a claim is verified again if it, what gives it its meaning in the text,
 * how it is asked about, a version or a document of the library that bears on it has changed. Where claims can't be verified
 * each for itself (`Basis.each_claim`), all of their text is.
 */
import { isDeepStrictEqual } from 'node:util';
import { codePoints } from '#contracts/code-points.ts';
import { MAX_CONTENT_CHARACTERS } from '#contracts/http/verification.ts';
import type { VerificationResult } from '#contracts/http/verification-result.ts';
import { overlaps, type Stretch } from '#engine/extraction/within.ts';
import type { Basis } from '../../control/checking.ts';
import type { Input } from '../../control/inputs.ts';
import type { Operations } from '../../control/operations.ts';
import { type CacheContents, cacheKeys, type Fingerprint, type KnownClaim, readCache, writeCache } from './cache.ts';
import { type FoundClaim, foundClaims } from './finding.ts';

export interface Memory {
  recall(content: string): Promise<Recalled>;
  save(): Promise<void>;
  /** Why nothing of the file could be used, or null. */
  note: string | null;
}

/** What is known of a text, and what is not. */
export interface Recalled {
  known: FoundClaim[];
  /** Places of the claims that have to be verified; `all`: the text has to be. */
  open: readonly Stretch[] | 'all';
  /** Whether all of the text was read. */
  complete: boolean;
  /** Whether the result has the open claims and no others. */
  answers(result: VerificationResult): boolean;
  /** Remembers what verifying the open claims came to, which was nothing that may be better another time. */
  keep(result: VerificationResult): void;
}

/** How texts are asked about; other answers may follow from others. */
export interface Asking {
  profile: string;
  mode: Input<'basis'>['mode'];
  question: string;
}

/** A claim of a text as it stands now. */
interface Place extends Stretch {
  id: string;
}

interface ReadText {
  places: Place[];
  /** Whether all of the text was read. */
  complete: boolean;
  /** Whether its claims may be others on another day. */
  dated: boolean;
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
  const isOfSameVersions = contents === null || isDeepStrictEqual(contents.versions, basis.versions);
  const before = isOfSameVersions ? contents : null;
  const documents = documentsOf(basis, keyed);
  const library = keyed('library', JSON.stringify(documents));
  const libraries = { ...before?.libraries, [library]: documents };
  const texts: CacheContents['texts'] = before?.texts ?? {};
  const claims: CacheContents['claims'] = before?.claims ?? {};
  const textOf = (content: string) => keyed('text', content, profile, mode, question);
  const today = new Date(now).toISOString();

  /** The text's claims as they stand now; null: only a verification can tell. */
  async function read(content: string): Promise<ReadText | null> {
    const known = texts[textOf(content)];
    if (known !== undefined && !known.dated) {
      const { complete, dated } = known;
      return { places: known.claims.map(([start, end, id]) => ({ start, end, id })), complete, dated };
    }
    if (!basis.each_claim || codePoints(content) > MAX_CONTENT_CHARACTERS) return null;
    // What is wrong with the text, verifying it will tell.
    const found = await operations.claimsOf({ content, question }).catch(() => null);
    if (found === null || found.claims.length === 0) return null;
    const idOf = (digest: string) => keyed('claim', digest, profile, mode, question);
    return {
      places: found.claims.map(({ start, end, digest }) => ({ start, end, id: idOf(digest) })),
      complete: found.complete,
      dated: found.dated,
    };
  }

  /** The ids of those claims whose verdict is known and still holds. */
  async function holding(content: string, places: readonly Place[]): Promise<Set<string>> {
    const holds = new Set<string>();
    /** By the state of the library that they rest on: claims that rest on no changed document, but might now. */
    const doubtful: { place: Place; arrived: ReadonlySet<string> }[] = [];
    for (const place of places) {
      const known = claims[place.id];
      if (known === undefined) continue;
      if (basis.outside && now - Date.parse(known.checked_at) > OUTSIDE_HOLDS_MS) continue;
      const then = known.library === library ? documents : libraries[known.library];
      if (then === undefined || known.sources.some((source) => then[source] !== documents[source])) continue;
      const arrived = new Set(Object.keys(documents).filter((source) => then[source] !== documents[source]));
      if (arrived.size === 0) holds.add(place.id);
      else doubtful.push({ place, arrived });
    }
    const lookedInto = await sourcesOf(
      operations,
      { content, question, mode },
      doubtful.map(({ place }) => place),
    );
    for (const [i, { place, arrived }] of doubtful.entries()) {
      if (lookedInto[i]!.some((url) => arrived.has(keyed('source', url)))) continue;
      claims[place.id] = { ...claims[place.id]!, library };
      holds.add(place.id);
    }
    return holds;
  }

  function keepClaims(result: VerificationResult, places: readonly Place[]): void {
    for (const [i, claim] of result.claims.entries()) {
      const evidence = [...claim.supporting_evidence, ...claim.opposing_evidence, ...claim.contextual_evidence];
      const sources = new Set(evidence.map(({ canonical_url }) => keyed('source', canonical_url)));
      claims[places[i]!.id] = {
        checked_at: today,
        library,
        sources: [...sources].filter((source) => source in documents),
        verdict: claim.verdict,
        reason: /^([a-z_]{1,60}): /.exec(claim.policy_reason)?.[1] ?? '',
      };
    }
  }

  function keepText(content: string, { places, complete, dated }: ReadText): void {
    const claims = places.map(({ start, end, id }): [number, number, string] => [start, end, id]);
    texts[textOf(content)] = { used_at: today, complete, dated, claims };
  }

  return {
    note: isOfSameVersions ? unusable : 'the engine, its model or the policy is another',

    async recall(content) {
      const text = await read(content);
      const places = text?.places ?? [];
      const holds = await holding(content, places);
      const unknown = places.filter(({ id }) => !holds.has(id));
      const isKnown = unknown.length === 0;
      const isPart = basis.each_claim && unknown.length < places.length;
      if (text !== null && (isKnown || isPart)) {
        const { complete } = text;
        const open = places.filter((place) => unknown.some((each) => overlaps(each, place)));
        const points = [...content];
        const known = places.filter((place) => !open.includes(place));
        if (isKnown) keepText(content, text);
        return {
          known: known.map((place) => rememberedClaim(points, place, claims[place.id]!)),
          open: unknown,
          complete,
          answers: (result) => standAt(result, open),
          keep(result) {
            keepClaims(result, open);
            keepText(content, text);
          },
        };
      }
      return {
        known: [],
        open: 'all',
        complete: false,
        answers: () => true,
        keep(result) {
          const found = result.claims.map(({ location: { start, end } }, i) => ({
            ...{ start, end },
            id: keyed('claim of text', textOf(content), String(i)),
          }));
          // By their own fingerprints, if the rules have taken them from the text.
          const own = basis.each_claim && standAt(result, places) ? places : found;
          keepClaims(result, own);
          const complete = result.coverage.missing_or_uncertain_spans.length === 0;
          keepText(content, { places: own, complete, dated: text?.dated ?? false });
        },
      };
    },

    save() {
      const used = Object.entries(texts).filter(([, { used_at }]) => now - Date.parse(used_at) < UNUSED_FOR_MS);
      const needed = new Set(used.flatMap(([, { claims }]) => claims.map(([, , id]) => id)));
      const kept = Object.entries(claims).filter(([id]) => needed.has(id));
      const states = new Set(kept.map(([, claim]) => claim.library));
      return writeCache(path, keys, {
        versions: basis.versions,
        libraries: Object.fromEntries(Object.entries(libraries).filter(([id]) => states.has(id))),
        texts: Object.fromEntries(used),
        claims: Object.fromEntries(kept),
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

/** Whether the result's claims are those at the places, in their order. */
function standAt(result: VerificationResult, places: readonly Stretch[]): boolean {
  const found = foundClaims(result);
  return (
    found.length === places.length &&
    found.every(({ start, end }, i) => start === places[i]!.start && end === places[i]!.end)
  );
}

/** No text is kept, so the words that decided can't be shown. */
function rememberedClaim(
  points: readonly string[],
  { start, end }: Stretch,
  { verdict, reason, checked_at }: KnownClaim,
): FoundClaim {
  const span = points.slice(start, end).join('');
  const code = reason === '' ? '' : `${reason}: `;
  const words = `as found on ${checked_at.slice(0, 10)}, and nothing has changed since; without --cache the passages are shown.`;
  return { start, end, verdict, span, claim: span, reason: `${code}${words}`, correction: null };
}

/** For the claim at each place, the documents that verifying it would look into. */
async function sourcesOf(
  operations: Operations,
  text: Pick<Input<'librarySources'>, 'content' | 'question' | 'mode'>,
  places: readonly Stretch[],
): Promise<string[][]> {
  const found: string[][] = [];
  for (let at = 0; at < places.length; at += CLAIMS_AT_A_TIME) {
    const asked = places.slice(at, at + CLAIMS_AT_A_TIME).map(({ start, end }) => ({ start, end }));
    found.push(...(await operations.librarySources({ ...text, places: asked })).urls);
  }
  return found;
}
