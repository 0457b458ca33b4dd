/** A language model for stages that answers as a test says, and notes what it was asked. */
import type { LanguageModel, ModelOutcome } from '#contracts/ports/language-model.ts';
import type { JudgingModel } from '#pipeline/stages/stage.ts';
import { judgingModel } from './judging-model.ts';

export const REFUSED: ModelOutcome = { ok: false, failure: { kind: 'refused' }, usage: null };

export interface AskedModel extends JudgingModel {
  /** Contents of the questions, in order. */
  asked: string[];
}

/** `isMeant`: other questions are refused and not noted. Default: all are answered. */
export function modelThat(
  answers: (content: string) => ModelOutcome | Promise<ModelOutcome>,
  overrides: Partial<JudgingModel> = {},
  isMeant: (content: string) => boolean = () => true,
): AskedModel {
  const asked: string[] = [];
  const model: LanguageModel = {
    async ask({ messages }) {
      const { content } = messages[0]!;
      if (!isMeant(content)) return REFUSED;
      asked.push(content);
      return answers(content);
    },
  };
  return { ...judgingModel({ model, ...overrides }), asked };
}
