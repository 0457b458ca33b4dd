/** What full-text stores index of documents in other languages than English: the entrance of the engine for them. */
export { indexedTexts, termsOfPassages } from './retrieval/terms-of-language.ts';
