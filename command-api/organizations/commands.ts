/** Creates organizations and changes their settings. */
import { ApiError } from '#contracts/errors.ts';
import type {
  OrganizationCreated,
  OrganizationRecord,
  OrganizationSettingsRequest,
} from '#contracts/http/organization.ts';
import type { EventMetadata } from '#contracts/ports/event-store.ts';
import { SCOPES } from '#contracts/vocabulary.ts';
import type { KeyIssuedData } from '#domain/api-key/decider.ts';
import { newId } from '#domain/ids.ts';
import { ORGANIZATION, type OrganizationState } from '#domain/organization/decider.ts';
import { countHourly } from '#http/rate-limit.ts';
import { type KeySecret, newSecret } from '#streams/api-key-secrets.ts';
import { type ApiKeyStores, issueKey } from '#streams/api-keys.ts';
import { type BoundedList, createWithinLimit, organizationsOf, organizationsWithRoot } from '#streams/bounded-lists.ts';
import { execute } from '#streams/repository.ts';
import type { Caller } from '../caller.ts';
import type { OrganizationDependencies, ResourceDependencies } from '../dependencies.ts';
import { executeCommand, invalidField } from '../execute-command.ts';
import { createdKey } from '../keys/commands.ts';

/** Hourly quota of an owner's first key; it has no cost limit. */
const OWNER_QUOTA_PER_HOUR = 10_000;

/**
 * Settings changes per organization and hour. They are limited because every verification reads the whole settings
 * history.
 */
const SETTINGS_PER_HOUR = 30;

export interface NewOrganization {
  organization_id: string;
  owner_user_id: string;
  /** Whose share its work takes (streams/roots.ts). */
  root_id: string;
  name: string;
  secret: KeySecret;
  created_at: string;
  /** Id of the owner's key. Default: a new id. */
  key_id?: string;
}

/**
 * Creates an organization with its owner and the owner's key, which has every scope. Used by POST /organizations, by
 * `evidence org create` and at the first start.
 */
export async function createOrganizationWithKey(
  stores: ApiKeyStores,
  organization: NewOrganization,
  metadata: EventMetadata,
): Promise<{ state: OrganizationState; key: KeyIssuedData }> {
  const { secret, key_id = newId('key'), ...created } = organization;
  const eventMetadata = { ...metadata, organization_id: created.organization_id };
  const executed = await execute(
    stores.events,
    ORGANIZATION,
    created.organization_id,
    { type: 'CreateOrganization', ...created },
    { metadata: eventMetadata },
  );
  if (!executed.accepted) throw new ApiError(executed.code);
  const key: KeyIssuedData = {
    key_id,
    organization_id: created.organization_id,
    user_id: created.owner_user_id,
    role: 'owner',
    name: 'Owner key',
    prefix: secret.prefix,
    secret_hash: secret.secret_hash,
    environment: secret.secret.startsWith('evs_prod_') ? 'production' : 'development',
    scopes: [...SCOPES],
    quota_per_hour: OWNER_QUOTA_PER_HOUR,
    monthly_cost_limit_cents: null,
    allowed_ips: [],
    created_at: created.created_at,
  };
  await issueKey(stores, key, eventMetadata);
  return { state: executed.state, key };
}

/**
 * Creates an organization whose owner is the caller's user. Throws role_forbidden for anybody but the operator's own
 * where organizations are not open to others; validation_error beyond the limit.
 */
export async function createOrganization(
  dependencies: OrganizationDependencies,
  caller: Caller,
  name: string,
): Promise<OrganizationCreated> {
  const { roots, settings } = dependencies;
  const isOperator = await roots.isOperator(caller);
  if (!settings.openOrganizations && !isOperator) {
    const message = 'On this service, only the operator creates organizations.';
    throw new ApiError('role_forbidden', { message });
  }
  const secret = newSecret('production', dependencies.secrets.pepper);
  const organization_id = newId('org');
  const organization = {
    organization_id,
    owner_user_id: caller.user_id,
    root_id: await roots.ofNew(caller, organization_id),
    name,
    secret,
    created_at: new Date(dependencies.clock.now()).toISOString(),
  };
  const create = () => createOrganizationWithKey(dependencies, organization, caller.metadata);
  const { state, key } = await counted(dependencies, organizationsOf(caller.user_id), organization_id, () =>
    isOperator ? create() : counted(dependencies, organizationsWithRoot(organization.root_id), organization_id, create),
  );
  return { ...organizationRecord(state), api_key: createdKey(key, secret) };
}

/** Throws validation_error if the list is full. */
async function counted<Created>(
  { operations }: ResourceDependencies,
  list: BoundedList,
  organizationId: string,
  create: () => Promise<Created>,
): Promise<Created> {
  const result = await createWithinLimit(operations.values, list, organizationId, create);
  if (result === null) throw invalidField('name', `you have made ${list.limit} organizations, which is the most`);
  return result.created;
}

/** Throws rate_limit_exceeded if the organization's settings were changed too often within the hour. */
export async function changeSettings(
  dependencies: ResourceDependencies,
  caller: Caller,
  request: OrganizationSettingsRequest,
): Promise<OrganizationRecord> {
  const counter = `settings:${caller.organization_id}`;
  await countHourly(dependencies, counter, SETTINGS_PER_HOUR, "changes of an organization's settings per hour");
  const settings = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
  const state = await executeCommand(
    dependencies.events,
    ORGANIZATION,
    caller.organization_id,
    { type: 'ChangeSettings', settings, changed_at: new Date(dependencies.clock.now()).toISOString() },
    caller,
  );
  return organizationRecord(state);
}

function organizationRecord({ organization, settings }: OrganizationState): OrganizationRecord {
  if (organization === null) throw new ApiError('not_found');
  return { ...organization, settings };
}
