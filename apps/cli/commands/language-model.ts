/** `evidence model find` and `evidence model use`: the language model that judges for the whole deployment. */
import type { Dispatcher } from 'undici';
import { type FoundServer, findServers, LOCAL_SERVERS, listModels } from '#platform/models/local-servers.ts';
import { openDirectDispatcher } from '#platform/outbound/direct-dispatcher.ts';
import type { ModelInUse } from '../../control/language-model.ts';
import type { CommandContext } from '../context.ts';
import { CommandError, UsageError } from '../usage-error.ts';

/** A model at its server. */
export interface ModelAddress {
  url: string;
  name: string;
}

const EXAMPLES = LOCAL_SERVERS.map(({ id }) => `${id}/NAME`).join(', ');

/** `ollama/NAME` and the like, or a URL with the name beside it. Returns null for anything else; throws UsageError. */
export function modelAddress(target: string, name: string | undefined): ModelAddress | null {
  if (/^https?:\/\//.test(target)) {
    if (name === undefined) throw new UsageError('name the model beside the URL: evidence model use URL NAME');
    if (!URL.canParse(target)) throw new UsageError(`${target} is not a URL`);
    return { url: target.replace(/\/$/, ''), name };
  }
  if (name !== undefined) throw new UsageError('only a URL is followed by the name of a model');
  const server = LOCAL_SERVERS.find(({ id }) => target.startsWith(`${id}/`));
  return server === undefined ? null : { url: server.url, name: target.slice(server.id.length + 1) };
}

/** Lists the servers on this machine and their models. `find` is replaceable in tests. */
export async function findLanguageModels(
  options: { json?: boolean },
  context: CommandContext,
  find: (dispatcher: Dispatcher) => Promise<FoundServer[]> = findServers,
): Promise<void> {
  const found = await withDispatcher(find);
  if (options.json) {
    context.out(`${JSON.stringify(found)}\n`);
    return;
  }
  if (found.length === 0) {
    context.out('no language model server answers on this machine\n');
    context.note(`looked for ${LOCAL_SERVERS.map(({ name, url }) => `${name} (${new URL(url).host})`).join(', ')}`);
    return;
  }
  for (const { id, name, url, models } of found) {
    context.out(`${context.page.paint('strong', name)}  ${url}\n`);
    for (const model of models) context.out(`  evidence model use ${id}/${model}\n`);
    if (models.length === 0) context.out('  it has no models yet\n');
  }
}

export async function useLanguageModel(
  address: ModelAddress,
  options: { json?: boolean },
  context: CommandContext,
): Promise<void> {
  await requireModel(address, context);
  const inUse = await context.withOperations((operations) => operations.useLanguageModel({ model: address }));
  if (options.json) context.out(`${JSON.stringify(inUse)}\n`);
  else context.out(`${words(inUse!)} is asked from now on\n`);
}

export async function useNoLanguageModel(context: CommandContext): Promise<void> {
  await context.withOperations((operations) => operations.useLanguageModel({ model: null }));
}

export function words({ name, url, is_external }: ModelInUse): string {
  return `the language model ${name} at ${new URL(url).host}${is_external ? ' (texts are de-identified for it)' : ''}`;
}

/** A mistyped name would only be noticed in the limitations of results. */
async function requireModel({ url, name }: ModelAddress, context: CommandContext): Promise<void> {
  const key = process.env.EVIDENCE_MODEL_KEY;
  const models = await withDispatcher((dispatcher) => listModels(dispatcher, url, key)).catch(() => undefined);
  if (models === undefined) {
    context.note(`nothing answers at ${url} at present; the model is asked as soon as something does`);
  } else if (models === null) {
    context.note(`the server at ${url} does not list its models, so the name was not checked`);
  } else if (!models.includes(name) && !models.includes(`${name}:latest`)) {
    const others = models.length === 0 ? 'it has none' : `it has ${models.slice(0, 10).join(', ')}`;
    throw new CommandError(`the server at ${url} has no model ${name}: ${others}`);
  }
}

async function withDispatcher<Result>(work: (dispatcher: Dispatcher) => Promise<Result>): Promise<Result> {
  const dispatcher = await openDirectDispatcher();
  try {
    return await work(dispatcher);
  } finally {
    await dispatcher.close();
  }
}

export const HOW_TO_NAME = `an NLI model is named OWNER/NAME, a language model ${EXAMPLES}, or by URL and NAME`;
