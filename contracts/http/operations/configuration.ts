/** Policies, the model registry, the engine, prices. */

import { pathOf } from '../common.ts';
import { defineOperation } from '../operation.ts';
import { BasePolicyList, PolicyCreateRequest, PolicyList, PolicyRecord } from '../policy.ts';
import { ModelList } from '../registry.ts';
import { UsageEstimate, UsageEstimateQuery } from '../usage.ts';
import { EngineRecord } from '../verification-result.ts';
import { ACCESS } from './access.ts';

export const listBasePolicies = defineOperation({
  operationId: 'listBasePolicies',
  method: 'GET',
  path: '/policies',
  tag: 'Configuration',
  summary: 'List the base profiles',
  ...ACCESS.listBasePolicies,
  success: { status: 200, description: 'The six base profiles', body: BasePolicyList },
});

export const listModels = defineOperation({
  operationId: 'listModels',
  method: 'GET',
  path: '/models',
  tag: 'Configuration',
  summary: 'List the models',
  ...ACCESS.listModels,
  success: { status: 200, description: 'The model registry', body: ModelList },
});

export const getEngine = defineOperation({
  operationId: 'getEngine',
  method: 'GET',
  path: '/engine',
  tag: 'Configuration',
  summary: 'Read the versions of the engine',
  ...ACCESS.getEngine,
  success: { status: 200, description: 'Versions of everything that shapes a verdict', body: EngineRecord },
});

export const estimateUsage = defineOperation({
  operationId: 'estimateUsage',
  method: 'GET',
  path: '/usage/estimate',
  tag: 'Configuration',
  summary: 'Estimate the cost of a text',
  ...ACCESS.estimateUsage,
  query: UsageEstimateQuery,
  success: { status: 200, description: 'The estimate, with its assumptions', body: UsageEstimate },
});

export const listPolicies = defineOperation({
  operationId: 'listPolicies',
  method: 'GET',
  path: '/organizations/{organization_id}/policies',
  tag: 'Configuration',
  summary: "List an organization's policies",
  ...ACCESS.listPolicies,
  params: pathOf('organization_id'),
  success: { status: 200, description: 'Policies, newest first', body: PolicyList },
  errors: ['not_found'],
});

export const createPolicy = defineOperation({
  operationId: 'createPolicy',
  method: 'POST',
  path: '/organizations/{organization_id}/policies',
  tag: 'Configuration',
  summary: 'Create a policy',
  ...ACCESS.createPolicy,
  params: pathOf('organization_id'),
  body: PolicyCreateRequest,
  success: { status: 201, description: 'The policy', body: PolicyRecord },
  errors: ['not_found', 'already_exists'],
});

export const deactivatePolicy = defineOperation({
  operationId: 'deactivatePolicy',
  method: 'DELETE',
  path: '/organizations/{organization_id}/policies/{policy_id}',
  tag: 'Configuration',
  summary: 'Deactivate a policy',
  ...ACCESS.deactivatePolicy,
  params: pathOf('organization_id', 'policy_id'),
  success: { status: 204, description: 'Deactivated' },
  errors: ['not_found'],
});

export const CONFIGURATION_OPERATIONS = [
  listBasePolicies,
  listModels,
  getEngine,
  estimateUsage,
  listPolicies,
  createPolicy,
  deactivatePolicy,
] as const;
