/**
 * Name and version of the extraction: they go into every result, and the version is raised with every change that can
 * alter a claim. In a file of its own, so that whoever only names them does not load the language model.
 */
export const EXTRACTION_MODEL = 'rules-en';
export const EXTRACTION_VERSION = '1.1.0';
