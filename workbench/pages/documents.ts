/** Documents: sending one, watching its job, cancelling and trying again. Its result is that of its verification. */
import { callerOf } from '#command-api/caller.ts';
import { cancelDocument, retryDocument } from '#command-api/documents/commands.ts';
import { submitDocument } from '#command-api/documents/submit.ts';
import { resultNotKept } from '#command-api/verification/begin.ts';
import { MAX_FILE_BYTES } from '#contracts/document-vocabulary.ts';
import { MEBIBYTE } from '#contracts/http/operation.ts';
import { ACCESS } from '#contracts/http/operations/access.ts';
import { ORGANIZATION } from '#domain/organization/decider.ts';
import { documentStatus, watchDocument } from '#query-api/routes/documents.ts';
import { load } from '#streams/repository.ts';
import { afterFirst } from '../after-first.ts';
import type { WorkbenchDependencies } from '../dependencies.ts';
import type { RegisterLiveStream } from '../http/live-stream.ts';
import type { RegisterPage } from '../http/page.ts';
import { mayCall } from '../may-call.ts';
import { DOCUMENTS_PATH, VERIFICATIONS_PATH } from '../paths.ts';
import { documentPage, documentProgress, isEnded } from '../views/document.ts';

const PATH = `${DOCUMENTS_PATH}/:job_id`;
/** Who may stop a document, or have it tried again: whoever may send one. */
const CHANGES = ACCESS.submitDocument;

export function registerDocuments(
  page: RegisterPage,
  live: RegisterLiveStream,
  { routes: { sessions }, commands, queries }: WorkbenchDependencies,
): void {
  page(
    {
      name: 'submitDocument',
      method: 'POST',
      path: DOCUMENTS_PATH,
      ...ACCESS.submitDocument,
      takesUpload: true,
      bodyLimit: MAX_FILE_BYTES + MEBIBYTE,
    },
    async ({ context, session, request }) => {
      const { settings } = (await load(queries.events, ORGANIZATION, context.principal.organization_id)).state;
      // The token stands before the file, so that nothing of a forged form is stored.
      const form = {
        own: ['csrf', 'key'],
        keyField: 'key',
        afterFirst,
        check(fields: Readonly<Record<string, string>>) {
          sessions.checkToken(session.session_id, fields.csrf);
          // A repetition gets its receipt, whether or not there is room.
          if (!fields.key) commands.freeJobs.refuseIfFull(context.principal.organization_id);
          if (settings.zero_retention || settings.retention_hours === 0) throw resultNotKept();
        },
      };
      const { body } = await submitDocument(commands, callerOf(context), request, null, form);
      return { redirect: `${DOCUMENTS_PATH}/${body.job_id}` };
    },
  );

  page({ name: 'showDocument', method: 'GET', path: PATH, ...ACCESS.getDocument }, async (call) => {
    const shown = await documentStatus(queries, call.context, call.params.job_id!);
    if (shown.status.status === 'succeeded') return { redirect: `${VERIFICATIONS_PATH}/${shown.verification_id}` };
    return documentPage(call.viewer, { ...shown, mayChange: mayCall('submitDocument', call.context.principal) });
  });

  live(
    { name: 'watchDocument', path: `${PATH}/progress`, ...ACCESS.getDocument },
    async function* ({ context, params }, signal) {
      for await (const { version, status } of watchDocument(queries, context, params.job_id!, { signal })) {
        yield { version, data: async () => ({ html: documentProgress(status).text, ended: isEnded(status) }) };
        if (isEnded(status)) return;
      }
    },
  );

  page({ name: 'cancelDocument', method: 'POST', path: `${PATH}/cancel`, ...CHANGES }, async ({ context, params }) => {
    await cancelDocument(commands, callerOf(context), params.job_id!);
    return { redirect: `${DOCUMENTS_PATH}/${params.job_id}` };
  });

  page({ name: 'retryDocument', method: 'POST', path: `${PATH}/retry`, ...CHANGES }, async ({ context, params }) => {
    await retryDocument(commands, callerOf(context), params.job_id!);
    return { redirect: `${DOCUMENTS_PATH}/${params.job_id}` };
  });
}
