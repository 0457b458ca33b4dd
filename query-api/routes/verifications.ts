import { ApiError } from '#contracts/errors.ts';
import { exportVerification, getVerification } from '#contracts/http/operations/verification.ts';
import { organizationDecider, organizationStream } from '#domain/organization/decider.ts';
import { verificationDecider, verificationStream } from '#domain/verification/decider.ts';
import { ResponsePieces } from '#http/response-pieces.ts';
import { loadStream } from '#streams/repository.ts';
import type { QueryDependencies } from '../dependencies.ts';
import { exportHeaders, HTML_MEDIA_TYPE } from '../exports/headers.ts';
import { findInState } from '../find-verification.ts';
import { openVerification } from '../open-verification.ts';
import type { RegisterOperation } from '../register.ts';
import { createResultReader, piecesOf, type ResultFormat, type ResultReader, writeResult } from '../result-reader.ts';

export function registerVerificationRoutes(register: RegisterOperation, dependencies: QueryDependencies): void {
  const localReader = createResultReader(dependencies);
  const bodyOf = (organizationId: string, id: string, format: ResultFormat) =>
    resultBody(dependencies, dependencies.results ?? localReader, organizationId, id, format);

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

/**
 * Returns the body that shows a result: from the view, or from the stream if the view does not show it. Throws what
 * openVerification throws, and ApiError verification_expired if the key is gone.
 */
async function resultBody(
  dependencies: QueryDependencies,
  results: ResultReader,
  organization_id: string,
  verification_id: string,
  format: ResultFormat,
): Promise<Uint8Array | ResponsePieces> {
  const now = dependencies.clock.now();
  const begun = await results.begin({ organization_id, verification_id, format, now });
  if (begun === 'not_shown') {
    const stream = verificationStream(verification_id);
    const { state } = await loadStream(dependencies.events, verificationDecider, stream);
    const opened = openVerification(findInState(state), organization_id, dependencies, now);
    return new ResponsePieces(writeResult(opened, format));
  }
  if ('refused' in begun) throw new ApiError(begun.refused);
  return begun.reading === null ? Buffer.concat(begun.pieces) : new ResponsePieces(piecesOf(results, begun));
}

/** Reads the setting from the stream, so that a change applies to the next call. */
async function requireExportsEnabled(
  { events }: Pick<QueryDependencies, 'events'>,
  organizationId: string,
): Promise<void> {
  const { state } = await loadStream(events, organizationDecider, organizationStream(organizationId));
  if (!state.settings.exports_enabled) throw new ApiError('exports_disabled');
}
