/** The protocol's own client, as agents use it. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

export const ERAS = ['auto', 'legacy'] as const;
/** `auto`: the protocol of 2026-07-28; `legacy`: those before it. */
export type Era = (typeof ERAS)[number];

export function newClient(era: Era): Client {
  return new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: era } });
}

/** Connects to `/mcp` with an API key. Close the client. */
export async function connectOverHttp(origin: string, key: string, era: Era): Promise<Client> {
  const client = newClient(era);
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', origin), { requestInit }));
  return client;
}

/** What a tool has answered. */
export interface ToolAnswer {
  isError: boolean;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every tool
  output: any;
}

type CallOptions = NonNullable<Parameters<Client['callTool']>[1]>;

export async function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown>,
  options?: CallOptions,
): Promise<ToolAnswer> {
  const { isError = false, content, structuredContent } = await client.callTool({ name, arguments: args }, options);
  const [first] = content;
  return { isError, text: first?.type === 'text' ? first.text : '', output: structuredContent };
}

/** Whether the client's key has all its slots: as many calls at once as it may make have results. */
export async function fillsAllSlots(client: Client): Promise<boolean> {
  const calls = Array.from({ length: 8 }, (_, n) => callTool(client, 'verify_claim', { claim: `Iron ${n} rusts.` }));
  return (await Promise.all(calls)).every(({ isError }) => !isError);
}
