/**
 * `evidence model`: NLI models that run on this machine. Their commands need no service, and work beside a running one.
 * Those of language models are in `language-model.ts`.
 */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileProblem } from '#common/file-problem.ts';
import { readCommandConfiguration, readEmbeddedConfiguration } from '../../configuration.ts';
import { KNOWN_LANGUAGE_MODELS, KNOWN_MODELS } from '../../models/known-models.ts';
import { ModelId, type ModelLock, type ModelStore, openModelStore, Revision } from '../../models/model-store.ts';
import type { CommandContext } from '../context.ts';
import { CommandError, UsageError } from '../usage-error.ts';

const NEXT_START = 'from its next start';

export interface PullOptions {
  revision: string;
  check: boolean;
  json?: boolean;
}

export interface CheckOptions {
  /** Folders of articles; empty: the project's own articles. */
  data: string[];
  json?: boolean;
}

export async function pullModel(id: string, options: PullOptions, context: CommandContext): Promise<void> {
  const model = { id: checkedId(id), revision: checkedRevision(options.revision) };
  const store = openStore();
  const known = KNOWN_MODELS.find((each) => each.id === id);
  if (known !== undefined) context.note(`${id}: licence ${known.licence}, about ${known.megabytes} MB`);
  // Loaded on demand: no other command needs an HTTP client.
  const [{ openHub }, { hubSettings }, pulling, runtime] = await Promise.all([
    import('#platform/hub/hub.ts'),
    import('../../models/hub-settings.ts'),
    import('../../models/pull-model.ts'),
    import('../../models/runtime.ts'),
  ]);
  const settings = hubSettings(process.env);
  const hub = openHub(settings);
  try {
    const { endpoint } = settings;
    const { report } = context.progress;
    const { lock, isNew } = await pulling.pullModel({ hub, endpoint, store, model, report, now: () => new Date() });
    if (runtime.findRuntime(store.root) === null) {
      context.hint(`installing ${runtime.RUNTIME_PACKAGE} ${runtime.RUNTIME_VERSION}, which runs it`);
      await runtime.installRuntime(store.root);
    }
    store.use(id);
    context.progress.clear();
    if (options.json) context.out(`${JSON.stringify(lock)}\n`);
    else context.out(`${id} ${isNew ? 'pulled' : 'was there already'} (${versionOf(lock)})\n`);
    const { readCalibration } = await import('../../models/calibration.ts');
    if (!options.check || readCalibration(store.folderOf(id)) !== null) return;
    const { words } = await checkFolder(store.folderOf(id), [], context);
    for (const line of words) context.note(line);
  } catch (error) {
    throw asCommandError(error, [runtime.RuntimeError, pulling.ModelFormatError]);
  } finally {
    await hub.close();
  }
}

export async function listModels(options: { json?: boolean }, context: CommandContext): Promise<void> {
  const store = openStore();
  const pulled = store.list();
  const inUse = store.inUse();
  const ids = [...new Set([...pulled.map(({ id }) => id), ...KNOWN_MODELS.map(({ id }) => id)])];
  const rows = ids.map((id) => {
    const {
      licence = null,
      languages = null,
      note = null,
      megabytes = null,
    } = KNOWN_MODELS.find((each) => each.id === id) ?? {};
    const lock = pulled.find((each) => each.id === id) ?? null;
    const bytes = lock?.files.reduce((sum, { size }) => sum + size, 0);
    return {
      id,
      pulled: lock !== null,
      in_use: id === inUse && lock !== null,
      version: lock && versionOf(lock),
      megabytes: bytes === undefined ? megabytes : Math.round(bytes / 1e6),
      licence,
      languages,
      note,
    };
  });
  const languageModels = await import('./language-model.ts');
  const measured = await languageModels.measuredModels(context);
  if (options.json) return context.out(`${JSON.stringify([...rows, ...measured.map(languageModels.asRow)])}\n`);
  for (const row of rows) {
    const state = row.in_use ? 'in use' : row.pulled ? 'pulled' : 'not pulled';
    const facts = [`${row.megabytes} MB`, row.version, row.licence, row.languages, row.note].filter(Boolean);
    context.out(`${context.page.paint('strong', row.id)}  ${state}\n`);
    context.out(`${context.page.block(facts.join(' · '), '  ')}\n`);
  }
  context.out(
    '\nLanguage models, for `evidence model use`: any that `evidence model find` lists. Of those for this task:\n',
  );
  for (const { id, licence, note } of KNOWN_LANGUAGE_MODELS) {
    context.out(`${context.page.paint('strong', id)}\n${context.page.block(`${licence} · ${note}`, '  ')}\n`);
  }
  languageModels.showMeasured(measured, context);
}

export async function useModel(
  target: string,
  name: string | undefined,
  options: { json?: boolean },
  context: CommandContext,
): Promise<void> {
  const languageModels = await import('./language-model.ts');
  const address = languageModels.modelAddress(target, name);
  if (address !== null) return languageModels.useLanguageModel(address, options, context);
  if (target === 'none') {
    await languageModels.useNoLanguageModel(context);
    if (readCommandConfiguration(process.env).mode === 'embedded') openStore().use(null);
    context.out(`the service asks no language model any more, and uses no NLI model ${NEXT_START}\n`);
    return;
  }
  if (!ModelId.safeParse(target).success) throw new UsageError(languageModels.HOW_TO_NAME);
  const store = openStore();
  requirePulled(store, target);
  store.use(target);
  context.out(`the service uses ${target} ${NEXT_START}\n`);
}

