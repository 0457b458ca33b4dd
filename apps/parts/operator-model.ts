/** The operator's own language model: that of the environment, or the one that `evidence model use` has set. */
import { FairSlots, type ShareOf } from '#common/fair-slots.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import { type LanguageModel, MOST_WAITING_COMPLETIONS } from '#contracts/ports/language-model.ts';
import type { UsableModel } from '#contracts/ports/organization-models.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import { kindOfModel } from '#engine/judging/model/grounding-models.ts';
import type { ModelClient } from '#platform/models/client.ts';
import { openDirectDispatcher } from '#platform/outbound/direct-dispatcher.ts';
import type { ServiceConfiguration } from '../configuration.ts';
import type { Logger } from '../logger.ts';
import type { ServiceMetrics } from '../metrics.ts';
import { isExternalModel, type ModelSettings } from '../model-settings.ts';
import { checkOf, type ModelCheck, measuredIn, readChecks, writeCheck } from '../models/language-check/check-record.ts';
import { type OperatorSetting, readOperatorSetting, writeOperatorSetting } from '../models/operator-setting.ts';
import { clientTimes, withFailuresLogged } from './model-client.ts';

/** Concurrent questions of a process, and those of one organization. Servers on one machine queue the rest. */
const SLOTS = { slots: 8, perKey: 6, waitingPerKey: 5_000 };
/** Chat completions that are written concurrently, in addition to the questions. */
const CHAT_SLOTS = { slots: 4, perKey: 3, waitingPerKey: MOST_WAITING_COMPLETIONS };
/** A model that was set is used by all processes after so long. */
const FRESH_MS = 2_000;

export interface OperatorModelDependencies {
  configuration: Pick<ServiceConfiguration, 'model' | 'modelAccess' | 'allowHosts' | 'syncTimeoutMs'>;
  values: ServerValues;
  clock: Clock;
  logger: Pick<Logger, 'warn'>;
  metrics: Pick<ServiceMetrics, 'gauge'>;
  /** Whose share an organization's work takes. Default: its own. */
  shareOf?: ShareOf | undefined;
}

export interface OperatorModel {
  /** The model that is in use at present; null: none. */
  current(): Promise<UsableModel | null>;
  /** What was measured of language models, the newest first. */
  checks(): Promise<ModelCheck[]>;
  /** Keeps it for all processes; what it has found is used at once, by others within two seconds. */
  keepCheck(check: ModelCheck): Promise<void>;
  /** Whether the environment names it, which comes before what is set. */
  isOfEnvironment: boolean;
  /**
   * Sets the model for all processes: this one uses it at once, the others within two seconds. Throws RangeError if its
   * URL must not be used.
   */
  use(setting: OperatorSetting | null): Promise<void>;
}

/** `wrapModel` decorates the clients, e.g. to record their outcomes. */
export function openOperatorModel(
  { configuration, values, clock, logger, metrics, shareOf }: OperatorModelDependencies,
  closing: AsyncDisposableStack,
  wrapModel: (model: LanguageModel) => LanguageModel = (model) => model,
): OperatorModel {
  let dispatcher: ReturnType<typeof openDirectDispatcher> | null = null;
  closing.defer(async () => {
    await (await dispatcher)?.close();
  });
  const slots = new FairSlots({ ...SLOTS, shareOf });
  const chatSlots = new FairSlots({ ...CHAT_SLOTS, shareOf });
  let client: ModelClient | null = null;
  metrics.gauge(
    'model_circuit_open',
    "1 while nobody asks the server of the operator's language model, as the questions of several organizations have failed.",
    {},
    () => Number(client?.openCircuits().shared ?? false),
  );
  metrics.gauge(
    'model_circuits_open_organizations',
    "Organizations that don't ask the operator's language model for a while, as their own questions have failed in a row.",
    {},
    () => client?.openCircuits().organizations ?? 0,
  );

  /** Each model gets a client of its own, as failures of another server say nothing about it. */
  async function open({ url, name, key, kind, isExternal, prices }: ModelSettings): Promise<UsableModel> {
    // Loaded only if there is a model; the HTTP client is loaded on the first question.
    const [{ createModelClient }, { OPERATOR_WIRE }] = await Promise.all([
      import('#platform/models/client.ts'),
      import('#platform/models/providers.ts'),
    ]);
    client = createModelClient({
      wire: OPERATOR_WIRE,
      baseUrl: url,
      credential: key,
      dispatcher: () => (dispatcher ??= openDirectDispatcher()),
      slots,
      chatSlots,
      shareOf,
      ...clientTimes(configuration),
    });
    return {
      id: name,
      provider: 'operator',
      connection_id: null,
      kind,
      is_external: isExternal,
      server: url,
      prices,
      created: 0,
      shutdown_date: null,
      client: withFailuresLogged(wrapModel(client), logger),
    };
  }

  function settingsOf({ url, name }: OperatorSetting): ModelSettings | null {
    const isExternal = isExternalModel(url, configuration.allowHosts);
    if (isExternal !== null) return { url, name, kind: kindOfModel(name), isExternal, ...configuration.modelAccess };
    logger.warn(
      { url },
      'the language model that was set is not used: its URL is neither https nor in EVIDENCE_ALLOW_HOSTS',
    );
    return null;
  }

  const fixed = configuration.model === undefined ? null : open(configuration.model);
  let read = { until: 0, setting: 'null', model: Promise.resolve<UsableModel | null>(null) };
  let checked: { until: number; checks: ModelCheck[] } = { until: 0, checks: [] };

  async function readAgain(): Promise<UsableModel | null> {
    const stored = await readOperatorSetting(values);
    const setting = JSON.stringify(stored);
    const until = clock.now() + FRESH_MS;
    if (setting === read.setting) read.until = until;
    else {
      const settings = stored && settingsOf(stored);
      read = { until, setting, model: settings === null ? Promise.resolve(null) : open(settings) };
    }
    return read.model;
  }

  /** The model with what is known of it: a check may end at any time. */
  async function asChecked(model: UsableModel | null): Promise<UsableModel | null> {
    if (model === null) return null;
    if (clock.now() >= checked.until) {
      // What was known goes on while the store can't be read.
      const checks = await readChecks(values).catch(() => checked.checks);
      checked = { until: clock.now() + FRESH_MS, checks };
    }
    const check = checkOf(checked.checks, { url: model.server, name: model.id });
    const forms = configuration.model?.forms ?? check?.forms;
    return { ...model, ...(forms && { forms }), measured: check && measuredIn(check) };
  }

  return {
    async current() {
      if (fixed !== null) return asChecked(await fixed);
      return asChecked(await (clock.now() < read.until ? read.model : readAgain()));
    },
    async checks() {
      return readChecks(values);
    },
    async keepCheck(check) {
      await writeCheck(values, check);
      checked.until = 0;
    },
    isOfEnvironment: fixed !== null,
    async use(setting) {
      if (setting !== null && isExternalModel(setting.url, configuration.allowHosts) === null) {
        throw new RangeError('the URL must be https, or its host:port must be listed in EVIDENCE_ALLOW_HOSTS');
      }
      await writeOperatorSetting(values, setting);
      read.until = 0;
    },
  };
}
