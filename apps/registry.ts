/** The base profiles and models that the service publishes. */
import type { BasePolicyRecord } from '#contracts/http/policy.ts';
import type { ModelRecord } from '#contracts/http/registry.ts';
import { BASE_PROFILES } from '#contracts/vocabulary.ts';
import { POLICY_TABLE } from '#engine/judging/configuration.ts';
import type { ModelRegistry } from '#query-api/dependencies.ts';

/** Incremented with every change of a base profile's rules. */
export const POLICY_TABLE_VERSION = '1.0.0';

export function basePolicies(): BasePolicyRecord[] {
  return BASE_PROFILES.map((name) => {
    const { minimum_independent_sources, authoritative_source_can_decide, coverage_threshold } = POLICY_TABLE[name];
    return {
      id: name,
      name,
      version: POLICY_TABLE_VERSION,
      base_profile: name,
      minimum_independent_sources,
      authoritative_source_can_decide,
      coverage_threshold,
    };
  });
}

export const EXTRACTIVE_MODEL: ModelRecord = {
  id: 'evidence-extractive-1',
  object: 'model',
  created: Date.UTC(2026, 10, 1) / 1000,
  owned_by: 'evidence-verification',
  provider: 'embedded',
  status: 'available',
  shutdown_date: null,
};

export const MODEL_REGISTRY: ModelRegistry = { registry_version: '2026-11-01', models: [EXTRACTIVE_MODEL] };
