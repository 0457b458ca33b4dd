/**
 * Name and version of the extraction, stored in every result. Raise the version with the first change after a release
 * that can alter a claim; a version that no release has had yet keeps its name. A separate file, so that importing them
 * doesn't load the language model.
 */
export const EXTRACTION_MODEL = 'rules-en';
export const EXTRACTION_VERSION = '2.0.0';
