/** Versions of everything that shapes a verdict; recorded with every verification. */
import { EXTRACTION_MODEL, EXTRACTION_VERSION } from './extraction/configuration.ts';
import { JUDGE_CONFIGURATION } from './judging/configuration.ts';
import { RETRIEVAL_CONFIGURATION } from './retrieval/gaps.ts';

/** Has the shape of EngineVersions in the events; the engine does not know events. */
export const ENGINE_VERSIONS = {
  extraction_model: EXTRACTION_MODEL,
  extraction_version: EXTRACTION_VERSION,
  retrieval_configuration: RETRIEVAL_CONFIGURATION,
  judge_configuration: JUDGE_CONFIGURATION,
} as const;
