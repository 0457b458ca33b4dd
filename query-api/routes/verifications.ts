import { Readable } from 'node:stream';
import { ApiError } from '#contracts/errors.ts';
import { exportVerification, getVerification } from '#contracts/http/operations/verification.ts';
import { organizationDecider, organizationStream } from '#domain/organization/decider.ts';
import { JsonText } from '#http/route.ts';
import { loadStream } from '#streams/repository.ts';
import type { QueryDependencies } from '../dependencies.ts';
import { exportHeaders, HTML_MEDIA_TYPE } from '../exports/headers.ts';
import { exportPage } from '../exports/page.ts';
import { openReport } from '../exports/report.ts';
import { readVerification } from '../read-verification.ts';
import { erasedAsExpired } from '../readable-verification.ts';
import type { RegisterOperation } from '../register.ts';
import { responseOf } from '../result-reader.ts';

export function registerVerificationRoutes(register: RegisterOperation, dependencies: QueryDependencies): void {
  register(getVerification, async ({ params, context }) => {
    const { organization_id } = context.principal;
    const { verification_id } = params;
    const written = await dependencies.results?.read(organization_id, verification_id, dependencies.clock.now());
    if (Array.isArray(written)) return { body: new JsonText(written) };
    return { body: responseOf(await readVerification(dependencies, organization_id, verification_id)) };
  });

  register(exportVerification, async ({ params, query, context }) => {
    const { organization_id } = context.principal;
    await refuseWhereExportsAreOff(dependencies, organization_id);
    const id = params.verification_id;
    const readable = await readVerification(dependencies, organization_id, id);
    if (query.format === 'json') {
      return { headers: exportHeaders(id, 'json'), body: responseOf(readable) };
    }
    // All texts are opened before the first byte is sent: from then on nothing can turn out to be erased.
    const report = await erasedAsExpired(() => openReport(readable));
    return {
      headers: { ...exportHeaders(id, 'html'), 'content-type': HTML_MEDIA_TYPE },
      body: Readable.from(exportPage(report)),
    };
  });
}

/** Read from the stream: a setting is in force for the next call. */
async function refuseWhereExportsAreOff(
  { eventStore }: Pick<QueryDependencies, 'eventStore'>,
  organizationId: string,
): Promise<void> {
  const { state } = await loadStream(eventStore, organizationDecider, organizationStream(organizationId));
  if (!state.settings.exports_enabled) throw new ApiError('exports_disabled');
}
