/** Which words a language model is asked with when it takes a text apart, and how results name it. */
import type { TextUse } from '#engine/types/extraction.ts';
import { EXTRACTION_MODEL, EXTRACTION_VERSION } from '../configuration.ts';

/** Versions of the questions' words and form; raise one with every change of either, and of what is taken from answers. */
const PROMPT_VERSIONS: Readonly<Record<NonNullable<TextUse['form']>, string>> = {
  statements: 'statements-4',
  lines: 'lines-4',
};

/** Version of the words that a model is asked with about a text. */
export function extractionPromptVersion(form: TextUse['form'] = 'statements'): string {
  return PROMPT_VERSIONS[form];
}

/**
 * Version of the second question about a text; raise it with every change of its words and form, and of which statements are asked
 * about again.
 */
export const SECOND_LOOK_VERSION = 'second-look-1';

/** As results name them: the rules and, where there is one, the model beside them and the versions of its questions. */
export interface ExtractionVersions {
  extraction_model: string;
  extraction_version: string;
}

/** The extraction by rules with a language model before it; null: none. */
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

/** Whether the versions, of this release or an earlier one, name a language model that was to be asked. */
export function namesExtractor({ extraction_version }: Pick<ExtractionVersions, 'extraction_version'>): boolean {
  return NAMES_MODEL.test(extraction_version);
}

/** Whether the versions say that the model is asked again about statements that code alone can't tell to be stated. */
export function namesSecondLook({ extraction_version }: Pick<ExtractionVersions, 'extraction_version'>): boolean {
  return NAMES_SECOND_LOOK.test(extraction_version);
}

/** The versions without the language model that they name. */
export function withoutExtractor({ extraction_model, extraction_version }: ExtractionVersions): ExtractionVersions {
  return {
    extraction_model: extraction_model.split('+', 1)[0]!,
    extraction_version: extraction_version.replace(NAMES_MODEL, ''),
  };
}
