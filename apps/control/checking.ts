/** What a verdict depends on besides the text, for whoever remembers verdicts (`evidence verify --cache`). */
import { createHmac } from 'node:crypto';
import type { CallProgress } from '#agents/dependencies.ts';
import { resolveProfile } from '#command-api/verification/applied-policy.ts';
import { timestamp } from '#common/time.ts';
import { ApiError, errorBody } from '#contracts/errors.ts';
import { VerifyRequest } from '#contracts/http/verification.ts';
import type { Mode } from '#contracts/vocabulary.ts';
import { newId } from '#domain/ids.ts';
import type { AppliedPolicy } from '#domain/verification/applied.ts';
import { paragraphsIn } from '#engine/judging/model/surroundings.ts';
import { namesModel, namesNliModel, sharesPassages } from '#engine/judging/model/versions.ts';
import type { SearchedClaim } from '#engine/types/extraction.ts';
import { validate } from '#http/validation.ts';
import { extractingModel } from '#pipeline/consultations/about-text.ts';
import { judgeInput } from '#pipeline/consultations/judge-input.ts';
import { mapWithDetails } from '#pipeline/runs/claims.ts';
import { judgeItemsOf } from '#pipeline/runs/judge-items.ts';
import { mainLanguages } from '#pipeline/sources/document-languages.ts';
import type { JudgingModel } from '#pipeline/stages/stage.ts';
import type { Service } from '../parts/service.ts';
import { VERSION } from '../version.ts';
import type { Input } from './inputs.ts';
import { libraryEvidence } from './library-evidence.ts';
import { OperationError } from './operation-error.ts';
import { type PartsOfText, partsOfText } from './parts-of-text.ts';
import type { Report } from './progress.ts';
import { ownerKeyRefused, type VerifyOutcome } from './verify-outcome.ts';

export interface Basis {
  /**
   * The service's version, those of the engine and its models, whether the language model is shown placeholders, and the policy:
   * with another, other verdicts may follow.
   */
  versions: Record<string, string>;
  /** Where the language model is that reads for this organization, as two servers may have models of one name; null: none. */
  model_server: string | null;
  /** Its revision: whatever it holds, it has held all along if it has the same one later. */
  library: string;
  /** Languages of its documents, where a language model is asked for search words with a text; else none. */
  document_languages: string[];
  /** Whether anything but the library may be asked, which changes without notice. */
  outside: boolean;
  /** A secret of the data folder for keyed fingerprints, hex. */
  key: string;
}

export interface JudgedClaim {
  /** As it is searched for. */
  searched: SearchedClaim;
  /** What the judges were given about it (`judgeInput`). */
  input: string;
}

export interface CheckingOperations {
  basis(input: Input<'basis'>): Promise<Basis>;
  /** The claims of a verification by their ids; null: they are erased. */
  judgedClaims(input: Input<'judgedClaims'>): Promise<{ claims: Record<string, JudgedClaim> | null }>;
  /**
   * A digest for each claim of what it would be laid beside of the library; null: the text has no such claim. `library`: its revision
   * when all was looked up.
   */
  libraryEvidence(input: Input<'libraryEvidence'>): Promise<{ library: string; evidence: (string | null)[] }>;
  /** The parts of a text that are verified each for itself. */
  partsOf(input: Input<'partsOf'>): Promise<PartsOfText>;
  /**
   * POST /v1/verifications of those claims alone that stand in these places. `body` is as there. A language model isn't asked about
   * claims of which the judges are given one of `known_inputs`, and these say so (`KNOWN_TO_CALLER`).
   */
  verifyWithin(input: Input<'verifyWithin'>): Promise<VerifyOutcome>;
}

/** Names the key's use, as it is derived from a secret that has others. */
const USE = 'evidence verify --cache';

