/** What a verdict depends on besides the text, for whoever remembers verdicts (`evidence verify --cache`). */
import { createHash, createHmac } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { CallProgress } from '#agents/dependencies.ts';
import { resolveProfile } from '#command-api/verification/applied-policy.ts';
import { timestamp } from '#common/time.ts';
import { ApiError, errorBody } from '#contracts/errors.ts';
import { VerifyRequest } from '#contracts/http/verification.ts';
import { newId } from '#domain/ids.ts';
import { questionAsClaim } from '#engine/answering/question.ts';
import { namesExtractor } from '#engine/extraction/model/versions.ts';
import { surroundingsIn } from '#engine/judging/model/surroundings.ts';
import { namesModel } from '#engine/judging/model/versions.ts';
import { validate } from '#http/validation.ts';
import { findInLibrary, libraryUrl } from '#pipeline/sources/library.ts';
import type { Service } from '../parts/service.ts';
import { VERSION } from '../version.ts';
import type { Input } from './inputs.ts';
import { OperationError } from './operation-error.ts';
import type { Report } from './progress.ts';
import { ownerKeyRefused, type VerifyOutcome } from './verify-outcome.ts';

export interface Basis {
  /** The service's version, those of the engine and its models, and the policy: with another, other verdicts may follow. */
  versions: Record<string, string>;
  /** The documents of the library: a digest of the content by the document's URL. */
  library: Record<string, string>;
  /** Whether anything but the library may be asked, which changes without notice. */
  outside: boolean;
  /**
   * Whether the claims of a text are verified each for itself, so that some of them can be without the others. They aren't
   * where a language model takes the text apart, as the list of claims is its answer to all of a stretch; nor where sources
   * outside are asked, as the claims of a text share calls and pages.
   */
  each_claim: boolean;
  /** A secret of the data folder for keyed fingerprints, hex. */
  key: string;
}

export interface CheckingOperations {
  basis(input: Input<'basis'>): Promise<Basis>;
  /** For the claim at each place, the URLs of the library's documents that verifying it would look into, sorted. */
  librarySources(input: Input<'librarySources'>): Promise<{ urls: string[][] }>;
  /** The claims that the rules take from a text, in its order. */
  claimsOf(input: Input<'claimsOf'>): Promise<ClaimsOfText>;
  /** POST /v1/verifications of those claims alone that stand in these places. `body` is as there. */
  verifyWithin(input: Input<'verifyWithin'>): Promise<VerifyOutcome>;
}

export interface ClaimsOfText {
  /** Whether all of the text was read. */
  complete: boolean;
  /** Whether the claims may be others on another day: a day that the text names is still to come. */
  dated: boolean;
  /** Places in code points, end exclusive. */
  claims: {
    start: number;
    end: number;
    /** Of everything in the text that its verdict depends on. */
    digest: string;
  }[];
}

/** Names the key's use, as it is derived from a secret that has others. */
const USE = 'evidence verify --cache';
/** After every day that a text may name. */
const ANY_LATER_DAY = '9999-12-31T00:00:00Z';
/** Characters of a claim that are searched for, and of what stands before it: it may say what "it" is. */
const LONGEST_CLAIM = 4_000;
const BEFORE = 300;

