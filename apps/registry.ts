/** The base profiles and models that the service publishes. */
import type { BasePolicyRecord } from '#contracts/http/policy.ts';
import type { ModelRecord } from '#contracts/http/registry.ts';
import type { OrganizationModels, UsableModel } from '#contracts/ports/organization-models.ts';
import { BASE_PROFILES } from '#contracts/vocabulary.ts';
import { POLICY_TABLE } from '#engine/judging/configuration.ts';
import { CATALOGUE_VERSION } from '#platform/models/catalogue.ts';
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

/**
 * The models that organizations may use: those of their providers and the operator's, and the one that is always there.
 */
export function modelRegistry(models: OrganizationModels): ModelRegistry {
  return {
    registry_version: CATALOGUE_VERSION,
    async modelsOf(organizationId) {
      return [...(await models.usable(organizationId)).map(modelRecord), EXTRACTIVE_MODEL];
    },
  };
}

function modelRecord({ id, provider, created, shutdown_date, measured }: UsableModel): ModelRecord {
  return {
    id,
    object: 'model',
    created,
    owned_by: provider,
    provider,
    status: 'available',
    shutdown_date,
    ...(measured !== undefined && { measured }),
  };
}
