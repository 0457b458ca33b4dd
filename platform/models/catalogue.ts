/**
 * Models of the providers that an organization can connect, as of the registry's version. The first one of each
 * provider judges; the others can be requested by name. Raise `CATALOGUE_VERSION` with every change.
 */
import type { MODEL_PROVIDERS } from './providers.ts';

export interface ListedModel {
  /** The model's name at its provider. */
  id: string;
  /** Day on which the provider published it; for names that always mean the newest model, that of the first model. */
  published: string;
  /** Day on which the provider shuts it down; null: not announced. */
  shutdown: string | null;
}

export const CATALOGUE_VERSION = '2026-11-23';

export const CATALOGUE: Readonly<Record<keyof typeof MODEL_PROVIDERS, readonly ListedModel[]>> = {
  openai: [
    { id: 'gpt-5.4-mini', published: '2026-03-17', shutdown: null },
    { id: 'gpt-5.4', published: '2026-03-05', shutdown: null },
    { id: 'gpt-4.1', published: '2025-04-14', shutdown: null },
    { id: 'gpt-4.1-mini', published: '2025-04-14', shutdown: null },
  ],
  anthropic: [
    { id: 'claude-sonnet-4-6', published: '2026-02-17', shutdown: null },
    { id: 'claude-haiku-4-5', published: '2025-10-15', shutdown: null },
    { id: 'claude-opus-4-6', published: '2026-02-05', shutdown: null },
  ],
  google: [
    { id: 'gemini-flash-latest', published: '2025-09-25', shutdown: null },
    { id: 'gemini-2.5-pro', published: '2025-06-17', shutdown: null },
    { id: 'gemini-2.5-flash', published: '2025-06-17', shutdown: null },
  ],
  mistral: [
    { id: 'mistral-medium-latest', published: '2025-05-07', shutdown: null },
    { id: 'mistral-large-latest', published: '2024-02-26', shutdown: null },
    { id: 'mistral-small-latest', published: '2024-02-26', shutdown: null },
  ],
};
