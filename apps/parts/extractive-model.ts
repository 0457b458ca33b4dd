/**
 * `evidence-extractive-1`: a model that answers with literal sentences from the operator's library and makes nothing
 * up.
 */
import { FairSlots, type ShareOf, SlotsFullError } from '#common/fair-slots.ts';
import type { EvidenceLibrary } from '#contracts/ports/evidence-library.ts';
import {
  type LanguageModel,
  type LanguageModelRequest,
  MOST_WAITING_COMPLETIONS,
  type ModelOutcome,
} from '#contracts/ports/language-model.ts';
import type { UsableModel } from '#contracts/ports/organization-models.ts';
import { NO_PRICES } from '#domain/tariff.ts';
import { questionAsClaim } from '#engine/answering/question.ts';
import type { SharedEngine } from '#engine/engine.ts';
import { findInLibrary } from '#pipeline/sources/library.ts';
import { rejectOnAbort } from '#platform/outbound/reject-on-abort.ts';
import { EXTRACTIVE_MODEL } from '../registry.ts';

/** Not a statement about the world, so no evidence is searched for it. */
export const NO_ANSWER = 'I did not find a sentence in my sources that answers this.';

/** Limit of a question together with the one before it; a longer text is not a question. */
const MAX_QUESTION_CHARACTERS = 4_000;

const NO_TOKENS = { input_tokens: 0, output_tokens: 0 };
/** A single thread searches, for verifications too. As many questions may wait as for any other model. */
const CONCURRENT_SEARCHES = { slots: 2, perKey: 1, waitingPerKey: MOST_WAITING_COMPLETIONS };

/** `shareOf`: whose share an organization's questions take. Default: its own. */
export function extractiveModel(
  library: Pick<EvidenceLibrary, 'search'>,
  engine: SharedEngine,
  shareOf?: ShareOf,
): UsableModel {
  const { id, provider, created, shutdown_date } = EXTRACTIVE_MODEL;
  const slots = new FairSlots({ ...CONCURRENT_SEARCHES, shareOf });

  async function answerTo(
    request: LanguageModelRequest,
    organizationId: string,
    signal: AbortSignal,
  ): Promise<string | null> {
    const [asked = '', before = ''] = request.messages
      .filter(({ role }) => role === 'user')
      .map(({ content }) => content.slice(0, MAX_QUESTION_CHARACTERS))
      .reverse();
    const question = questionAsClaim(asked, before);
    const own = engine.forOrganization(organizationId);
    const queries = await own.planQueries([question], 'fast');
    const [found] = await slots.run(organizationId, () => findInLibrary(library, queries), signal);
    signal.throwIfAborted();
    return own.answer(question, [...found!.candidates]);
  }

  const client: LanguageModel = {
    async ask(request, { organization_id, signal }) {
      const answering = answerTo(request, organization_id, signal).then((text) => ({
        ok: true as const,
        answer: text ?? NO_ANSWER,
        usage: NO_TOKENS,
        first_token: null,
      }));
      return Promise.race([answering.catch(failed), rejectOnAbort(signal)]);
    },
  };
  return {
    id,
    provider,
    connection_id: null,
    kind: 'general',
    is_external: false,
    server: '',
    prices: NO_PRICES,
    created,
    shutdown_date,
    client,
  };
}

/** The outcome if the engine is too busy or broken, or if the library does not respond. */
function failed(error: unknown): ModelOutcome {
  if (error instanceof SlotsFullError)
    return { ok: false, failure: { kind: 'unavailable', reason: 'busy' }, usage: null };
  const isSlow = (error as { code?: unknown } | null)?.code === 'engine_timeout';
  return { ok: false, failure: { kind: 'unavailable', reason: isSlow ? 'timeout' : 'server_error' }, usage: null };
}
