/**
 * What earlier checks came to, as far as it still holds: a part of a text is verified again if it, what gives it its meaning in
 * the text, how it is asked about, a version or what it is laid beside of the library has changed.
 */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { codePoints } from '#contracts/code-points.ts';
import { MAX_CONTENT_CHARACTERS } from '#contracts/http/verification.ts';
import type { ClaimRecord, VerificationResult } from '#contracts/http/verification-result.ts';
import { MOST_CLAIMS } from '#contracts/most-claims.ts';
import { namesModel } from '#engine/judging/model/versions.ts';
import type { JudgedClaim } from '../../control/checking.ts';
import { type Input, SearchedClaim } from '../../control/inputs.ts';
import type { Operations } from '../../control/operations.ts';
import { type CacheContents, type KnownPart, readCache, writeCache } from './cache.ts';
import { cacheKeys } from './cache-keys.ts';
import { isOfBasis } from './of-basis.ts';
import {
  byPart,
  earliest,
  isNothingMissing,
  isReadWhole,
  keptClaim,
  type Part,
  type ReadText,
  reachedBy,
  rememberedClaim,
  wordsOf,
} from './parts.ts';
import { type Learned, type Memory, type Recalled, unremembered } from './recalled.ts';
import {
  type RememberedVerdicts,
  rememberedVerdicts,
  sealedInputs,
  type WithRemembered,
  withRemembered,
} from './remembered.ts';
import { isSettled, isTakenApart } from './shortcomings.ts';

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

const SearchedClaims = z.array(SearchedClaim);
type LaidClaim = Input<'libraryEvidence'>['claims'][number];
type JudgedClaims = Readonly<Record<string, JudgedClaim>>;

interface Named {
  content: string;
  file: string;
}

