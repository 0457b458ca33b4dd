/**
 * Which events leave an audit record, and what it says. A record is left by every change that a caller, an operator or
 * a timer of the service makes, and by every refused call. What stages do between the request of a verification and its
 * end is in the verification's own stream instead.
 */
import type { RecordedEvent } from '#contracts/ports/event-store.ts';
import { jobIdOf } from '../document-job/ids.ts';
import { type DomainEvent, decodeEvent, type EventName } from '../events/registry.ts';
import { ORGANIZATION } from '../organization/decider.ts';
import { verificationIdOf } from '../verification/decider.ts';
import type { AuditRecord, Target } from './events.ts';

export type AuditEntry = Pick<AuditRecord, 'action' | 'target' | 'outcome'>;

interface Origin {
  stream: string;
  organization_id: string;
}

type Rule<Event extends DomainEvent> = (data: Event['data'], origin: Origin) => AuditEntry;

/** null: leaves no record. The compiler requires a decision for every event. */
const RULES: { readonly [Name in EventName]: Rule<Extract<DomainEvent, { type: Name }>> | null } = {
  VerificationRequested: (data) => done('verification.requested', 'verification', data.verification_id),
  VerificationRestarted: (_, { stream }) => done('verification.restarted', 'verification', verificationIdOf(stream)),
  VerificationCancelled: (_, { stream }) => done('verification.cancelled', 'verification', verificationIdOf(stream)),
  VerificationErased: (_, { stream }) => done('verification.erased', 'verification', verificationIdOf(stream)),
  ReviewRecorded: (data) => done(`review.${data.action}`, 'claim', data.claim_id),
  CompletionGenerated: null,
  ExtractionConsulted: null,
  ClaimExtracted: null,
  ExtractionCompleted: null,
  EvidenceRetrieved: null,
  SourcesAsked: null,
  RetrievalCompleted: null,
  ModelConsulted: null,
  ClaimJudged: null,
  JudgementCompleted: null,
  VerificationCompleted: null,
  VerificationFailed: null,
  StageDeadLettered: null,
  // Its erasure follows within seconds, and leaves the record.
  VerificationExpired: null,

  KeyIssued: (data) => done('api_key.created', 'api_key', data.key_id),
  KeyRotated: (data) => done('api_key.rotated', 'api_key', data.key_id),
  KeyRevoked: (data) => done('api_key.revoked', 'api_key', data.key_id),

  OrganizationCreated: (data) => done('organization.created', 'organization', data.organization_id),
  OrganizationSettingsChanged: (_, origin) =>
    done('organization.settings_changed', 'organization', origin.organization_id),
  MemberAdded: (data) => done('member.added', 'user', data.user_id),
  MemberInvited: (data) => done('member.invited', 'user', data.user_id),
  MemberJoined: (data) => done('member.joined', 'user', data.user_id),
  PasswordResetIssued: (data) => done('member.password_reset_issued', 'user', data.user_id),
  MemberPasswordChanged: (data) => done(`member.password_${data.cause}`, 'user', data.user_id),
  MemberErased: (data) => done('member.erased', 'user', data.user_id),
  ProjectCreated: (data) => done('project.created', 'project', data.project_id),

  SessionStarted: (data) => done('session.started', 'session', data.session_id),
  SessionEnded: (data) => done('session.ended', 'session', data.session_id),
  SessionsRevoked: (data) => done('session.all_revoked', 'user', data.user_id),

  PolicyCreated: (data) => done('policy.created', 'policy', data.policy_id),
  PolicyDeactivated: (data) => done('policy.deactivated', 'policy', data.policy_id),

  SourceSetCreated: (data) => done('source_set.created', 'source_set', data.source_set_id),
  SourceResourceAdded: (data) => done('source_resource.added', 'source_resource', data.resource_id),
  SourceResourceDisabled: (data) => done('source_resource.disabled', 'source_resource', data.resource_id),

  LibraryDocumentAdded: (data) => done('library_document.added', 'library_document', data.document_id),
  LibraryDocumentRemoved: (data) => done('library_document.removed', 'library_document', data.document_id),

  ProviderConnected: (data) => done('provider_connection.created', 'provider_connection', data.connection_id),
  ProviderCredentialRotated: (data) => done('provider_connection.rotated', 'provider_connection', data.connection_id),
  ProviderDisconnected: (data) => done('provider_connection.deleted', 'provider_connection', data.connection_id),

  CheckoutStarted: (data) => done('billing.checkout_started', 'checkout', data.checkout_id),
  SubscriptionChanged: (data) => done('billing.subscription_changed', 'subscription', data.subscription_id),
  UsageReported: (data) => done('billing.usage_reported', 'subscription', data.subscription_id),

  WebhookCreated: (data) => done('webhook.created', 'webhook', data.webhook_id),
  WebhookDisabled: (data) => done('webhook.disabled', 'webhook', data.webhook_id),
  WebhookDeleted: (data) => done('webhook.deleted', 'webhook', data.webhook_id),
  WebhookDeliveryRequested: null,
  WebhookDeliveryAttempted: null,
  WebhookMessageResent: (data) => done('webhook.message_resent', 'webhook_message', data.original_message_id),

  DocumentSubmitted: (data) => done('document.submitted', 'document_job', data.job_id),
  DocumentCancellationRequested: (_, { stream }) =>
    done('document.cancellation_requested', 'document_job', jobIdOf(stream)!),
  DocumentCancelled: (_, { stream }) => done('document.cancelled', 'document_job', jobIdOf(stream)!),
  DocumentRetried: (_, { stream }) => done('document.retried', 'document_job', jobIdOf(stream)!),
  DocumentUploadDiscarded: (_, { stream }) => done('document.upload_discarded', 'document_job', jobIdOf(stream)!),
  DocumentExpired: (_, { stream }) => done('document.expired', 'document_job', jobIdOf(stream)!),
  DocumentProcessingStarted: null,
  DocumentParsed: null,
  DocumentSucceeded: null,
  DocumentFailed: null,
  DocumentVerificationEnded: null,

  CommandRefused: ({ operation, target }) => ({ action: operation, target, outcome: 'refused' }),
  RefusalsOmitted: ({ target }) => ({ action: 'refusals.omitted', target, outcome: 'refused' }),

  AuditRecorded: null,
  DeploymentClaimed: null,
};

/** Names of the events that leave a record. */
export const AUDITED_TYPES: readonly EventName[] = (Object.keys(RULES) as EventName[]).filter(
  (name) => RULES[name] !== null,
);

/**
 * The entry that an event makes, and the organization whose chain it belongs to; null for events that leave no
 * record. Throws UnreadableEventError.
 */
export function auditEntryOf(recorded: RecordedEvent): { organization_id: string; entry: AuditEntry } | null {
  const event = decodeEvent(recorded);
  if (event === null) return null;
  const rule = RULES[event.type] as Rule<DomainEvent> | null;
  const organization_id = organizationOf(event, recorded);
  if (rule === null || organization_id === null) return null;
  return { organization_id, entry: rule(event.data, { stream: recorded.stream, organization_id }) };
}

/**
 * The organization that an event belongs to: that of what was created, even if another organization's caller created
 * it.
 */
function organizationOf(event: DomainEvent, { stream, metadata }: RecordedEvent): string | null {
  if ('organization_id' in event.data) return event.data.organization_id;
  const prefix = ORGANIZATION.streamPrefix;
  return stream.startsWith(prefix) ? stream.slice(prefix.length) : metadata.organization_id;
}

function done(action: string, type: Target['type'], id: string): AuditEntry {
  return { action, target: { type, id }, outcome: 'accepted' };
}
