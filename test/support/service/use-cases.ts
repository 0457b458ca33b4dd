/** Calls the use cases of a service in the test's process, as code beside the HTTP API does. */
import type { Caller } from '#command-api/caller.ts';
import { type Begun, begin } from '#command-api/verification/begin.ts';
import { cancelVerification } from '#command-api/verification/cancel.ts';
import type { VerifyInput } from '#command-api/verification/prepare.ts';
import { SCOPES } from '#contracts/vocabulary.ts';
import { progressOf, type VerificationProgress, watchProgress } from '#query-api/progress.ts';
import { METADATA } from '#test/support/verification-history.ts';
import type { Tenant, TestService } from './open.ts';

const TEXT_INPUT: VerifyInput = {
  kind: 'text',
  content: 'Whales sing. Iron rusts.',
  question: '',
  profile: 'general_web',
  mode: 'thorough',
  retention_hours: 24,
  zero_retention: false,
  source_set_id: null,
};

export interface UseCases {
  begin(input?: Partial<VerifyInput>, key?: string): Promise<Begun>;
  cancel(id: string): ReturnType<typeof cancelVerification>;
  progress(id: string): Promise<VerificationProgress>;
  /** Until the run has ended. */
  watch(id: string): AsyncIterable<VerificationProgress>;
}

/** The use cases as the owner of `tenant` calls them, signed in without a key. */
export function useCasesOf({ service }: Pick<TestService, 'service'>, tenant: Tenant): UseCases {
  const caller: Caller = {
    organization_id: tenant.organization_id,
    key_id: tenant.user_id,
    user_id: tenant.user_id,
    project_id: null,
    role: 'owner',
    scopes: SCOPES,
    quota_per_hour: 10_000,
    monthly_cost_limit_cents: null,
    metadata: { ...METADATA, organization_id: tenant.organization_id },
    concerns() {},
  };
  const commands = service.commands!;
  const queries = service.queries!;
  return {
    begin: (input = {}, key) => {
      const whole = { ...TEXT_INPUT, ...input };
      return begin(commands, caller, whole, { key: key ?? null, endpoint: 'begin', body: whole });
    },
    cancel: (id) => cancelVerification(commands, caller, id),
    progress: (id) => progressOf(queries, tenant.organization_id, id),
    watch: (id) =>
      watchProgress(queries, tenant.organization_id, id, { signal: new AbortController().signal, everyMs: 10 }),
  };
}
