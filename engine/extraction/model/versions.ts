/** Versions of the questions that a language model is asked about a text, and how results name them. */
import type { TextUse } from '#engine/types/extraction.ts';
import { EXTRACTION_MODEL, EXTRACTION_VERSION } from '../configuration.ts';

/** Versions of the questions. Raise one with every change of its wording or form, and of what is taken from the answers. */
const PROMPT_VERSIONS: Readonly<Record<NonNullable<TextUse['form']>, string>> = {
  statements: 'statements-4',
  lines: 'lines-4',
};

/** The version of the first question about a text. */
export function extractionPromptVersion(form: TextUse['form'] = 'statements'): string {
  return PROMPT_VERSIONS[form];
}

/**
 * The version of the second question about a text. Raise it with every change of its wording or form, and of which statements are
 * asked about again.
 */
export const SECOND_LOOK_VERSION = 'second-look-1';

/** The names in results: the rules and, if there is one, the model and the versions of its questions. */
export interface ExtractionVersions {
  extraction_model: string;
  extraction_version: string;
}

/** The versions of an extraction by rules, with a language model before them unless `model` is null. */
export function extractionVersions(model: string | null, form?: TextUse['form']): ExtractionVersions {
  if (model === null) return { extraction_model: EXTRACTION_MODEL, extraction_version: EXTRACTION_VERSION };
  return {
    extraction_model: `${EXTRACTION_MODEL}+${model}`,
    extraction_version: [
      EXTRACTION_VERSION,
      extractionPromptVersion(form),
      // Models that answer in lines are not asked twice.
      ...(form === 'lines' ? [] : [SECOND_LOOK_VERSION]),
    ].join('+'),
  };
}

const NAMES_MODEL = /\+(?:statements|lines)-\d+(?:\+second-look-\d+)?$/;
const NAMES_SECOND_LOOK = /\+second-look-\d+$/;

/** Whether the versions, of this release or an earlier one, say that a language model was to be asked. */
export function namesExtractor({ extraction_version }: Pick<ExtractionVersions, 'extraction_version'>): boolean {
  return NAMES_MODEL.test(extraction_version);
}

/** Whether the versions say that the model is asked again about doubtful statements. */
export function namesSecondLook({ extraction_version }: Pick<ExtractionVersions, 'extraction_version'>): boolean {
  return NAMES_SECOND_LOOK.test(extraction_version);
}

/** The versions without the language model and its questions. */
export function withoutExtractor({ extraction_model, extraction_version }: ExtractionVersions): ExtractionVersions {
  return {
    extraction_model: extraction_model.split('+', 1)[0]!,
    extraction_version: extraction_version.replace(NAMES_MODEL, ''),
  };
}
