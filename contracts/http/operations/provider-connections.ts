/** Provider connections. */

import { pathOf } from '../common.ts';
import { defineOperation } from '../operation.ts';
import {
  ProviderConnectionList,
  ProviderConnectionRecord,
  ProviderConnectionRequest,
  ProviderCredentialRotateRequest,
} from '../provider-connection.ts';
import { ACCESS } from './access.ts';

export const listProviderConnections = defineOperation({
  operationId: 'listProviderConnections',
  method: 'GET',
  path: '/organizations/{organization_id}/provider-connections',
  tag: 'Provider connections',
  summary: 'List the connected providers',
  ...ACCESS.listProviderConnections,
  params: pathOf('organization_id'),
  success: { status: 200, description: 'Connections, newest first, without credentials', body: ProviderConnectionList },
  errors: ['not_found'],
});

export const connectProvider = defineOperation({
  operationId: 'connectProvider',
  method: 'POST',
  path: '/organizations/{organization_id}/provider-connections',
  tag: 'Provider connections',
  summary: 'Connect a provider',
  ...ACCESS.connectProvider,
  params: pathOf('organization_id'),
  body: ProviderConnectionRequest,
  success: { status: 201, description: 'The connection, without its credential', body: ProviderConnectionRecord },
  errors: ['not_found'],
});

export const rotateProviderCredential = defineOperation({
  operationId: 'rotateProviderCredential',
  method: 'POST',
  path: '/organizations/{organization_id}/provider-connections/{connection_id}/rotate',
  tag: 'Provider connections',
  summary: 'Replace the credential of a connection',
  ...ACCESS.rotateProviderCredential,
  params: pathOf('organization_id', 'connection_id'),
  body: ProviderCredentialRotateRequest,
  success: { status: 200, description: 'The connection, without its credential', body: ProviderConnectionRecord },
  errors: ['not_found'],
});

export const disconnectProvider = defineOperation({
  operationId: 'disconnectProvider',
  method: 'DELETE',
  path: '/organizations/{organization_id}/provider-connections/{connection_id}',
  tag: 'Provider connections',
  summary: 'Disconnect a provider and destroy its credential',
  ...ACCESS.disconnectProvider,
  params: pathOf('organization_id', 'connection_id'),
  success: { status: 204, description: 'Disconnected' },
  errors: ['not_found'],
});

export const PROVIDER_CONNECTION_OPERATIONS = [
  listProviderConnections,
  connectProvider,
  rotateProviderCredential,
  disconnectProvider,
] as const;
