/**
 * Connections to servers that the operator chose. They may have private addresses, so the outbound guard does not
 * apply.
 */
import type { Dispatcher } from 'undici';

const CONNECT_TIMEOUT_MS = 5_000;
const MAX_HEADER_BYTES = 16_384;

export async function openDirectDispatcher(): Promise<Dispatcher> {
  const { Agent } = await import('undici');
  return new Agent({ connect: { timeout: CONNECT_TIMEOUT_MS }, maxHeaderSize: MAX_HEADER_BYTES });
}
