/**
 * Operations for operators, beside the HTTP API. The same functions serve a command line that has opened the data
 * folder itself, and one that calls a running service through its control socket. Inputs and outputs are JSON.
 */
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { ToolOutcome } from '#agents/call-tool.ts';
import type { CallProgress } from '#agents/dependencies.ts';
import { createOrganizationWithKey } from '#command-api/organizations/commands.ts';
import { systemTimers, timestamp } from '#common/time.ts';
import { ApiError } from '#contracts/errors.ts';
import type { ListedDocument } from '#contracts/ports/evidence-library.ts';
import { newId } from '#domain/ids.ts';
import type { DeliveryAttempt } from '#domain/webhook-delivery/decider.ts';
import {
  type DeadLetter,
  listDeadLetters,
  type Retried,
  retryAllDeadLetters,
  retryDeadLetter,
} from '#pipeline/deliveries/dead-letter-list.ts';
import { type DeliveryLog, listDeliveries, sendTest } from '#pipeline/webhooks/delivery-log.ts';
import { PROJECTIONS } from '#projectors/all.ts';
import { rebuildView } from '#projectors/rebuild.ts';
import { requireExportsEnabled } from '#query-api/exports-enabled.ts';
import { type ReplayPart, replayVerification } from '#query-api/replay.ts';
import { piecesOf } from '#results/reader.ts';
import { newSecret } from '#streams/api-key-secrets.ts';
import { recordedLibrary } from '#streams/recorded-library.ts';
import { ADDED, type IndexReport, indexFolder } from '../library/index-folder.ts';
import { systemMetadata } from '../parts/bootstrap.ts';
import type { Service } from '../parts/service.ts';
import type { SourceCheck } from '../parts/source-checks.ts';
import { type AuditOperations, createAuditOperations } from './audit.ts';
import { type CheckingOperations, createCheckingOperations } from './checking.ts';
import type { Input } from './inputs.ts';
import { createLanguageModelOperations, type LanguageModelOperations } from './language-model.ts';
import { createMemberOperations, type MemberOperations } from './members.ts';
import { OperationError } from './operation-error.ts';
import { followVerification, type Report } from './progress.ts';
import { createSignInLinkOperations, type SignInLinkOperations } from './sign-in-link.ts';
import { ownerKeyRefused, type VerifyOutcome } from './verify-outcome.ts';

export interface Operations
  extends AuditOperations,
    CheckingOperations,
    LanguageModelOperations,
    MemberOperations,
    SignInLinkOperations {
  createOrganization(input: Input<'createOrganization'>): Promise<{
    organization_id: string;
    owner_user_id: string;
    key_id: string;
    secret: string;
  }>;
  /** `folder` is absolute. With `prune`, documents whose file no longer exists in it are removed. */
  addLibrary(input: Input<'addLibrary'>): Promise<IndexReport>;
  /** Documents of the library by path, behind `after`. */
  listLibrary(input: Input<'listLibrary'>): Promise<{ data: ListedDocument[] }>;
  /** Throws OperationError, and removes nothing, if the library lacks one of them. */
  removeFromLibrary(input: Input<'removeFromLibrary'>): Promise<{ removed: number }>;
  rebuild(input: Input<'rebuild'>): Promise<{ view: string; events: number }>;
  /** Sends the replay part by part. */
  replay(input: Input<'replay'>, receiving: Receiving<ReplayPart>): Promise<{ parts: number }>;
  /** Re-wraps keys of the previous master key with EVIDENCE_MASTER_KEY. After a crash, call it again to continue. */
  rotateMasterKey(input: Input<'rotateMasterKey'>): Promise<{ rewrapped: number }>;
  /** Newest first. */
  listDeadLetters(input: Input<'listDeadLetters'>): Promise<{ data: DeadLetter[]; has_more: boolean }>;
  /** The outcome of each named verification; for all, the restarted ones only. */
  retryDeadLetters(input: Input<'retryDeadLetters'>): Promise<{ data: Retried[] }>;
  /** What was sent to a webhook, newest first. */
  listDeliveries(input: Input<'listDeliveries'>): Promise<DeliveryLog>;
  /** Sends a test message to a webhook. `attempt` is null if no process has made the first one in time. */
  testWebhook(input: Input<'testWebhook'>): Promise<{ message_id: string; attempt: DeliveryAttempt | null }>;
  /** Asks each outside source one question over the network. */
  checkSources(input: Input<'checkSources'>): Promise<{ data: SourceCheck[] }>;
  /** POST /v1/verifications or /v1/claims/verify and the export, as the owner of the default organization. */
  verify(input: Input<'verify'>): Promise<VerifyOutcome>;
  /** Calls a tool for agents, as the owner of the default organization. Rejects when it is cancelled. */
  callTool(input: Input<'callTool'>, watching: Watching): Promise<ToolOutcome>;
}

