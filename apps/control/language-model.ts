/** Operations on the language model of the operator. */
import type { ModelKind } from '#contracts/ports/organization-models.ts';
import type { ModelCheck } from '../models/language-check/check-record.ts';
import type { Service } from '../parts/service.ts';
import type { Input } from './inputs.ts';
import { OperationError } from './operation-error.ts';

export interface LanguageModelOperations {
  /** The model that is used at present; null: none. */
  languageModel(input: Input<'languageModel'>): Promise<LanguageModelInUse | null>;
  /** Sets the model that all processes use from now on; null: none. Throws OperationError if it can't be used. */
  useLanguageModel(input: Input<'useLanguageModel'>): Promise<LanguageModelInUse | null>;
  /** What was measured of language models, the newest first. */
  languageModelChecks(input: Input<'languageModelChecks'>): Promise<{ data: ModelCheck[] }>;
  /** Keeps what was measured; all processes ask the model in the forms that it names. */
  keepLanguageModelCheck(input: Input<'keepLanguageModelCheck'>): Promise<{ kept: true }>;
}

export interface LanguageModelInUse {
  name: string;
  url: string;
  kind: ModelKind;
  /** Whether texts for it are de-identified, as it runs elsewhere. */
  is_external: boolean;
  /** `environment`: EVIDENCE_MODEL; `set`: by `evidence model use`. */
  from: 'environment' | 'set';
}

export function createLanguageModelOperations({
  operatorModel,
}: Pick<Service, 'operatorModel'>): LanguageModelOperations {
  async function languageModel(): Promise<LanguageModelInUse | null> {
    const model = await operatorModel.current();
    if (model === null) return null;
    const { id: name, server: url, kind, is_external } = model;
    return { name, url, kind, is_external, from: operatorModel.isOfEnvironment ? 'environment' : 'set' };
  }

  return {
    languageModel,
    async useLanguageModel({ model }) {
      if (operatorModel.isOfEnvironment) {
        throw new OperationError('EVIDENCE_MODEL names the model, which comes first: start the service without it');
      }
      try {
        await operatorModel.use(model);
      } catch (error) {
        if (error instanceof RangeError) throw new OperationError(error.message);
        throw error;
      }
      return languageModel();
    },
    languageModelChecks: async () => ({ data: await operatorModel.checks() }),
    async keepLanguageModelCheck({ check }) {
      await operatorModel.keepCheck(check);
      return { kept: true };
    },
  };
}
