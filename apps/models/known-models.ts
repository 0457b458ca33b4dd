/** Models that `evidence model` lists by name. Other cross-encoder exports of a hub work as well. */

export interface KnownModel {
  /** The model's id at the hub. */
  id: string;
  licence: string;
  languages: string;
  /** What it was trained on, or why to choose it. */
  note: string;
  /** Approximate size of the quantised graph in MB (10^6 bytes). */
  megabytes: number;
}

export const KNOWN_MODELS: readonly [KnownModel, ...KnownModel[]] = [
  {
    id: 'Xenova/DeBERTa-v3-base-mnli-fever-anli',
    licence: 'MIT',
    languages: 'English',
    note: 'the default; trained on MNLI, FEVER and ANLI',
    megabytes: 240,
  },
  {
    id: 'MoritzLaurer/DeBERTa-v3-xsmall-mnli-fever-anli-ling-binary',
    licence: 'MIT',
    languages: 'English',
    note: 'the smallest; two labels, so it finds no contradictions by itself',
    megabytes: 87,
  },
  {
    id: 'Xenova/nli-deberta-v3-xsmall',
    licence: 'Apache-2.0',
    languages: 'English',
    note: 'the smallest with three labels',
    megabytes: 87,
  },
  {
    id: 'MoritzLaurer/DeBERTa-v3-large-mnli-fever-anli-ling-wanli',
    licence: 'MIT',
    languages: 'English',
    note: 'the largest; reads best and slowest',
    megabytes: 643,
  },
  {
    id: 'MoritzLaurer/mDeBERTa-v3-base-xnli-multilingual-nli-2mil7',
    licence: 'MIT',
    languages: '27 languages',
    note: 'for documents in other languages than English',
    megabytes: 340,
  },
];

/** Language models for `evidence model use` whose licence or form of question a user should know, the freest first. */
export const KNOWN_LANGUAGE_MODELS: readonly Pick<KnownModel, 'id' | 'licence' | 'note'>[] = [
  { id: 'ollama/granite3-guardian', licence: 'Apache-2.0', note: 'grounding: says yes or no to a passage' },
  {
    id: 'ollama/bespoke-minicheck',
    licence: 'CC BY-NC 4.0, for non-commercial use only',
    note: 'grounding: says yes or no to a passage',
  },
];

export const DEFAULT_MODEL = KNOWN_MODELS[0].id;
