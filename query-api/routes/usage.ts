import { estimateUsage } from '#contracts/http/operations/configuration.ts';
import type { UsageEstimate, UsageEstimateQuery } from '#contracts/http/usage.ts';
import { BYTES_PER_UNIT, costCents, type Tariff } from '#domain/tariff.ts';
import type { QueryDependencies } from '../dependencies.ts';
import type { RegisterOperation } from '../register.ts';

export function registerUsageRoutes(register: RegisterOperation, { tariff }: QueryDependencies): void {
  register(estimateUsage, async ({ query }) => ({ body: estimate(query, tariff) }));
}

/** For Latin script without diacritics; other scripts take up to four bytes. */
const BYTES_PER_CHARACTER = 1;

/**
 * Returns the price of a text with this many characters: estimated_bytes = characters · 1 byte, estimated_cost_cents =
 * ⌈estimated_bytes ÷ 10,000⌉ · cents per started 10,000 bytes. The number of claims does not change the price.
 */
export function estimate({ characters, estimated_claims }: UsageEstimateQuery, tariff: Tariff): UsageEstimate {
  const estimated_bytes = characters * BYTES_PER_CHARACTER;
  const price = tariff.cents_per_started_10_kb;
  return {
    characters,
    estimated_claims,
    estimated_bytes,
    estimated_cost_cents: costCents(estimated_bytes, tariff),
    currency: 'USD',
    assumptions: [
      `The price is ${price} ${price === 1 ? 'cent' : 'cents'} per started ${BYTES_PER_UNIT.toLocaleString('en')} bytes of the text in UTF-8.`,
      'One byte per character, as in plain English; accented letters take 2 bytes, other scripts 2 to 4.',
      'The number of claims does not change the price, and a text that could not be verified costs nothing.',
      'The tokens of a language model and the searches of a connected provider, where they are asked, come on top.',
    ],
  };
}
