/** What a verification was made with: the policy as applied, and the versions of the engine. */
import { z } from 'zod';
import { BaseProfile } from '#contracts/vocabulary-schemas.ts';

/** The policy as applied; later changes of the policy do not affect it. */
export const AppliedPolicy = z.object({
  name: z.string(),
  version: z.string(),
  base_profile: BaseProfile,
  minimum_independent_sources: z.int(),
  /** Present if a customer's policy states the minimum, which then holds for every class of source. */
  states_minimum_sources: z.literal(true).optional(),
  authoritative_source_can_decide: z.boolean(),
  coverage_threshold: z.number(),
});
export type AppliedPolicy = z.infer<typeof AppliedPolicy>;

/** Versions of everything that affects verdicts. */
export const EngineVersions = z.object({
  extraction_model: z.string(),
  extraction_version: z.string(),
  retrieval_configuration: z.string(),
  judge_configuration: z.string(),
});
export type EngineVersions = z.infer<typeof EngineVersions>;
