/** Organizations with their settings, members and projects, API keys, source sets. */

import { ApiKeyCreated, ApiKeyCreateRequest } from '../api-key.ts';
import { pathOf } from '../common.ts';
import { defineOperation } from '../operation.ts';
import {
  MemberAddRequest,
  MemberInvited,
  MemberList,
  OrganizationCreated,
  OrganizationCreateRequest,
  OrganizationList,
  OrganizationRecord,
  OrganizationSettingsRequest,
} from '../organization.ts';
import { ProjectCreateRequest, ProjectRecord } from '../project.ts';
import {
  SourceResourceCreateRequest,
  SourceResourceRecord,
  SourceSetCreateRequest,
  SourceSetList,
  SourceSetRecord,
} from '../source-set.ts';
import { ACCESS } from './access.ts';

const organization = pathOf('organization_id');

export const listOrganizations = defineOperation({
  operationId: 'listOrganizations',
  method: 'GET',
  path: '/organizations',
  tag: 'Organizations',
  summary: 'List the organizations you act in',
  ...ACCESS.listOrganizations,
  success: { status: 200, description: 'With an API key, exactly its organization', body: OrganizationList },
});

export const createOrganization = defineOperation({
  operationId: 'createOrganization',
  method: 'POST',
  path: '/organizations',
  tag: 'Organizations',
  summary: 'Create an organization',
  ...ACCESS.createOrganization,
  body: OrganizationCreateRequest,
  success: { status: 201, description: 'The organization and, once, an owner key of it', body: OrganizationCreated },
});

export const changeSettings = defineOperation({
  operationId: 'changeSettings',
  method: 'PATCH',
  path: '/organizations/{organization_id}/settings',
  tag: 'Organizations',
  summary: "Change an organization's settings",
  ...ACCESS.changeSettings,
  params: organization,
  body: OrganizationSettingsRequest,
  success: { status: 200, description: 'The organization', body: OrganizationRecord },
  errors: ['not_found'],
});

export const listMembers = defineOperation({
  operationId: 'listMembers',
  method: 'GET',
  path: '/organizations/{organization_id}/members',
  tag: 'Organizations',
  summary: 'List the members',
  ...ACCESS.listMembers,
  params: organization,
  success: { status: 200, description: 'Members, newest first', body: MemberList },
  errors: ['not_found'],
});

export const inviteMember = defineOperation({
  operationId: 'inviteMember',
  method: 'POST',
  path: '/organizations/{organization_id}/members',
  tag: 'Organizations',
  summary: 'Invite a member; only the owner invites admins',
  ...ACCESS.inviteMember,
  params: organization,
  body: MemberAddRequest,
  success: { status: 201, description: 'The member and, once, the token of the invitation', body: MemberInvited },
  errors: ['not_found', 'already_exists'],
});

export const createProject = defineOperation({
  operationId: 'createProject',
  method: 'POST',
  path: '/organizations/{organization_id}/projects',
  tag: 'Organizations',
  summary: 'Create a project, in which keys can be made',
  ...ACCESS.createProject,
  params: organization,
  body: ProjectCreateRequest,
  success: { status: 201, description: 'The project', body: ProjectRecord },
  errors: ['not_found'],
});

export const createApiKey = defineOperation({
  operationId: 'createApiKey',
  method: 'POST',
  path: '/api-keys',
  tag: 'API keys',
  summary: 'Create an API key',
  ...ACCESS.createApiKey,
  body: ApiKeyCreateRequest,
  success: { status: 201, description: 'The key with its secret, shown once', body: ApiKeyCreated },
  errors: ['not_found'],
});

export const revokeApiKey = defineOperation({
  operationId: 'revokeApiKey',
  method: 'DELETE',
  path: '/api-keys/{key_id}',
  tag: 'API keys',
  summary: 'Revoke an API key',
  ...ACCESS.revokeApiKey,
  params: pathOf('key_id'),
  success: { status: 204, description: 'Revoked' },
  errors: ['not_found'],
});

export const rotateApiKey = defineOperation({
  operationId: 'rotateApiKey',
  method: 'POST',
  path: '/api-keys/{key_id}/rotate',
  tag: 'API keys',
  summary: 'Give an API key a new secret',
  ...ACCESS.rotateApiKey,
  params: pathOf('key_id'),
  success: { status: 201, description: 'The key with its new secret, shown once', body: ApiKeyCreated },
  errors: ['not_found'],
});

export const listSourceSets = defineOperation({
  operationId: 'listSourceSets',
  method: 'GET',
  path: '/organizations/{organization_id}/source-sets',
  tag: 'Source sets',
  summary: 'List the source sets',
  ...ACCESS.listSourceSets,
  params: organization,
  success: { status: 200, description: 'Source sets, newest first', body: SourceSetList },
  errors: ['not_found'],
});

export const createSourceSet = defineOperation({
  operationId: 'createSourceSet',
  method: 'POST',
  path: '/organizations/{organization_id}/source-sets',
  tag: 'Source sets',
  summary: 'Create a source set',
  ...ACCESS.createSourceSet,
  params: organization,
  body: SourceSetCreateRequest,
  success: { status: 201, description: 'The source set', body: SourceSetRecord },
  errors: ['not_found'],
});

export const addSourceResource = defineOperation({
  operationId: 'addSourceResource',
  method: 'POST',
  path: '/organizations/{organization_id}/source-sets/{source_set_id}/resources',
  tag: 'Source sets',
  summary: 'Add a source to a set',
  ...ACCESS.addSourceResource,
  params: pathOf('organization_id', 'source_set_id'),
  body: SourceResourceCreateRequest,
  success: { status: 201, description: 'The source', body: SourceResourceRecord },
  errors: ['not_found'],
});

export const disableSourceResource = defineOperation({
  operationId: 'disableSourceResource',
  method: 'DELETE',
  path: '/organizations/{organization_id}/source-sets/{source_set_id}/resources/{resource_id}',
  tag: 'Source sets',
  summary: 'Disable a source',
  ...ACCESS.disableSourceResource,
  params: pathOf('organization_id', 'source_set_id', 'resource_id'),
  success: { status: 204, description: 'Disabled' },
  errors: ['not_found'],
});

export const ORGANIZATION_OPERATIONS = [
  listOrganizations,
  createOrganization,
  changeSettings,
  listMembers,
  inviteMember,
  createProject,
  createApiKey,
  revokeApiKey,
  rotateApiKey,
  listSourceSets,
  createSourceSet,
  addSourceResource,
  disableSourceResource,
] as const;
