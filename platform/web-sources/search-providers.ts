/** The providers of web search that an organization can connect, and the operator's own. */
import { brave } from './brave.ts';
import { exa } from './exa.ts';
import { searxng } from './searxng.ts';
import { serper } from './serper.ts';
import { tavily } from './tavily.ts';
import type { SourceWire } from './wire.ts';

/** By their name in a provider connection. */
export const SEARCH_PROVIDERS = { brave, tavily, exa, serper } as const satisfies Record<string, SourceWire>;

/** The operator's own search, at EVIDENCE_SEARCH_URL. */
export const OPERATOR_SEARCH: SourceWire = searxng;
