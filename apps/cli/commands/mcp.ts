/** `evidence mcp`: the tools for agents over standard input and output. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer } from '#agents/mcp-server.ts';
import { VERSION } from '../../version.ts';
import type { CommandContext } from '../context.ts';
import { addLibraryFirst } from './library.ts';

/**
 * Serves until the client closes standard input, or a signal comes. Works in the running service of the data folder, else
 * opens the service in this process. Standard output belongs to the protocol.
 */
export async function serveMcp(options: { library?: string }, context: CommandContext): Promise<void> {
  await context.withOperations(async (operations) => {
    if (options.library !== undefined) await addLibraryFirst(operations, options.library, context);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const handle = serveStdio(
      () =>
        createMcpServer(VERSION, ({ name }, args, { signal, report }) => {
          const progressed = ({ label, done, total }: { label: string; done: number; total: number | null }) =>
            report({ done, total: total ?? done, message: label });
          const input = { tool: name, arguments: (args ?? {}) as Record<string, unknown> };
          return operations.callTool(input, { signal, report: progressed });
        }),
      // Never what was sent: the message of an error may quote it.
      { maxSubscriptions: 0, onerror: ({ name }) => context.note(`evidence mcp: a message was refused (${name})`) },
    );
    process.stdin.once('end', end).once('close', end);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
    await ended;
    await handle.close();
  });
}
