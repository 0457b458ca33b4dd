/** The language models that an organization may use: those of the providers that it has connected, then the operator's. */
import type { LanguageModel, TokenPrices } from './language-model.ts';

/**
 * `general`: labels passages, with quotes. The others say yes or no to one passage at a time, each family in a form of its own
 * (`engine/judging/model/grounding-models.ts`).
 */
export type ModelKind = 'general' | 'grounding' | 'guardian';

/**
 * Forms of the questions about claims to a `general` model, the first for the most capable: claims that stand together, with
 * all passages of each; one claim with all its passages; with a few at once; with one at a time; with one at a time, answered
 * in words instead of JSON.
 */
export const CLAIM_FORMS = ['several', 'passages', 'few', 'single', 'words'] as const;
export type ClaimForm = (typeof CLAIM_FORMS)[number];

/**
 * Forms of the questions about a text to a `general` model: a list as JSON; shorter stretches, with a line for each
 * statement; none, so that the rules alone take texts apart.
 */
export const TEXT_FORMS = ['statements', 'lines', 'none'] as const;
export type TextForm = (typeof TEXT_FORMS)[number];

/** The questions that a model can answer. */
export interface QuestionForms {
  claims: ClaimForm;
  text: TextForm;
}

/** The forms for a model that nobody has measured. */
export const FULL_FORMS: QuestionForms = { claims: 'several', text: 'statements' };

/** What `evidence model check` has measured of a model on the project's articles. */
export interface MeasuredModel {
  /** RFC 3339. */
  checked_at: string;
  /** `trusted`: its verdicts can be relied on; `with_care`: where people look at them; `not_trusted`: it should not be used. */
  trust: 'trusted' | 'with_care' | 'not_trusted';
  /** Shares, 0..1: of the claims that the documents settle, those settled rightly; … */
  settled_rightly: number | null;
  /** … of those called supported or contradicted, the right ones; … */
  precision_supported: number | null;
  precision_contradicted: number | null;
  /** … and of the wrong claims, those called supported. null: there were none. */
  let_through: number | null;
}

export interface UsableModel {
  /** The model's name at its server, used as `model` of requests. Unique among the models of an organization. */
  id: string;
  /** `operator` for the operator's own model. */
  provider: string;
  /** null: the operator's. */
  connection_id: string | null;
  kind: ModelKind;
  /** What `evidence model check` has found it to answer. Default: the full forms. Grounding models have their own. */
  forms?: QuestionForms;
  /** null: never measured. Left out: of a kind that is not measured here. */
  measured?: MeasuredModel | null;
  /** Whether texts for it must be de-identified. */
  is_external: boolean;
  /** Base URL of its server. */
  server: string;
  /** What its tokens count against limits. */
  prices: TokenPrices;
  /** When it was published, in Unix seconds; 0: not known. */
  created: number;
  /** RFC 3339: when its provider switches it off; null: not announced. */
  shutdown_date: string | null;
  /**
   * Sends the credential that is in force at that moment. Resolves to `disconnected` once the provider is disconnected.
   * Logs failures itself. Also rejects if the stores can't be read.
   */
  client: LanguageModel;
}

export interface OrganizationModels {
  /**
   * Returns the present models, the same on every instance: those of the first connection first, and within a
   * connection its default model first. Omits models that their provider has switched off.
   */
  usable(organizationId: string): Promise<readonly UsableModel[]>;
}