export function createCheckingOperations(service: Service, report: Report): CheckingOperations {
  const { stores, engine, bootstrap, secrets } = service;
  const { organization_id } = bootstrap;
  return {
    async basis({ profile, mode }) {
      const { commands } = service;
      if (commands === null) throw new OperationError('this process does not verify');
      const resolved = await resolveProfile(commands, organization_id, profile);
      if (resolved === null) throw new OperationError('there is no base profile and no active policy of that name');
      const { policy, source_set_id } = resolved;
      const models = await commands.engineOf(organization_id);
      const inventory = await stores.library.inventory();
      const leavesHouse = mode !== 'fast' && policy.base_profile !== 'internal_enterprise' && service.asksOutside;
      const outside = leavesHouse || source_set_id !== null;
      return {
        versions: { service: VERSION, ...models, policy: JSON.stringify(policy), source_set: source_set_id ?? '' },
        library: Object.fromEntries(Object.entries(inventory).map(([path, hash]) => [libraryUrl(path), hash])),
        outside,
        each_claim: !outside && (mode === 'fast' || !namesExtractor(models)),
        key: createHmac('sha256', secrets.pepper).update(USE).digest('hex'),
      };
    },

    async librarySources({ content, question, places, mode }) {
      const own = engine.forOrganization(organization_id);
      const requestedAt = timestamp(stores.clock);
      const { claims, language } = await own.extract({ content, question, requestedAt, direct: false });
      const extracted = new Map(claims.map((claim) => [`${claim.start} ${claim.end}`, claim]));
      const points = [...content];
      const asked = places.map(({ start, end }) => {
        const claim = extracted.get(`${start} ${end}`);
        if (claim !== undefined) return claim;
        // Taken from the text by a model: its words, as they stand.
        const text = points.slice(start, Math.min(end, start + LONGEST_CLAIM)).join('');
        const before = points.slice(Math.max(0, start - BEFORE), start).join('');
        return { ...questionAsClaim(text, before), ...(language !== 'en' && language !== 'und' && { language }) };
      });
      const found = await findInLibrary(stores.library, await own.planQueries(asked, mode));
      const ranked = await own.rank(
        asked,
        found.map(({ candidates }) => [...candidates]),
      );
      return { urls: ranked.map((found) => [...new Set(found.map(({ source }) => source.canonical_url))].sort()) };
    },

    async claimsOf({ content, question }) {
      const { commands } = service;
      if (commands === null) throw new OperationError('this process does not verify');
      const own = engine.forOrganization(organization_id);
      const extract = (requestedAt: string) => own.extract({ content, question, requestedAt, direct: false });
      const [extracted, later, about, { judge_configuration }] = await Promise.all([
        extract(timestamp(stores.clock)),
        extract(ANY_LATER_DAY),
        own.mainName(content),
        commands.engineOf(organization_id),
      ]);
      // A language model is shown what stands around a claim, and asked the sooner, the more material it is.
      const around = namesModel(judge_configuration) ? surroundingsIn(content) : null;
      const { claims, language, missing_spans } = extracted;
      return {
        complete: missing_spans.length === 0,
        dated: !isDeepStrictEqual(claims, later.claims),
        claims: claims.map(({ ordinal: _, chunk: __, start, end, materiality, ...claim }) => {
          const given = [claim, language, about, ...(around === null ? [] : [around({ start, end }), materiality])];
          return { start, end, digest: createHash('sha256').update(JSON.stringify(given)).digest('hex') };
        }),
      };
    },

    async verifyWithin({ body, within }) {
      const { agents } = service;
      if (agents === null) throw new OperationError('this process does not verify');
      const requestId = newId('req');
      const request = validate(VerifyRequest, 'body', body);
      if (!request.success) {
        const error = errorBody(new ApiError('validation_error', { detail: request.detail }), requestId);
        return { status: 422, retry_after: null, body: error, html: null };
      }
      const { content: text, ...rest } = request.value;
      const { question, profile, mode, retention_hours } = rest;
      const order = { text, sources: [], question, profile, mode, retention_hours };
      const watching = {
        signal: new AbortController().signal,
        report: ({ done, total, message }: CallProgress) => report({ label: message, done, total }),
      };
      try {
        const result = await agents.verify(bootstrap.key, order, watching, within);
        return { status: 201, retry_after: null, body: { request_id: requestId, result }, html: null };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.status === 401) throw new OperationError(ownerKeyRefused(bootstrap.keyFile));
        return { status: error.status, retry_after: error.retryAfter, body: errorBody(error, requestId), html: null };
      }
    },
  };
}
