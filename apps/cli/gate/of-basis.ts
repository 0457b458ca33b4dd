/** Whether a result was made with what the memory rests on. */
import type { VerificationResult } from '#contracts/http/verification-result.ts';
import type { Basis } from '../../control/checking.ts';

/**
 * False if what is in force has changed since the memory was opened. A result of which no model was asked anything names the local
 * judge alone.
 */
export function isOfBasis({ engine }: VerificationResult, { versions }: Pick<Basis, 'versions'>): boolean {
  return Object.entries(engine).every(([name, version]) => {
    const own = versions[name] ?? version;
    return own === version || own.startsWith(`${version}+`);
  });
}
