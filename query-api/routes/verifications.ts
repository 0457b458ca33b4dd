import { ApiError } from '#contracts/errors.ts';
import { exportVerification, getVerification } from '#contracts/http/operations/verification.ts';
import { organizationDecider, organizationStream } from '#domain/organization/decider.ts';
import { loadStream } from '#streams/repository.ts';
import type { QueryDependencies } from '../dependencies.ts';
import { exportHeaders, HTML_MEDIA_TYPE } from '../exports/headers.ts';
import type { ResultFormat } from '../reading.ts';
import type { RegisterOperation } from '../register.ts';
import { resultAnswer } from '../result-answer.ts';
import { createResultReader } from '../result-reader.ts';

export function registerVerificationRoutes(register: RegisterOperation, dependencies: QueryDependencies): void {
  const here = createResultReader(dependencies);
  const answer = (organizationId: string, id: string, format: ResultFormat) =>
    resultAnswer(dependencies, dependencies.results ?? here, organizationId, id, format);

  register(getVerification, async ({ params, context, client }) => {
    await client.takeAnswerSlot('read');
    return { body: await answer(context.principal.organization_id, params.verification_id, 'json') };
  });

  register(exportVerification, async ({ params, query, context, client }) => {
    await client.takeAnswerSlot('read');
    const { organization_id } = context.principal;
    await refuseWhereExportsAreOff(dependencies, organization_id);
    const format = query.format === 'html' ? 'html' : 'json';
    const id = params.verification_id;
    const body = await answer(organization_id, id, format);
    const type = format === 'html' && { 'content-type': HTML_MEDIA_TYPE };
    return { headers: { ...exportHeaders(id, format), ...type }, body };
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