const NO_VERDICTS: RememberedVerdicts = new Map();

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
  const library = keyed('library', basis.library);
  const isRead = namesModel(basis.versions.judge_configuration ?? '');
  const texts: CacheContents['texts'] = before?.texts ?? {};
  const known: CacheContents['parts'] = before?.parts ?? {};
  // With sources outside and without them are two ways of asking.
  const how = [profile, mode, question, basis.outside ? 'outside' : 'library'];
  // What a model is asked about a text, and so its parts, follows from the languages.
  const textOf = (content: string) => keyed('text', content, ...how, ...basis.document_languages);
  const fileOf = (file: string) => keyed('file', file, ...how);
  const today = new Date(now).toISOString();
  /** Whether what was judged of verified claims can be had, without which no verdict can be put beside one of them. */
  let canBeTold = true;

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
      return { start, end, id: keyed(each, digest, ...how) };
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
    const points = [...content];
    const recent = parts.filter(({ id }) => known[id]?.settled && isRecent(known[id]));
    const older = recent.filter(({ id }) => known[id]!.library !== library);
    const laid = older.map((part) => claimsOf(part, known[part.id]!, points));
    const evidence = await evidenceOf(
      content,
      laid.map((claims) => claims ?? []),
    );
    const holds = new Set(recent);
    for (const [i, part] of older.entries()) {
      const { claims } = known[part.id]!;
      if (laid[i] !== null && claims.every((claim, n) => claim.evidence === evidence[i]![n])) {
        known[part.id]!.library = library;
      } else {
        holds.delete(part);
      }
    }
    return holds;
  }

  function isRecent({ checked_at }: KnownPart): boolean {
    return !basis.outside || now - Date.parse(checked_at) <= OUTSIDE_HOLDS_MS;
  }

  /** What is remembered of a part, as it is looked up; null: that can't be read. */
  function claimsOf(part: Part, { searched, claims }: KnownPart, points: readonly string[]): LaidClaim[] | null {
    const opened = searched === null ? null : keys.open(wordsOf(part, points), part.id, searched);
    if (searched !== null && opened === null) return null;
    const made = opened === null ? null : SearchedClaims.parse(JSON.parse(opened));
    return claims.map(({ start, end }, n) => {
      return { start: part.start + start, end: part.start + end, searched: made?.[n] ?? null };
    });
  }

  /**
   * What claims of the text are laid beside of the library; null: the text has no such claim, or the library
   * has changed since the memory was opened, so that a verification in between may have seen another.
   */
  async function evidenceOf(content: string, claims: readonly LaidClaim[][]): Promise<(string | null)[][]> {
    const asked = { content, question, profile, mode, claims: claims.flat() };
    if (asked.claims.length === 0) return claims.map(() => []);
    const { library: of, evidence } = await operations.libraryEvidence(asked);
    const isOfThisState = keyed('library', of) === library;
    const found = evidence.map((digest) => (isOfThisState && digest !== null ? keyed('evidence', digest) : null));
    let at = 0;
    return claims.map((group) => group.map(() => found[at++]!));
  }

  /** Of the parts of a verified text those that would come to the same another time, or the claims of them that would. */
  async function keepParts(
    { result, dates }: WithRemembered,
    content: string,
    each: ReadText['each'],
    parts: readonly (Part & { claims: ClaimRecord[] })[],
    judged: JudgedClaims | null,
  ): Promise<void> {
    // Erased already.
    if (!isTakenApart(result) || (judged === null && each !== 'claim')) return;
    // Those that aren't settled too: a claim may be laid beside passages of its neighbours.
    const laid = parts.map(({ claims }) =>
      claims.map(({ id, location: { start, end } }) => ({ start, end, searched: judged && judged[id]!.searched })),
    );
    const evidence = await evidenceOf(content, laid);
    const points = [...content];
    for (const [i, all] of parts.entries()) {
      const settled = [...all.claims.keys()].filter((n) => isSettled(all.claims[n]!));
      const part = { ...all, settled: settled.length === all.claims.length };
      const claims = settled.flatMap((n) => {
        const rests = evidence[i]![n] ?? null;
        return rests === null ? [] : keptClaim(all.claims[n]!, part, rests);
      });
      if (claims.length < settled.length || (claims.length === 0 && !part.settled)) continue;
      const searched = judged && JSON.stringify(settled.map((n) => laid[i]![n]!.searched));
      const inputs = judged && settled.map((n) => judged[all.claims[n]!.id]!.input);
      known[part.id] = {
        complete: isReadWhole(part, points, result),
        settled: part.settled,
        checked_at: earliest([today, ...part.claims.map(({ id }) => dates.get(id) ?? today)]),
        library,
        searched: searched && keys.seal(wordsOf(part, points), part.id, searched),
        inputs: inputs && sealedInputs(keys, part.id, inputs),
        claims,
      };
    }
  }

  function keepText({ content, file }: Named, { each, parts, dated }: ReadText, complete: boolean): void {
    const kept = parts.map(({ start, end, id }): [number, number, string] => [start, end, id]);
    texts[textOf(content)] = { used_at: today, file: fileOf(file), complete, dated, each, parts: kept };
  }

  /** Of claims that a model may list again of what is open. */
  function verdictsBefore(file: string, { each }: ReadText, open: readonly Part[], holds: ReadonlySet<Part>) {
    if (!isRead || !canBeTold || each === 'claim' || open.length === 0) return NO_VERDICTS;
    const held = new Set([...holds].map(({ id }) => id));
    const isWanted = (id: string, part: KnownPart) => !held.has(id) && isRecent(part);
    return rememberedVerdicts(keys, { texts, parts: known }, fileOf(file), isWanted);
  }

  /** The claims of a verification whose texts may be erased; null: they are, or nothing of them can be had. */
  async function judgedClaims({ id }: VerificationResult): Promise<JudgedClaims | null> {
    return (await operations.judgedClaims({ verification_id: id }).catch(() => null))?.claims ?? null;
  }

  /** What is known of a text of which these parts have to be verified, and those with them that overlap them. */
  function recalled(named: Named, text: ReadText, open: readonly Part[], remembered: RememberedVerdicts): Recalled {
    const { content } = named;
    const points = [...content];
    const reached = reachedBy(open, text.parts);
    const holding = text.parts.filter((part) => !reached.includes(part));
    const claims = holding.flatMap((part) => {
      const { claims, checked_at } = known[part.id]!;
      return claims.map((claim) => rememberedClaim(points, part, claim, checked_at));
    });
    const isAll = holding.length === 0 && remembered.size === 0;

    /** null: what was verified are not the claims of these parts of the text. */
    async function learnOf(parted: ReadText, verified: VerificationResult): Promise<Learned | null> {
      const { each } = parted;
      const judged = each === 'claim' ? null : await judgedClaims(verified);
      if (judged === null && each !== 'claim') canBeTold = false;
      const isSame = isOfBasis(verified, basis);
      const all = isSame || isAll ? withRemembered(verified, judged, remembered) : null;
      if (all === null) return null;
      const { result, dates } = all;
      const parts = isAll ? parted.parts : reached;
      const found = byPart(result, parts, each);
      if (found === null || claims.length + result.claims.length > MOST_CLAIMS.text) return null;
      const withClaims = parts.map((part, i) => ({ ...part, claims: found[i]! }));
      // What can't be remembered is verified another time.
      if (isSame) await keepParts(all, content, each, withClaims, judged).catch(() => {});
      const inStretches = each === 'claim' ? [] : holding.map((part) => ({ ...part, complete: isComplete(part) }));
      const complete = isNothingMissing(result.coverage.missing_or_uncertain_spans, points, inStretches, parts);
      if (isSame) keepText(named, parted, complete);
      return { result, remembered: dates.size, complete };
    }

    return {
      known: claims,
      open: isAll ? 'all' : open.map(({ start, end }) => ({ start, end })),
      known_inputs: [...remembered.keys()],
      complete: text.complete,
      async learn(verified) {
        const inParts = await learnOf(text, verified);
        if (inParts !== null || !isAll) return inParts;
        return (await learnOf(asOnePart(content, text.dated), verified)) ?? unremembered(verified);
      },
      afresh() {
        const whole = asOnePart(content, text.dated);
        return recalled(named, whole, whole.parts, NO_VERDICTS);
      },
    };
  }

  return {
    note: isOfSameVersions ? unusable : 'the engine, its model or the policy is another',

    async recall(content, file) {
      const text = await read(content);
      const holds = await holding(content, text.parts);
      const open = text.parts.filter((part) => !holds.has(part));
      if (open.length === 0) keepText({ content, file }, text, text.complete);
      return recalled({ content, file }, text, open, verdictsBefore(file, text, open, holds));
    },

    save() {
      const used = Object.entries(texts).filter(([, { used_at }]) => now - Date.parse(used_at) < UNUSED_FOR_MS);
      const needed = new Set(used.flatMap(([, { parts }]) => parts.map(([, , id]) => id)));
      const kept = Object.entries(known).filter(([id]) => needed.has(id));
      return writeCache(path, keys, {
        versions,
        texts: Object.fromEntries(used),
        parts: Object.fromEntries(kept),
      });
    },
  };
}
