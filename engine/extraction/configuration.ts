/**
 * Name and version of the extraction, stored in every result; raise the version with every change that can alter a
 * claim. A separate file, so that importing them doesn't load the language model.
 */
export const EXTRACTION_MODEL = 'rules-en';
export const EXTRACTION_VERSION = '1.9.0';
