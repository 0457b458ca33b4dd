/** What differs between providers: how a request is written, and how answers and errors read. */
import type { Json, JsonObject } from '#contracts/json.ts';
import type {
  LanguageModelRequest,
  ModelFailure,
  TokenProbability,
  TokenUsage,
} from '#contracts/ports/language-model.ts';

/** How the form of the answer is asked for, the strictest first. `prompt`: by words alone. */
export type StructuredMode = 'schema' | 'tool' | 'json' | 'prompt';

/** Parts of a request that some servers or models reject. `usual_limit`: the name of the limit that the format prefers. */
export type OptionalPart = 'temperature' | 'first_token' | 'usual_limit';

/** What a server has been found to take. */
export interface Dialect {
  structured: StructuredMode;
  without: ReadonlySet<OptionalPart>;
}

/** The answer as the provider's envelope holds it, or why it holds none. */
export type Reply = { usage: TokenUsage | null } & (
  | {
      ok: true;
      text: string;
      first_token: readonly TokenProbability[] | null;
      /** The limit on the answer ended it. */
      isCutOff: boolean;
    }
  /** The answer arrived as JSON, not as text. */
  | { ok: true; value: Json; first_token: null }
  | { ok: false; failure: ModelFailure }
);

/** What an error body says, as far as it decides what happens next. Never leaves the client. */
export interface ErrorNote {
  code: string;
  param: string;
  message: string;
  /** From the body; headers are read elsewhere. */
  retry_after_ms: number | null;
}

export interface Wire {
  /** Ways to ask for a form of answer that the provider may know, the best first. */
  readonly structured: readonly StructuredMode[];
  /** Path below the base URL. */
  path(model: string): string;
  headers(credential: string): Record<string, string>;
  body(request: LanguageModelRequest, dialect: Dialect): JsonObject;
  /** null: not what the provider sends. */
  reply(body: unknown): Reply | null;
  note(body: unknown): ErrorNote;
}
