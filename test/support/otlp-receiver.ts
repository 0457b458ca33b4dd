/** An OTLP/HTTP receiver on loopback that records the requests it gets. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status: { code: number };
}

interface TracesBody {
  resourceSpans: { resource: { attributes: ReceivedSpan['attributes'] }; scopeSpans: { spans: ReceivedSpan[] }[] }[];
}

export interface OtlpReceiver {
  url: string;
  /** Request bodies in order of arrival. */
  bodies: Buffer[];
  spans(): ReceivedSpan[];
  serviceNames(): unknown[];
  close(): Promise<void>;
}

/** A span's attributes by name, with integers as numbers. */
export function attributesOf({ attributes }: ReceivedSpan): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, 'intValue' in value ? Number(value.intValue) : Object.values(value)[0]]),
  );
}

/** Starts a receiver that answers every request with `status`. */
export async function openOtlpReceiver(status = 200): Promise<OtlpReceiver> {
  const bodies: Buffer[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    bodies.push(Buffer.concat(chunks));
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const resources = () => bodies.flatMap((body) => (JSON.parse(body.toString()) as TracesBody).resourceSpans);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    bodies,
    spans: () => resources().flatMap((each) => each.scopeSpans.flatMap((scope) => scope.spans)),
    serviceNames: () => [
      ...new Set(
        resources().map(
          ({ resource }) => resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue,
        ),
      ),
    ],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
