/** The language models that an organization may use: those of the providers that it has connected, then the operator's. */
import type { LanguageModel } from './language-model.ts';

export interface UsableModel {
  /** As its server names it; goes into a request's `model`. Unique in the list of an organization. */
  id: string;
  /** `operator` for the operator's own. */
  provider: string;
  /** null: the operator's. */
  connection_id: string | null;
  /** `grounding`: it only says whether a document carries a claim. */
  kind: 'general' | 'grounding';
  /** Whether texts for it must be de-identified. */
  is_external: boolean;
  /** When it was published, in Unix seconds; 0: not known. */
  created: number;
  /** RFC 3339: when its provider switches it off; null: not announced. */
  shutdown_date: string | null;
  /**
   * Asks with the credential that is in force when the question is sent. Once the provider is disconnected, it answers
   * `disconnected`. Failures are logged here. It rejects where the stores can't be read, too.
   */
  client: LanguageModel;
}

export interface OrganizationModels {
  /**
   * As they are at this moment on any instance; those of the first connection first, and of a connection its default
   * first. Models that their provider has switched off are left out.
   */
  usable(organizationId: string): Promise<readonly UsableModel[]>;
}
