/** What the environment says of the operator's language model. */
import type { TokenPrices } from '#contracts/ports/language-model.ts';
import type { ModelKind, QuestionForms } from '#contracts/ports/organization-models.ts';
import { kindOfModel } from '#engine/judging/model/grounding-models.ts';
import { AllowedHosts, portOf } from '#platform/outbound/outbound-url.ts';
import { ConfigurationError } from './configuration-error.ts';
import type { Environment } from './environment.ts';

/** The language model that judges what the local judge leaves open. */
export interface ModelSettings {
  /** Base URL of a server of OpenAI's chat completions, such as `http://127.0.0.1:11434/v1`. */
  url: string;
  /** The model's name at its server. */
  name: string;
  /** Its credential; '' if it needs none. */
  key: string;
  kind: ModelKind;
  /**
   * False if the server is on this machine or listed in EVIDENCE_ALLOW_HOSTS. Texts for external models are
   * de-identified.
   */
  isExternal: boolean;
  /** The questions that it is asked. Default: what `evidence model check` has found, else the full forms. */
  forms?: QuestionForms;
  prices: TokenPrices;
}

/**
 * The model of EVIDENCE_MODEL_URL and EVIDENCE_MODEL; undefined if neither is set. Throws ConfigurationError if only one is, or
 * the URL must not be used.
 */
export function modelSettings(env: Environment): ModelSettings | undefined {
  const { EVIDENCE_MODEL_URL: url, EVIDENCE_MODEL: name, EVIDENCE_MODEL_KIND: kind } = env;
  if (url === undefined && name === undefined) return undefined;
  if (url === undefined || name === undefined) {
    throw new ConfigurationError(['EVIDENCE_MODEL_URL and EVIDENCE_MODEL must be set together']);
  }
  const isExternal = isExternalModel(url, env.EVIDENCE_ALLOW_HOSTS);
  if (isExternal === null) {
    throw new ConfigurationError([
      'EVIDENCE_MODEL_URL must be https, or its host:port must be listed in EVIDENCE_ALLOW_HOSTS',
    ]);
  }
  const named = configuredKind(kind, name);
  const { key, prices } = modelAccess(env);
  return { url, name, key, kind: named, isExternal, prices };
}

/**
 * The kind of the model by what EVIDENCE_MODEL_KIND says, else by its name. A grounding model of a name that says nothing
 * is asked as most of them are.
 */
export function configuredKind(kind: string | undefined, name: string): ModelKind {
  const byName = kindOfModel(name);
  if (kind !== 'chat' && kind !== 'grounding') return byName;
  if (kind === 'chat') return 'general';
  return byName === 'general' ? 'grounding' : byName;
}

/** What the environment says of whichever model the operator uses. */
export function modelAccess(env: Environment): Pick<ModelSettings, 'key' | 'prices'> {
  return {
    key: env.EVIDENCE_MODEL_KEY ?? '',
    prices: {
      input_cents_per_million: env.EVIDENCE_MODEL_CENTS_PER_MILLION_INPUT,
      output_cents_per_million: env.EVIDENCE_MODEL_CENTS_PER_MILLION_OUTPUT,
    },
  };
}

/**
 * Whether texts for the model at `url` leave the operator's own machines: false on loopback and for listed hosts. null:
 * it must not be used, as it is neither and not https.
 */
export function isExternalModel(url: string, allowHosts: readonly string[]): boolean | null {
  const { hostname, protocol, port } = new URL(url);
  if (isLoopback(hostname) || new AllowedHosts(allowHosts).has(hostname, portOf({ protocol, port }))) return false;
  return protocol === 'https:' ? true : null;
}

/** `hostname` as WHATWG URLs give it. */
function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
