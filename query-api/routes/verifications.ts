import { exportVerification, getVerification } from '#contracts/http/operations/verification.ts';
import type { QueryDependencies } from '../dependencies.ts';
import { requireExportsEnabled } from '../exports/enabled.ts';
import { exportHeaders, HTML_MEDIA_TYPE } from '../exports/headers.ts';
import type { RegisterOperation } from '../register.ts';
import { resultBody } from '../result-body.ts';
import { createResultReader, type ResultFormat } from '../result-reader.ts';

export function registerVerificationRoutes(register: RegisterOperation, dependencies: QueryDependencies): void {
  const localReader = createResultReader(dependencies);
  const bodyOf = (organizationId: string, id: string, format: ResultFormat) =>
    resultBody(dependencies, dependencies.results ?? localReader, {
      organization_id: organizationId,
      verification_id: id,
      format,
      now: dependencies.clock.now(),
    });

  register(getVerification, async ({ params, context, client }) => {
    await client.takeResponseSlot('read');
    return { body: await bodyOf(context.principal.organization_id, params.verification_id, 'json') };
  });

  register(exportVerification, async ({ params, query, context, client }) => {
    await client.takeResponseSlot('read');
    const { organization_id } = context.principal;
    await requireExportsEnabled(dependencies, organization_id);
    const format = query.format === 'html' ? 'html' : 'json';
    const id = params.verification_id;
    const body = await bodyOf(organization_id, id, format);
    const type = format === 'html' && { 'content-type': HTML_MEDIA_TYPE };
    return { headers: { ...exportHeaders(id, format), ...type }, body };
  });
}
