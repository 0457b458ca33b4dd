/** A verification: its progress while it runs, then its result, claim by claim, and the text put right. */
import { callerOf } from '#command-api/caller.ts';
import { cancelVerification } from '#command-api/verification/cancel.ts';
import { ApiError } from '#contracts/errors.ts';
import { ACCESS } from '#contracts/http/operations/access.ts';
import { MATERIALITIES, VERDICTS } from '#contracts/vocabulary.ts';
import { ResponsePieces } from '#http/response-pieces.ts';
import { send } from '#http/send.ts';
import { HTML_MEDIA_TYPE } from '#query-api/export-headers.ts';
import { requireExportsEnabled } from '#query-api/exports-enabled.ts';
import { claimsPage } from '#query-api/pages/claims.ts';
import { numberCursor } from '#query-api/pages/cursor.ts';
import { progressOf, watchProgress } from '#query-api/progress.ts';
import { resultBody } from '#query-api/result-body.ts';
import { versionOf } from '#query-api/watch.ts';
import { PAGE_CSP } from '#results/page/head.ts';
import { chosenCorrections } from '../chosen-corrections.ts';
import type { WorkbenchDependencies } from '../dependencies.ts';
import type { RegisterLiveStream } from '../http/live-stream.ts';
import type { PageCall, RegisterPage } from '../http/page.ts';
import { mayCall } from '../may-call.ts';
import { VERIFICATIONS_PATH } from '../paths.ts';
import { corrected, correctionsOf, shownResult } from '../result.ts';
import { claimPanel } from '../views/claim.ts';
import { correctedPage } from '../views/corrected.ts';
import { endedPage, progressPage } from '../views/progress.ts';

const PATH = `${VERIFICATIONS_PATH}/:verification_id`;
const REPORT_CSP = `${PAGE_CSP}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;
const NUMBER = /^[1-9]\d{0,4}$/;
const COUNT = /^\d{1,6}$/;

export function registerVerification(
  page: RegisterPage,
  live: RegisterLiveStream,
  { routes, commands, queries }: WorkbenchDependencies,
): void {
  /** Throws ApiError not_found. */
  const claimOf = async (organizationId: string, id: string, number: string) => {
    if (!NUMBER.test(number)) throw new ApiError('not_found');
    const before = Number(number) - 2;
    const after = before < 0 ? null : numberCursor(`claims/${id}`, before);
    const { data } = await claimsPage(queries, organizationId, id, { limit: 1, after });
    if (data[0] === undefined) throw new ApiError('not_found');
    return data[0];
  };

  const reviewerOf = ({ context, viewer }: PageCall) => (mayCall('createReview', context.principal) ? viewer : null);

  page({ name: 'showVerification', method: 'GET', path: PATH, ...ACCESS.getVerification }, async (call) => {
    const { context, viewer, query, client } = call;
    const { organization_id } = context.principal;
    const id = idIn(call.params);
    context.verification_id = id;
    const progress = await progressOf(queries, organization_id, id);
    if (progress.stage !== null) return progressPage(viewer, progress);
    if (progress.status !== 'completed' || progress.expired_at !== null) return endedPage(progress);
    await client.takeResponseSlot('read');
    const shown = await shownResult(queries, organization_id, id);
    const claim = query.get('claim');
    // The review queue knows claims by their ids.
    const number = String(shown.claims.find(({ id }) => id === claim)?.number ?? claim);
    const from = query.get('from') ?? '';
    const part = query.get('part') ?? '';
    // It brings a parser of Markdown, which takes as long to load as twenty modules.
    const { resultPage } = await import('../views/result.ts');
    return await resultPage(shown, {
      id,
      verdict: VERDICTS.find((each) => each === query.get('verdict')) ?? null,
      materiality: MATERIALITIES.find((each) => each === query.get('materiality')) ?? null,
      claim: claim === null ? null : { number: Number(number), record: await claimOf(organization_id, id, number) },
      from: COUNT.test(from) ? Number(from) : 0,
      part: NUMBER.test(part) ? Number(part) : null,
      mayPrint: mayCall('exportVerification', context.principal),
      reviewer: reviewerOf(call),
    });
  });

  page(
    { name: 'showClaim', method: 'GET', path: `${PATH}/claims/:number`, ...ACCESS.getVerification, counted: 'apart' },
    async (call) => {
      const id = idIn(call.params);
      const number = call.params.number!;
      const record = await claimOf(call.context.principal.organization_id, id, number);
      return { part: claimPanel(record, { id, number: Number(number), reviewer: reviewerOf(call) }) };
    },
  );

  live(
    { name: 'watchVerification', path: `${PATH}/progress`, ...ACCESS.getVerification },
    async function* ({ context, params }, signal) {
      for await (const progress of watchProgress(queries, context.principal.organization_id, idIn(params), {
        signal,
      })) {
        const { stage, status, claims, run } = progress;
        const shown = { stage, status, claims };
        yield { version: versionOf([run, shown]), data: async () => shown };
      }
    },
  );

  page(
    { name: 'exportVerification', method: 'GET', path: `${PATH}/report`, ...ACCESS.exportVerification },
    async ({ context, params, request, reply, client }) => {
      const { organization_id } = context.principal;
      const id = idIn(params);
      context.verification_id = id;
      await requireExportsEnabled(queries, organization_id);
      const now = queries.clock.now();
      const wanted = { organization_id, verification_id: id, format: 'html', now } as const;
      const body = await resultBody(queries.results, client, wanted);
      // What is refused at its beginning still gets a status of its own.
      if (body instanceof ResponsePieces) await body.begin();
      if (request.timedOut) {
        if (body instanceof ResponsePieces) await body.abandon();
        return 'sent';
      }
      // The page of an export has its styles in itself.
      reply.type(HTML_MEDIA_TYPE).header('content-security-policy', REPORT_CSP);
      send(request, reply, client, routes.responseSlots.pace, body);
      return 'sent';
    },
  );

  page(
    { name: 'cancelVerification', method: 'POST', path: `${PATH}/cancel`, ...ACCESS.createVerification },
    async ({ context, params }) => {
      const id = idIn(params);
      await cancelVerification(commands, callerOf(context), id);
      return { redirect: `${VERIFICATIONS_PATH}/${id}` };
    },
  );

  page(
    { name: 'showCorrectedText', method: 'GET', path: `${PATH}/corrected`, ...ACCESS.getVerification },
    async (call) => {
      const id = idIn(call.params);
      await call.client.takeResponseSlot('read');
      const { content, corrections } = await correctionsOf(queries, call.context.principal.organization_id, id);
      const choice = chosenCorrections(call.query, corrections);
      return correctedPage(id, corrections, choice, corrected(content, choice.chosen));
    },
  );
}

const VERIFICATION_ID = /^ver_[0-9a-f]{32}$/;

/** Throws ApiError not_found for what is no id. */
function idIn({ verification_id = '' }: Record<string, string>): string {
  if (!VERIFICATION_ID.test(verification_id)) throw new ApiError('not_found');
  return verification_id;
}
