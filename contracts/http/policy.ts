/** The six base profiles, and policies of organizations. */
import { z } from 'zod';
import { BASE_PROFILES } from '../vocabulary.ts';
import { BaseProfile } from '../vocabulary-schemas.ts';
import { DateTime, Id, listOf, record } from './common.ts';
import { bool, int, literal, model, number, str, withDefault } from './fields.ts';

const policyName = { min: 2, max: 80 };

/** Name of the rules to verify a text by. The schema can't list an organization's policies; only its stream can. */
export const profileName = () =>
  withDefault(
    str().meta({
      anyOf: [
        { type: 'string', enum: [...BASE_PROFILES], description: 'A base profile.' },
        {
          type: 'string',
          minLength: policyName.min,
          maxLength: policyName.max,
          description: 'The name of an active policy of the organization.',
        },
      ],
    }),
    'general_web',
  );

export const PolicyCreateRequest = model('PolicyCreateRequest', {
  name: str(policyName),
  version: str({ min: 1, max: 32, pattern: /^[A-Za-z0-9._-]+$/ }),
  base_profile: literal(BASE_PROFILES),
  source_set_id: withDefault(str({ max: 40 }).nullable(), null),
  minimum_independent_sources: withDefault(int({ ge: 1, le: 10 }).nullable(), null),
  authoritative_source_can_decide: withDefault(bool().nullable(), null),
  coverage_threshold: withDefault(number({ ge: 0.65, le: 1 }).nullable(), null),
});
export type PolicyCreateRequest = z.infer<typeof PolicyCreateRequest>;

/** An organization's policy. A null field has the base profile's value. */
export const PolicyRecord = record('Policy', {
  id: Id,
  organization_id: Id,
  name: z.string(),
  version: z.string(),
  base_profile: BaseProfile,
  source_set_id: Id.nullable(),
  minimum_independent_sources: z.int().nullable(),
  authoritative_source_can_decide: z.boolean().nullable(),
  coverage_threshold: z.number().nullable(),
  active: z.boolean(),
  created_at: DateTime,
});
export type PolicyRecord = z.infer<typeof PolicyRecord>;

export const PolicyList = listOf('PolicyList', PolicyRecord);
export type PolicyList = z.infer<typeof PolicyList>;

/** A base profile with all its rules. */
export const BasePolicyRecord = record('BasePolicy', {
  id: Id,
  name: BaseProfile,
  version: z.string(),
  base_profile: BaseProfile,
  minimum_independent_sources: z.int(),
  authoritative_source_can_decide: z.boolean(),
  coverage_threshold: z.number(),
});
export type BasePolicyRecord = z.infer<typeof BasePolicyRecord>;

export const BasePolicyList = listOf('BasePolicyList', BasePolicyRecord);
export type BasePolicyList = z.infer<typeof BasePolicyList>;
