/**
 * Versions of the prompts, and their part in the judge's configuration. Kept apart from the questions, whose import loads the
 * judge.
 */
import { composedRegExp } from '#common/composed-regexps.ts';
import type { ClaimForm } from '#contracts/ports/organization-models.ts';
import type { Mode } from '#contracts/vocabulary.ts';
import type { ModelUse } from '#engine/types/judging.ts';
import { GROUNDING_FAMILIES } from './grounding-models.ts';

/** Versions of the questions' wording and format; raise one with every change of either. */
const PROMPT_VERSIONS: Readonly<Record<ClaimForm, string>> = {
  several: 'several-1',
  passages: 'passages-2',
  few: 'few-1',
  single: 'single-1',
  words: 'words-1',
};

/** Version of the prompt for a model of this kind and form. */
export function promptVersionOf({ kind, form = 'passages' }: Pick<ModelUse, 'kind' | 'form'>): string {
  return kind === 'general' ? PROMPT_VERSIONS[form] : GROUNDING_FAMILIES[kind].version;
}

/**
 * The judge's configuration as results name it: the local judge's, followed by the language model and its prompt version if there
 * is one.
 */
export function judgeConfiguration(
  local: string,
  model: ({ name: string } & Pick<ModelUse, 'kind' | 'form'>) | null,
): string {
  return model === null ? local : `${local}+${model.name} (${promptVersionOf(model)})`;
}

/** The versions of all prompts, from which the patterns below take the names without the numbers. */
const VERSIONS = [
  ...Object.values(PROMPT_VERSIONS),
  ...Object.values(GROUNDING_FAMILIES).map(({ version }) => version),
];
const wayOf = (version: string) => version.replace(/(?<!\d)\d+$/, '');
const WAYS = VERSIONS.map(wayOf).join('|');
const NAMES_MODEL = composedRegExp(` \\((?:${WAYS})\\d+\\)$`);

/** Whether a configuration of this or an earlier version names a language model, i.e. whether one was to be asked. */
export function namesModel(configuration: string): boolean {
  return NAMES_MODEL.test(configuration);
}

const SHARES_QUESTIONS = composedRegExp(` \\(${wayOf(PROMPT_VERSIONS.several)}\\d+\\)$`);

/**
 * Whether neighbouring claims share their passages. They do if a language model is asked about several claims in one question.
 */
export function sharesPassages(mode: Mode, configuration: string): boolean {
  return mode !== 'fast' && SHARES_QUESTIONS.test(configuration);
}

/** Matches the parts of the local judge, and the end of an NLI model's part. */
const LOCAL_PART = /^(?:local-judge|judge-model|veto-model)-[\w.]+$/;
const NLI_ENDS = /\(nli-\d+\)\+/;
const NAMES_NLI_MODEL = /\(nli-\d+\)(?:\+|$)/;

/** Whether a configuration names an NLI model. */
export function namesNliModel(configuration: string): boolean {
  return NAMES_NLI_MODEL.test(configuration);
}

/** The configuration without its language model, whose name may itself contain a "+". */
export function withoutNamedModel(configuration: string): string {
  if (!namesModel(configuration)) return configuration;
  const parts = configuration.split('+');
  const local = parts.findIndex((part) => !LOCAL_PART.test(part));
  if (local < 1) return configuration.slice(0, configuration.lastIndexOf('+'));
  const judge = parts.slice(0, local).join('+');
  const others = configuration.slice(judge.length + 1);
  const nli = NLI_ENDS.exec(others);
  return nli === null ? judge : configuration.slice(0, judge.length + 1 + nli.index + nli[0].length - 1);
}
