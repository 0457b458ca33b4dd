/** The differences between providers: how requests are written, and how answers and errors are read. */
import type { Json, JsonObject } from '#contracts/json.ts';
import type {
  LanguageModelRequest,
  ModelFailure,
  TokenProbability,
  TokenUsage,
} from '#contracts/ports/language-model.ts';

/** How the form of the answer is requested, strictest first. `prompt`: in words only. */
export type StructuredMode = 'schema' | 'tool' | 'json' | 'prompt';

/** Parts of a request that some servers or models reject. `usual_limit`: the format's preferred name of the limit. */
export type OptionalPart = 'temperature' | 'top_p' | 'first_token' | 'usual_limit';

/** What a server is known to accept. */
export interface Dialect {
  structured: StructuredMode;
  without: ReadonlySet<OptionalPart>;
}

/** The answer in the provider's envelope, or why there is none. */
export type Reply = { usage: TokenUsage | null } & (
  | {
      ok: true;
      text: string;
      first_token: readonly TokenProbability[] | null;
      /** Whether the limit on the answer ended it. */
      isCutOff: boolean;
    }
  /** Whether the answer arrived as JSON instead of text. */
  | { ok: true; value: Json; first_token: null }
  | { ok: false; failure: ModelFailure }
);

/** The part of an error body that decides what to do next. Never leaves the client. */
export interface ErrorNote {
  code: string;
  param: string;
  message: string;
  /** From the body only; headers are read elsewhere. */
  retry_after_ms: number | null;
}

export interface Wire {
  /** Ways to request the form of an answer that the provider may support, best first. */
  readonly structured: readonly StructuredMode[];
  /** Path relative to the base URL. */
  path(model: string): string;
  headers(credential: string): Record<string, string>;
  body(request: LanguageModelRequest, dialect: Dialect): JsonObject;
  /** null: not a response of this provider. */
  reply(body: unknown): Reply | null;
  note(body: unknown): ErrorNote;
}
