/** The providers of language models, each with its format and its public base URL. */
import type { Dispatcher } from 'undici';
import { anthropic } from './anthropic.ts';
import { mistral, openAi, openAiCompatible } from './chat-completions.ts';
import { google } from './google.ts';
import type { Wire } from './wire.ts';

export interface ModelProvider {
  wire: Wire;
  baseUrl: string;
}

/** Those that an organization can connect. They are reached through the outbound guard's dispatcher. */
export const MODEL_PROVIDERS = {
  openai: { wire: openAi, baseUrl: 'https://api.openai.com/v1' },
  anthropic: { wire: anthropic(), baseUrl: 'https://api.anthropic.com/v1' },
  google: { wire: google, baseUrl: 'https://generativelanguage.googleapis.com/v1beta' },
  mistral: { wire: mistral, baseUrl: 'https://api.mistral.ai/v1' },
} as const satisfies Record<string, ModelProvider>;

/** The format of the operator's own server, which is reached directly: its URL is the operator's choice. */
export const OPERATOR_WIRE: Wire = openAiCompatible;

const CONNECT_TIMEOUT_MS = 5_000;
const MAX_HEADER_BYTES = 16_384;

/** Connections to the operator's own server, private addresses included. */
export async function openDirectDispatcher(): Promise<Dispatcher> {
  const { Agent } = await import('undici');
  return new Agent({ connect: { timeout: CONNECT_TIMEOUT_MS }, maxHeaderSize: MAX_HEADER_BYTES });
}
