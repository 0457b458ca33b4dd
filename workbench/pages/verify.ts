/** The form that begins a verification. */

import { callerOf } from '#command-api/caller.ts';
import { begin } from '#command-api/verification/begin.ts';
import type { IdempotencyOptions, VerifyInput } from '#command-api/verification/prepare.ts';
import { ApiError } from '#contracts/errors.ts';
import { ACCESS } from '#contracts/http/operations/access.ts';
import { VerifyRequest } from '#contracts/http/verification.ts';
import { newId } from '#domain/ids.ts';
import { POLICIES } from '#domain/policy/decider.ts';
import { parsedBody } from '#http/validation.ts';
import { sourceSetsPage } from '#query-api/pages/lists.ts';
import { load } from '#streams/repository.ts';
import { afterFirst } from '../after-first.ts';
import type { WorkbenchDependencies } from '../dependencies.ts';
import { example } from '../example.ts';
import { messageOf } from '../http/error-page.ts';
import type { PageCall, RegisterPage } from '../http/page.ts';
import { HOME_PATH, VERIFICATIONS_PATH, VERIFY_PATH } from '../paths.ts';
import { KEPT_HOURS, verifyPage } from '../views/verify.ts';

/** As many as a page of the list has at most. */
const MOST_SOURCE_SETS = 100;
/** Who went back to a form and changed it. The form that is shown again has a key of its own. */
const SENT_BEFORE =
  'This form was sent before, with something else in it. Send it again to verify what stands here now.';

export function registerVerify(page: RegisterPage, { commands, queries }: WorkbenchDependencies): void {
  const formFor = async ({ context, viewer }: PageCall, fields: Record<string, string>, refusal: string | null) => {
    const { organization_id } = context.principal;
    const [sets, policies] = await Promise.all([
      sourceSetsPage(queries, organization_id, { limit: MOST_SOURCE_SETS }),
      load(queries.events, POLICIES, organization_id),
    ]);
    const own = policies.state.policies.filter(({ active }) => active).map(({ policy }) => policy.name);
    const profiles = [...queries.basePolicies.map(({ name }) => name), ...new Set(own)];
    const sourceSets = sets.data.map(({ id, name }) => ({ id, name }));
    return verifyPage(viewer, { profiles, sourceSets, fields, refusal });
  };

  /** Begins one verification, however often its form is sent, and leads to it. Throws ApiError as `begin` does. */
  const beginOnce = async ({ context }: PageCall, input: VerifyInput, idempotency: IdempotencyOptions) => {
    const caller = callerOf(context);
    const { verification_id } = await afterFirst(() => begin(commands, caller, input, idempotency));
    return { redirect: `${VERIFICATIONS_PATH}/${verification_id}` };
  };

  page({ name: 'showVerify', method: 'GET', path: VERIFY_PATH, ...ACCESS.createVerification }, (call) =>
    formFor(call, {}, null),
  );

  page({ name: 'beginVerification', method: 'POST', path: VERIFY_PATH, ...ACCESS.createVerification }, async (call) => {
    const { csrf: _, key = newId('req'), ...fields } = call.form;
    const { content = '', question = '', profile, mode, source_set_id = '' } = fields;
    try {
      const given = {
        content,
        question,
        profile,
        mode,
        source_set_id: source_set_id || null,
        retention_hours: KEPT_HOURS,
      };
      const request = parsedBody(VerifyRequest, given);
      const idempotency = { key, endpoint: `POST ${VERIFY_PATH}`, body: request };
      const input = { kind: 'text', ...request } as const;
      return await beginOnce(call, input, idempotency);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      const refusal = error.code === 'idempotency_key_conflict' ? SENT_BEFORE : messageOf(error);
      return { ...(await formFor(call, fields, refusal)), status: error.status };
    }
  });

  page(
    { name: 'beginExample', method: 'POST', path: `${HOME_PATH}/example`, ...ACCESS.createVerification },
    async (call) => {
      const { content, sources } = await example();
      const parsed = VerifyRequest.parse({ content, retention_hours: KEPT_HOURS });
      const input = { kind: 'text', ...parsed, profile: 'internal_enterprise', sources } as const;
      const idempotency = { key: call.form.key ?? null, endpoint: `POST ${HOME_PATH}/example`, body: null };
      return beginOnce(call, input, idempotency);
    },
  );
}
