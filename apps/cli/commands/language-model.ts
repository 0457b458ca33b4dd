/** `evidence model find`, `use` and `check`: the language model that judges for the whole deployment. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Dispatcher } from 'undici';
import { type FoundServer, findServers, LOCAL_SERVERS, listModels } from '#platform/models/local-servers.ts';
import { openDirectDispatcher } from '#platform/outbound/direct-dispatcher.ts';
import { readCommandConfiguration, type ServiceConfiguration } from '../../configuration.ts';
import type { LanguageModelInUse } from '../../control/language-model.ts';
import { configuredKind, isExternalModel } from '../../model-settings.ts';
import { checkOf, type ModelCheck } from '../../models/language-check/check-record.ts';
import { checkWords, formWords, trustWords } from '../../models/language-check/trust.ts';
import type { CommandContext } from '../context.ts';
import { CommandError, failingFor, UsageError } from '../usage-error.ts';

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
  if (options.json) return context.out(`${JSON.stringify(found)}\n`);
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
  const { data } = await context.withOperations((operations) => operations.languageModelChecks({}));
  const check = checkOf(data, inUse!);
  if (check === null) context.note('"evidence model check" measures how far it can be trusted');
  else if (check.trust !== 'trusted') context.note(`measured ${check.checked_at.slice(0, 10)}: ${trustWords(check)}`);
}

export async function useNoLanguageModel(context: CommandContext): Promise<void> {
  await context.withOperations((operations) => operations.useLanguageModel({ model: null }));
}

export function words({ name, url, is_external }: LanguageModelInUse): string {
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

/** A language model that was measured, or is in use; null: that one was not measured. */
interface MeasuredRow {
  model: ModelAddress;
  isInUse: boolean;
  check: ModelCheck | null;
}

/** The language model in use and all that were measured; none where there is no data folder yet. */
export async function measuredModels(context: CommandContext): Promise<MeasuredRow[]> {
  const configuration = readCommandConfiguration(process.env);
  if (configuration.mode === 'embedded' && !existsSync(configuration.dataDirectory)) return [];
  return context.withOperations(async (operations) => {
    const inUse = await operations.languageModel({});
    const { data } = await operations.languageModelChecks({});
    const check = inUse && checkOf(data, inUse);
    const others = data.filter((each) => each !== check);
    return [
      ...(inUse === null ? [] : [{ model: { url: inUse.url, name: inUse.name }, isInUse: true, check }]),
      ...others.map((each) => ({ model: { url: each.url, name: each.name }, isInUse: false, check: each })),
    ];
  });
}

/** For `model list --json`. */
export function asRow({ model, isInUse, check }: MeasuredRow) {
  return { id: model.name, kind: 'language_model', url: model.url, in_use: isInUse, check };
}

export function showMeasured(rows: readonly MeasuredRow[], context: CommandContext): void {
  if (rows.length === 0) return;
  context.out('\nLanguage models in use or measured:\n');
  for (const { model, isInUse, check } of rows) {
    const state = isInUse ? 'in use' : 'measured';
    context.out(`${context.page.paint('strong', model.name)} at ${new URL(model.url).host}  ${state}\n`);
    const facts =
      check === null
        ? ['not measured yet: run "evidence model check"']
        : [
            `${check.checked_at.slice(0, 10)}: ${trustWords(check)}`,
            ...checkWords(check).slice(1, 5),
            formWords(check.forms),
          ];
    context.out(`${context.page.block(facts.join(' · '), '  ')}\n`);
  }
}

export async function requireModelInUse(context: CommandContext): Promise<ModelAddress> {
  const inUse = await context.withOperations((operations) => operations.languageModel({}));
  if (inUse === null) {
    throw new UsageError('no model is in use: name one, or run "evidence model use" or "evidence model pull"');
  }
  return { url: inUse.url, name: inUse.name };
}

/**
 * Measures the model and keeps what was found. The texts are the articles' own; a running service is not disturbed, as the
 * check verifies them with a service of its own.
 */
export async function checkLanguageModel(
  { url, name }: ModelAddress,
  { data, json }: { data: string[]; json?: boolean },
  context: CommandContext,
): Promise<void> {
  const configuration = readCommandConfiguration(process.env);
  const isExternal = isExternalModel(url, configuration.allowHosts);
  if (isExternal === null) {
    throw new CommandError('the URL must be https, or its host:port must be listed in EVIDENCE_ALLOW_HOSTS');
  }
  // Loaded on demand: it contains the whole service.
  const [{ checkLanguageModel: check }, { CalibrationDataError, OWN_ARTICLES }, { ModelDownError }] = await Promise.all(
    [
      import('../../models/language-check/check-language-model.ts'),
      import('../../models/calibration-data.ts'),
      import('../../models/language-check/asked-model.ts'),
    ],
  );
  // Ended from outside, the check leaves no folder of its service behind.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  const found = await check({
    url,
    name,
    key: configuration.modelAccess.key,
    kind: configuredKind(process.env.EVIDENCE_MODEL_KIND, name),
    isExternal,
    allowHosts: process.env.EVIDENCE_ALLOW_HOSTS || undefined,
    syncTimeoutMs: configuration.syncTimeoutMs,
    data: data.length === 0 ? [OWN_ARTICLES] : data,
    kept: keptAnswers(configuration, { url, name }),
    report: context.progress.report,
  }).catch(failingFor(ModelDownError, CalibrationDataError));
  context.progress.clear();
  await context.withOperations((operations) => operations.keepLanguageModelCheck({ check: found }));
  context.out(json ? `${JSON.stringify(found)}\n` : `${checkWords(found).join('\n')}\n`);
}

/** In the data folder, so that a check that was ended goes on where it was. */
function keptAnswers(configuration: ServiceConfiguration, model: ModelAddress): string {
  const id = createHash('sha256')
    .update(JSON.stringify([model.url, model.name]))
    .digest('hex')
    .slice(0, 16);
  const folder =
    configuration.mode === 'embedded' ? configuration.dataDirectory : join(homedir(), '.cache', 'evidence');
  return join(folder, 'model-checks', id);
}

export const HOW_TO_NAME = `an NLI model is named OWNER/NAME, a language model ${EXAMPLES}, or by URL and NAME`;
