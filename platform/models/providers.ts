/** The providers of language models, each with its format. */
import { anthropic } from './anthropic.ts';
import { mistral, openAi, openAiCompatible } from './chat-completions.ts';
import { google } from './google.ts';
import type { Wire } from './wire.ts';

/** Providers that an organization can connect. They are called through the outbound guard's dispatcher. */
export const MODEL_PROVIDERS = {
  openai: openAi,
  anthropic: anthropic(),
  google,
  mistral,
} as const satisfies Record<string, Wire>;

/** The format of the operator's own server, which is called directly, because its URL is the operator's choice. */
export const OPERATOR_WIRE: Wire = openAiCompatible;
