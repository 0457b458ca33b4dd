/** Runs a verification for whoever watches it, such as a tool: reports its progress, and stops it when the call is cancelled. */
import { type Caller, callerOf } from '#command-api/caller.ts';
import type { VerifyInput } from '#command-api/verification/prepare.ts';
import type { Respond } from '#command-api/verification/run-to-end.ts';
import { verifyWith } from '#command-api/verification/verify.ts';
import { pause, systemTimers } from '#common/time.ts';
import { hasEnded } from '#domain/verification/ended.ts';
import { ResponsePieces } from '#http/response-pieces.ts';
import { type VerificationProgress, watchProgress } from '#query-api/progress.ts';
import { refuseErased } from '#results/open.ts';
import { CALL_ENDPOINT, cancelOnceBegun } from './cancel-call.ts';
import type { AgentDependencies, CallProgress, ToolCall } from './dependencies.ts';

/** How often progress is asked for that is not there yet. */
const AGAIN_MS = 100;
/** A call is watched by its client, so it may take longer than one that is answered at once. */
const LONGER_THAN_A_POST = 10;

/** `respond` makes the response of the result. Throws ApiError as POST /verifications does. */
export async function verifyWatched<Body>(
  dependencies: Pick<AgentDependencies, 'commands' | 'queries'>,
  call: ToolCall,
  input: VerifyInput,
  respond: Respond<Body>,
): Promise<Body> {
  const { signal, context, client, call_id } = call;
  const { settings } = dependencies.commands;
  const commands = {
    ...dependencies.commands,
    settings: { ...settings, syncTimeoutMs: settings.syncTimeoutMs * LONGER_THAN_A_POST },
  };
  const ended = new AbortController();
  const begun = Promise.withResolvers<string>();
  const caller = callerOf(context);
  const noticing: Caller = {
    ...caller,
    concerns(id) {
      caller.concerns(id);
      begun.resolve(id);
    },
  };
  signal.throwIfAborted();
  void begun.promise.then((id) => {
    call.report({ done: 0, total: TOTAL, message: 'begun' });
    return watch(dependencies, caller, id, call, ended.signal);
  });
  try {
    const idempotency = { key: call_id, endpoint: CALL_ENDPOINT, body: input };
    const { body } = await verifyWith(commands, noticing, input, idempotency, client, respond).catch((error) =>
      refuseErased('verification_expired', error),
    );
    if (body instanceof ResponsePieces) throw new Error('a response that is watched comes in one piece');
    return body;
  } finally {
    ended.abort();
  }
}

/** Never rejects: what is wrong with the verification shows in the call itself. */
async function watch(
  dependencies: Pick<AgentDependencies, 'commands' | 'queries'>,
  caller: Caller,
  id: string,
  { signal, report }: ToolCall,
  ended: AbortSignal,
): Promise<void> {
  const cancel = () => void cancelOnceBegun(dependencies, caller, id, ended);
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  ended.addEventListener('abort', () => signal.removeEventListener('abort', cancel), { once: true });
  const watching = AbortSignal.any([signal, ended]);
  while (!watching.aborted) {
    try {
      const { organization_id } = caller;
      for await (const progress of watchProgress(dependencies.queries, organization_id, id, { signal: watching })) {
        if (!watching.aborted) report(progressOf(progress));
        if (hasEnded(progress)) return;
      }
    } catch {
      // It is not recorded yet, or a view does not respond.
      await pause(systemTimers, AGAIN_MS, watching);
    }
  }
}

const TOTAL = 100;
/** How much of the work is done when a stage begins. */
const BEGINS_AT = { extract: 0, retrieve: 10, judge: 50, conclude: 95 } as const;

function progressOf({ stage, claims }: VerificationProgress): CallProgress {
  const { extracted, checkable, searched, judged } = claims;
  const within = (from: number, to: number, done: number, of: number) =>
    Math.round((from + (to - from) * (of === 0 ? 0 : Math.min(1, done / of))) * 10) / 10;
  switch (stage) {
    case null:
      return { done: TOTAL, total: TOTAL, message: 'done' };
    case 'extract':
      return { done: BEGINS_AT.extract, total: TOTAL, message: `reading the text, ${extracted} claims so far` };
    case 'retrieve': {
      const done = within(BEGINS_AT.retrieve, BEGINS_AT.judge, searched, checkable);
      return { done, total: TOTAL, message: `searching evidence, ${searched} of ${checkable} claims` };
    }
    case 'judge': {
      const done = within(BEGINS_AT.judge, BEGINS_AT.conclude, judged, extracted);
      return { done, total: TOTAL, message: `judging, ${judged} of ${extracted} claims` };
    }
    case 'conclude':
      return { done: BEGINS_AT.conclude, total: TOTAL, message: 'summing up' };
  }
}
