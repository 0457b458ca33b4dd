/** A language model on somebody else's machine, which gets no personal identifiers of a conversation. */
import type { LanguageModel } from '#contracts/ports/language-model.ts';
import type { SharedEngine } from '#engine/engine.ts';
import type { Logger } from '../logger.ts';

/**
 * Wraps the model: what it reads has placeholders, and placeholders in its answer are replaced by what they stand for.
 */
export function deidentified(model: LanguageModel, engine: SharedEngine, logger: Pick<Logger, 'warn'>): LanguageModel {
  return {
    async ask(request, occasion) {
      const texts = request.messages.map(({ content }) => content);
      const hidden = await engine
        .forOrganization(occasion.organization_id)
        .deidentify(texts)
        .catch((err: unknown) => {
          logger.warn({ err }, 'a conversation was not sent, because it could not be de-identified');
          return null;
        });
      occasion.signal.throwIfAborted();
      if (hidden === null) {
        return { ok: false, failure: { kind: 'unavailable', reason: 'server_error' }, usage: null };
      }
      const messages = request.messages.map(({ role }, i) => ({ role, content: hidden.texts[i]! }));
      const outcome = await model.ask({ ...request, messages }, occasion);
      if (!outcome.ok || typeof outcome.answer !== 'string') return outcome;
      // Loaded on demand.
      const { restorePlaceholders } = await import('#engine/privacy/deidentify.ts');
      return { ...outcome, answer: restorePlaceholders(outcome.answer, new Map(hidden.placeholders)) };
    },
  };
}