/** How one call of an operation is watched. */
export interface Watching {
  /** Cancels the call. */
  signal: AbortSignal;
  report: Report;
}

/** How a call takes a value that is too large to be sent as one. */
export interface Receiving<Part> {
  /** The next part follows when this has resolved. */
  receive(part: Part): Promise<void>;
}

export function createOperations(service: Service, report: Report): Operations {
  const { stores, verifications, engine, app } = service;
  /** For changes by the operator. */
  const library = () => {
    const { organization_id } = service.bootstrap;
    return recordedLibrary(stores, organization_id, systemMetadata('operator', organization_id));
  };
  return {
    ...createAuditOperations(service, report),
    ...createCheckingOperations(service, report),
    ...createMemberOperations(service),
    ...createSignInLinkOperations(service),
    ...createLanguageModelOperations(service),

    async createOrganization({ name }) {
      if (name.trim().length < 2 || name.length > 160) {
        throw new OperationError('the name of an organization has 2 to 160 characters');
      }
      const secret = newSecret('production', service.secrets.pepper);
      const organizationId = newId('org');
      const { key } = await createOrganizationWithKey(
        stores,
        {
          organization_id: organizationId,
          owner_user_id: newId('usr'),
          root_id: organizationId,
          name,
          secret,
          created_at: timestamp(stores.clock),
        },
        systemMetadata('operator', organizationId),
      );
      return {
        organization_id: organizationId,
        owner_user_id: key.user_id,
        key_id: key.key_id,
        secret: secret.secret,
      };
    },

    async addLibrary({ folder, prune }) {
      if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
        throw new OperationError(`${folder} is not a folder that can be read`);
      }
      return indexFolder(folder, library(), engine, {
        prefix: `${ADDED}${basename(folder) || 'root'}/`,
        removeMissing: prune,
        onProgress: (done, total) => report({ label: 'indexing', done, total }),
      });
    },

    listLibrary: async ({ after, limit }) => ({ data: await stores.library.list({ after, limit }) }),

    async removeFromLibrary({ paths }) {
      const inventory = await stores.library.inventory();
      const lacking = paths.find((path) => !Object.hasOwn(inventory, path));
      if (lacking !== undefined) {
        throw new OperationError(`the library has no document ${lacking}; evidence library list names them all`);
      }
      return { removed: await library().remove(paths) };
    },

    async rebuild({ view }) {
      const projection = PROJECTIONS.find((each) => each.view.name === view);
      if (projection === undefined) {
        const names = PROJECTIONS.map((each) => each.view.name).join(', ');
        throw new OperationError(`there is no view called ${view}; there are: ${names}`);
      }
      const { read } = await rebuildView({ events: stores.events, views: stores.views }, projection, {
        onProgress: (progress) => report({ label: 'rebuilding', done: progress.read, total: null }),
      });
      return { view, events: read };
    },

    async replay({ verification_id, as_of }, { receive }) {
      const { events, vault } = stores;
      let parts = 0;
      for await (const part of replayVerification({ events, vault, sealer: service.sealer }, verification_id, as_of)) {
        await receive(part);
        parts++;
      }
      if (parts === 0) throw new OperationError(`there is no verification ${verification_id}`);
      return { parts };
    },

    async rotateMasterKey() {
      if (!service.masterKeyGiven) {
        throw new OperationError(
          'the master key stands in the file master-key of the data folder; to replace it, start with its content as ' +
            'EVIDENCE_MASTER_KEY_PREVIOUS and a new key as EVIDENCE_MASTER_KEY, then rotate again',
        );
      }
      return { rewrapped: await stores.vault.rotateMasterKey() };
    },

    listDeadLetters: () => listDeadLetters({ events: stores.events, verifications, values: stores.operations.values }),

    async retryDeadLetters({ verification_ids: ids }) {
      const { events, operations, clock } = stores;
      const dependencies = { events, verifications, values: operations.values, clock };
      const metadataFor = (organizationId: string) => systemMetadata('operator', organizationId);
      if (ids === null) return { data: await retryAllDeadLetters(dependencies, metadataFor) };
      const data: Retried[] = [];
      for (const id of ids) data.push(await retryDeadLetter(dependencies, id, metadataFor));
      return { data };
    },

    async listDeliveries({ webhook_id }) {
      const log = await listDeliveries(stores.events, webhook_id);
      if (log === null) throw new OperationError(`there is no webhook ${webhook_id}`);
      return log;
    },

    async testWebhook({ webhook_id }) {
      const { events, clock } = stores;
      const metadataFor = (organizationId: string) => systemMetadata('operator', organizationId);
      const test = await sendTest({ events, clock, timers: systemTimers }, webhook_id, metadataFor, TEST_WITHIN_MS);
      if (test.outcome === 'sent') return test;
      const fault = test.outcome === 'not_found' ? 'there is no webhook' : 'nothing is sent any more to the webhook';
      throw new OperationError(`${fault} ${webhook_id}`);
    },

    async checkSources({ organization_id }) {
      const onProgress = (done: number, total: number) => report({ label: 'asking', done, total });
      return {
        data: await service.sourceChecks.check(organization_id ?? service.bootstrap.organization_id, onProgress),
      };
    },

    async verify({ kind, body, html }) {
      const requestId = newId('req');
      const headers = { authorization: `Bearer ${service.bootstrap.key}`, 'x-request-id': requestId };
      const stop = followVerification(stores.events, requestId, report);
      try {
        const url = kind === 'claim' ? '/v1/claims/verify' : '/v1/verifications';
        const response = await app.inject({ method: 'POST', url, headers, payload: body });
        if (response.statusCode === UNAUTHORIZED) throw new OperationError(ownerKeyRefused(service.bootstrap.keyFile));
        const parsed: unknown = JSON.parse(response.body);
        const exportable = html !== null && response.statusCode === 201;
        return {
          status: response.statusCode,
          retry_after: Number(response.headers['retry-after']) || null,
          body: parsed,
          html: exportable ? await exportHtml(service, parsed, html.name) : null,
        };
      } finally {
        stop();
      }
    },

    async callTool({ tool, arguments: args }, { signal, report }) {
      const { agents, bootstrap } = service;
      if (agents === null) throw new OperationError('this process does not verify');
      const progressed = ({ done, total, message }: CallProgress) => report({ label: message, done, total });
      return agents.call(bootstrap.key, tool, args, { signal, report: progressed }).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        throw new OperationError(ownerKeyRefused(bootstrap.keyFile));
      });
    },
  };
}

const UNAUTHORIZED = 401;
/** An attempt takes 15 s at most, and may have to wait until a process delivers it. */
const TEST_WITHIN_MS = 20_000;

/** The page, by the same reader and under the same conditions as the export over HTTP; null: it is refused. */
async function exportHtml(
  { queries, bootstrap, stores }: Service,
  verified: unknown,
  name: string | null,
): Promise<string | null> {
  if (queries === null) throw new Error('a page needs the query API in this process');
  const { organization_id } = bootstrap;
  try {
    await requireExportsEnabled(queries, organization_id);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
  const verification_id = (verified as { result: { id: string } }).result.id;
  const now = stores.clock.now();
  const begun = await queries.results.begin({ organization_id, verification_id, format: 'html', now, name });
  if (begun === 'not_shown' || 'refused' in begun) return null;
  return Buffer.concat(await Array.fromAsync(piecesOf(queries.results, begun))).toString();
}
