/** What the stages of document jobs need, for pipelines of tests; reads no documents unless given a reader. */
import type { Sealer } from '#contracts/ports/sealer.ts';
import type { DocumentWork } from '#pipeline/stages/documents.ts';

export function documentWork(
  stores: { sealer: Sealer; vault: DocumentWork['vault'] },
  reader?: DocumentWork['reader'],
): DocumentWork {
  return {
    reader: reader ?? { read: () => Promise.reject(new Error('no documents here')) },
    sealer: stores.sealer,
    vault: stores.vault,
    tariff: { cents_per_started_10_kb: 2 },
    freeAllowance: null,
    fingerprint: new Uint8Array(32),
    recordPace: async () => {},
    engineOf: async () => ({
      extraction_model: 'm',
      extraction_version: '1',
      retrieval_configuration: 'r',
      judge_configuration: 'j',
    }),
  };
}