export function createCheckingOperations(service: Service, report: Report): CheckingOperations {
  const { stores, engine, searchLibrary, bootstrap, secrets, verifications } = service;
  const { organization_id } = bootstrap;

  async function resolve(profile: string) {
    const { commands } = service;
    if (commands === null) throw new OperationError('this process does not verify');
    const resolved = await resolveProfile(commands, organization_id, profile);
    if (resolved === null) throw new OperationError('there is no base profile and no active policy of that name');
    return { commands, resolved };
  }

  function leavesHouse(mode: Mode, { base_profile }: Pick<AppliedPolicy, 'base_profile'>): boolean {
    return mode !== 'fast' && base_profile !== 'internal_enterprise' && service.asksOutside;
  }

  const asksOutside = (mode: Mode, { policy, source_set_id }: Awaited<ReturnType<typeof resolve>>['resolved']) =>
    leavesHouse(mode, policy) || source_set_id !== null;

  /** The language model that takes texts apart; null: none does. */
  const extractingModelFor = (mode: Mode, model: JudgingModel | null) =>
    mode === 'fast' ? null : extractingModel(model);

  /** A check gives no sources of its own; pages of a source set, which may be in others, change without notice. */
  const libraryLanguages = async () => mainLanguages(await stores.library.languages());

  return {
    async basis({ profile, mode }) {
      const { commands, resolved } = await resolve(profile);
      const { policy, source_set_id } = resolved;
      const models = await commands.engineOf(organization_id);
      const model = await service.judgingModels(organization_id);
      const isTakenApart = extractingModelFor(mode, model) !== null;
      // A model that is shown placeholders may say something else.
      const placeholders = String(model?.deidentify ?? false);
      return {
        versions: {
          ...{ service: VERSION, ...models, placeholders, policy_version: policy.version },
          ...{ policy: JSON.stringify(policy), source_set: source_set_id ?? '' },
        },
        library: await stores.library.revision(),
        document_languages: isTakenApart ? await libraryLanguages() : [],
        outside: asksOutside(mode, resolved),
        model_server: model?.server ?? null,
        key: createHmac('sha256', secrets.pepper).update(USE).digest('hex'),
      };
    },

    async judgedClaims({ verification_id: id }) {
      const [{ state }, texts] = await Promise.all([verifications.load(id), verifications.texts(id)]);
      const { request } = state.head;
      if (texts === null || request === null) return { claims: null };
      const run = { verification_id: id, request, texts, engine: engine.forOrganization(organization_id) };
      const { judge_configuration } = request.engine;
      const { itemOf } = await judgeItemsOf(run, namesModel(judge_configuration));
      const isReadByScore = namesNliModel(judge_configuration);
      const claims = await mapWithDetails(
        { withDetails: verifications.details(id) },
        [...state.claims.values()],
        ['extracted', 'evidence'],
        (claim): [string, JudgedClaim] => {
          const item = itemOf(claim);
          const { checkable, normalized_claim, sentence, language, search_words } = item.claim;
          const searched = { checkable, normalized_claim, sentence, language, search_words };
          return [claim.extracted.claim_id, { searched, input: judgeInput(item, { isReadByScore }) }];
        },
      );
      return { claims: Object.fromEntries(claims) };
    },

    async libraryEvidence({ content, question, profile, mode, claims }) {
      const { commands, resolved } = await resolve(profile);
      const { judge_configuration } = await commands.engineOf(organization_id);
      const own = engine.forOrganization(organization_id);
      const isByRules = claims.some(({ searched }) => searched === null);
      const input = { content, question, requestedAt: timestamp(stores.clock), direct: false };
      const byRules = isByRules ? (await own.extract(input)).claims : [];
      const atPlace = new Map(Array.from(byRules, (claim) => [`${claim.start} ${claim.end}`, claim]));
      const asked = claims.map(({ start, end, searched }) => searched ?? atPlace.get(`${start} ${end}`) ?? null);
      const lookup = {
        engine: own,
        library: stores.library,
        search: (queries: Parameters<typeof searchLibrary>[1]) => searchLibrary(organization_id, queries),
        mode,
        asksOutside: asksOutside(mode, resolved),
        isReadByScore: namesNliModel(judge_configuration),
      };
      const paragraphAt = sharesPassages(mode, judge_configuration) ? paragraphsIn(content) : null;
      const laid = asked.flatMap((claim, n) =>
        claim === null ? [] : { claim, paragraph: paragraphAt?.(claims[n]!.start) ?? null },
      );
      const found = await libraryEvidence(lookup, laid);
      let next = 0;
      return {
        library: await stores.library.revision(),
        evidence: asked.map((claim) => (claim === null ? null : found[next++]!)),
      };
    },

    async partsOf({ content, question, profile, mode }) {
      const { commands, resolved } = await resolve(profile);
      const { judge_configuration } = await commands.engineOf(organization_id);
      const model = extractingModelFor(mode, await service.judgingModels(organization_id));
      const { policy } = resolved;
      return partsOfText(engine.forOrganization(organization_id), {
        content,
        question,
        isRead: namesModel(judge_configuration),
        asksOutside: leavesHouse(mode, policy),
        use: model && {
          ...{ deidentify: model.deidentify, form: model.text_form, base_profile: policy.base_profile },
          document_languages: await libraryLanguages(),
        },
        now: timestamp(stores.clock),
      });
    },

    async verifyWithin({ body, ...parts }) {
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
        const result = await agents.verify(bootstrap.key, order, watching, parts);
        return { status: 201, retry_after: null, body: { request_id: requestId, result }, html: null };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.status === 401) throw new OperationError(ownerKeyRefused(bootstrap.keyFile));
        return { status: error.status, retry_after: error.retryAfter, body: errorBody(error, requestId), html: null };
      }
    },
  };
}