export function removeModel(id: string, context: CommandContext): void {
  const store = openStore();
  if (!store.remove(checkedId(id))) throw new CommandError(`${id} was not pulled`);
  context.out(`${id} removed\n`);
}

/**
 * `target`: the id of a pulled model, a folder, or a language model (with `name`, if it is a URL); undefined: the model in
 * use, an NLI model before a language model.
 */
export async function checkModel(
  target: string | undefined,
  name: string | undefined,
  options: CheckOptions,
  context: CommandContext,
): Promise<void> {
  const languageModels = await import('./language-model.ts');
  const address = target === undefined ? null : languageModels.modelAddress(target, name);
  if (address !== null) return languageModels.checkLanguageModel(address, options, context);
  if (target === undefined && !usesNliModel()) {
    return languageModels.checkLanguageModel(await languageModels.requireModelInUse(context), options, context);
  }
  const { calibration, words } = await checkFolder(folderToCheck(target), options.data, context);
  if (options.json) context.out(`${JSON.stringify(calibration.figures)}\n`);
  else context.out(`${words.join('\n')}\n`);
}

/** NLI models are those of the embedded shape's data folder, and the one of EVIDENCE_JUDGE_MODEL. */
function usesNliModel(): boolean {
  if (process.env.EVIDENCE_JUDGE_MODEL) return true;
  return readCommandConfiguration(process.env).mode === 'embedded' && openStore().inUse() !== null;
}

function folderToCheck(target: string | undefined): string {
  const store = openStore();
  if (target !== undefined && !ModelId.safeParse(target).success) return requireFolder(resolve(target));
  if (target !== undefined && store.find(target) === null && existsSync(target)) return resolve(target);
  const { judgeModelDirectory } = readEmbeddedConfiguration(process.env);
  if (target === undefined && judgeModelDirectory !== undefined) return requireFolder(resolve(judgeModelDirectory));
  const id = target ?? store.inUse();
  if (id === null) throw new UsageError('no model is in use: name one, or run "evidence model pull"');
  return store.folderOf(requirePulled(store, id).id);
}

function requireFolder(folder: string): string {
  if (!existsSync(folder)) throw new CommandError(`${folder} is not a folder`);
  return folder;
}

async function checkFolder(folder: string, data: readonly string[], context: CommandContext) {
  // Loaded on demand: the engine is large.
  const [checking, { CalibrationDataError, OWN_ARTICLES }, { ModelUnreadyError }, runtimes] = await Promise.all([
    import('../../models/check-model.ts'),
    import('../../models/calibration-data.ts'),
    import('../../models/calibrate.ts'),
    import('../../models/runtime.ts'),
  ]);
  const runtime = runtimes.findRuntime(dirname(folder));
  if (runtime === null) throw new CommandError(runtimes.withoutRuntime());
  try {
    const { report } = context.progress;
    const calibration = await checking.checkModel({
      folder,
      runtime,
      data: data.length === 0 ? [OWN_ARTICLES] : data,
      report,
    });
    context.progress.clear();
    return { calibration, words: checking.calibrationWords(calibration) };
  } catch (error) {
    if ((error as Error).name === 'ModelError')
      throw new CommandError(`the model can't be used: ${(error as Error).message}`);
    throw asCommandError(error, [CalibrationDataError, ModelUnreadyError]);
  }
}

function openStore(): ModelStore {
  return openModelStore(readEmbeddedConfiguration(process.env).dataDirectory);
}

function requirePulled(store: ModelStore, id: string): ModelLock {
  const lock = store.find(checkedId(id));
  if (lock === null) throw new CommandError(`${id} was not pulled: run "evidence model pull ${id}"`);
  return lock;
}

function checkedId(id: string): string {
  if (!ModelId.safeParse(id).success) throw new UsageError('a model is named OWNER/NAME, as on its hub');
  return id;
}

function checkedRevision(revision: string): string {
  if (!Revision.safeParse(revision).success) throw new UsageError('--revision must be a branch, a tag or a commit');
  return revision;
}

/** The short commit; if the hub reported none, the revision that was requested. */
export function versionOf({ commit, revision }: ModelLock): string {
  return commit?.slice(0, 8) ?? revision;
}

/** Converts an error to a CommandError: expected errors keep their message, errors of the disk get a readable one. */
function asCommandError(error: unknown, expected: readonly (new (message: string) => Error)[]): unknown {
  if (error instanceof CommandError) return error;
  const { name, syscall, message } = error as NodeJS.ErrnoException;
  if (name === 'HubError' || expected.some((type) => error instanceof type)) return new CommandError(message);
  if (syscall !== undefined) return new CommandError(`the data folder can't be written to: ${fileProblem(error)}`);
  return error;
}
