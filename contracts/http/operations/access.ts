/** Who may call what: the single table of roles and scopes, which all declarations of operations use. */
import { ROLES, type Role, type Scope } from '../../vocabulary.ts';

export interface Access {
  roles: readonly Role[];
  /** null: a key needs no scope. */
  scope: Scope | null;
}

const ANY: readonly Role[] = ROLES;
const ADMINS: readonly Role[] = ['owner', 'admin'];
const DEVELOPERS: readonly Role[] = ['owner', 'admin', 'developer'];
const REVIEWERS: readonly Role[] = ['owner', 'admin', 'reviewer'];
const EXPORTERS: readonly Role[] = ['owner', 'admin', 'developer', 'reviewer'];

/**
 * By operation. A caller needs one of the roles in the organization that it acts in, and the scope. Rules that depend
 * on the resource are checked where it is loaded: a developer manages only their own keys, a person only their own
 * sessions, and only some roles may invite admins.
 */
export const ACCESS = {
  createVerification: { roles: DEVELOPERS, scope: 'verifications:write' },
  verifyClaim: { roles: DEVELOPERS, scope: 'verifications:write' },
  createBatch: { roles: DEVELOPERS, scope: 'verifications:write' },
  getVerification: { roles: ANY, scope: 'verifications:read' },
  exportVerification: { roles: EXPORTERS, scope: 'exports:read' },
  createReview: { roles: REVIEWERS, scope: 'reviews:write' },
  listReviews: { roles: ANY, scope: 'reviews:read' },
  createChatCompletion: { roles: DEVELOPERS, scope: 'chat:write' },
  submitDocument: { roles: DEVELOPERS, scope: 'documents:write' },
  getDocument: { roles: ANY, scope: 'documents:write' },
  getDocumentArtifact: { roles: ANY, scope: 'documents:write' },
  cancelDocument: { roles: ANY, scope: 'documents:write' },
  retryDocument: { roles: ANY, scope: 'documents:write' },
  listBasePolicies: { roles: ANY, scope: null },
  listModels: { roles: ANY, scope: null },
  getEngine: { roles: ANY, scope: null },
  estimateUsage: { roles: ANY, scope: null },
  listPolicies: { roles: ANY, scope: 'policies:read' },
  createPolicy: { roles: ADMINS, scope: 'policies:write' },
  deactivatePolicy: { roles: ADMINS, scope: 'policies:write' },
  listOrganizations: { roles: ANY, scope: 'organizations:read' },
  createOrganization: { roles: ANY, scope: 'organizations:write' },
  changeSettings: { roles: ADMINS, scope: 'organizations:write' },
  listMembers: { roles: ANY, scope: 'members:read' },
  inviteMember: { roles: ADMINS, scope: 'members:write' },
  createProject: { roles: DEVELOPERS, scope: 'projects:write' },
  createApiKey: { roles: DEVELOPERS, scope: 'keys:write' },
  revokeApiKey: { roles: DEVELOPERS, scope: 'keys:write' },
  rotateApiKey: { roles: DEVELOPERS, scope: 'keys:write' },
  listSourceSets: { roles: ANY, scope: 'sources:read' },
  createSourceSet: { roles: DEVELOPERS, scope: 'sources:write' },
  addSourceResource: { roles: DEVELOPERS, scope: 'sources:write' },
  disableSourceResource: { roles: DEVELOPERS, scope: 'sources:write' },
  revokeSession: { roles: ANY, scope: null },
  revokeSessions: { roles: ANY, scope: null },
  listProviderConnections: { roles: ADMINS, scope: 'providers:read' },
  connectProvider: { roles: ADMINS, scope: 'providers:write' },
  rotateProviderCredential: { roles: ADMINS, scope: 'providers:write' },
  disconnectProvider: { roles: ADMINS, scope: 'providers:write' },
  getUsage: { roles: DEVELOPERS, scope: 'usage:read' },
  listAuditEvents: { roles: ADMINS, scope: 'audit:read' },
  startCheckout: { roles: ADMINS, scope: 'billing:write' },
  openBillingPortal: { roles: ADMINS, scope: 'billing:write' },
  createWebhook: { roles: DEVELOPERS, scope: 'webhooks:write' },
  deleteWebhook: { roles: DEVELOPERS, scope: 'webhooks:write' },
} as const satisfies Record<string, Access>;
