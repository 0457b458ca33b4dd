import { exportVerification, getVerification } from '#contracts/http/operations/verification.ts';
import type { Client } from '#http/client.ts';
import type { ResultFormat } from '#results/reader.ts';
import type { QueryDependencies } from '../dependencies.ts';
import { exportHeaders, HTML_MEDIA_TYPE } from '../export-headers.ts';
import { requireExportsEnabled } from '../exports-enabled.ts';
import type { RegisterOperation } from '../register.ts';
import { resultBody } from '../result-body.ts';

export function registerVerificationRoutes(register: RegisterOperation, dependencies: QueryDependencies): void {
  const bodyOf = (client: Client, organizationId: string, id: string, format: ResultFormat) =>
    resultBody(dependencies.results, client, {
      organization_id: organizationId,
      verification_id: id,
      format,
      now: dependencies.clock.now(),
    });

  register(getVerification, async ({ params, context, client }) => {
    return { body: await bodyOf(client, context.principal.organization_id, params.verification_id, 'json') };
  });

  register(exportVerification, async ({ params, query, context, client }) => {
    const { organization_id } = context.principal;
    await requireExportsEnabled(dependencies, organization_id);
    const format = query.format === 'html' ? 'html' : 'json';
    const id = params.verification_id;
    const body = await bodyOf(client, organization_id, id, format);
    const type = format === 'html' && { 'content-type': HTML_MEDIA_TYPE };
    return { headers: { ...exportHeaders(id, format), ...type }, body };
  });
}
