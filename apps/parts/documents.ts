/** Dependencies of the document stages. */

import type { DocumentWork } from '#pipeline/stages/documents.ts';
import { createDocumentReader } from '#platform/documents/document-reader.ts';
import { recordPace } from '#streams/document-pace.ts';
import type { Core } from './core.ts';
import { engineVersionsOf } from './judging-model.ts';
import { freeAllowanceOf, tariffOf } from './tariff.ts';

export function documentWork(
  { configuration, modelInUse, models, secrets, sealer, stores }: Core,
  closing: AsyncDisposableStack,
): DocumentWork {
  const reader = createDocumentReader({ shareOf: stores.roots.of });
  closing.defer(() => reader.close());
  return {
    reader,
    sealer,
    vault: stores.vault,
    tariff: tariffOf(configuration),
    freeAllowance: freeAllowanceOf(configuration, stores.roots),
    fingerprint: secrets.fingerprint,
    recordPace: (organizationId, measured) => recordPace(stores.operations.values, organizationId, measured),
    engineOf: engineVersionsOf(models, modelInUse),
  };
}
