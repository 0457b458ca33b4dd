/** A service whose metrics are looked at in a fault, and what it is asked meanwhile. */
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type ServiceProcess, type ServiceResponse, startService } from '#test/support/service.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

export const LIBRARY = join(import.meta.dirname, '../../../examples/library');

/** The embedded service on a folder of its own, killed after the test. */
export async function embedded(
  context: TestContext,
  environment: Record<string, string> = {},
): Promise<{ data: string; service: ServiceProcess; urls: { service: string }; start(): Promise<ServiceProcess> }> {
  const { path, remove } = await temporaryFolder();
  const data = join(path, 'data');
  let service: ServiceProcess | null = null;
  context.after(async () => {
    await service?.kill();
    await remove();
  });
  const start = async () => {
    const { port = '0' } = service === null ? {} : new URL(service.url);
    service = await startService(data, { EVIDENCE_LIBRARY_DIR: LIBRARY, EVIDENCE_PORT: port, ...environment });
    return service;
  };
  const first = await start();
  return { data, service: first, urls: { service: first.url }, start };
}

let claims = 0;

/** Of the library's station, each another one; the library has nothing on it, so a language model is asked. */
export function claim(): string {
  return `The visitor centre of the Velmar Tidal Power Station was opened by minister number ${++claims}.`;
}

/** Verifies it with the key, by default the owner's. */
export function verifyClaim(
  service: Pick<ServiceProcess, 'request'>,
  key?: string,
  signal?: AbortSignal,
): Promise<ServiceResponse> {
  return service.request('POST', '/v1/claims/verify', {
    body: { claim: claim() },
    ...(key !== undefined && { key }),
    ...(signal && { signal }),
  });
}
