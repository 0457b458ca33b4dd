/** The configured tariff and free allowance. */
import type { Tariff } from '#domain/tariff.ts';
import type { RootsAllowance } from '#streams/cost-limits.ts';
import type { Roots } from '#streams/roots.ts';
import type { ServiceSettings } from '../configuration.ts';

export function tariffOf({ tariffCentsPer10Kb }: ServiceSettings): Tariff {
  return { cents_per_started_10_kb: tariffCentsPer10Kb };
}

export function freeAllowanceOf(
  { freeMonthlyCents, payments }: ServiceSettings,
  { of: rootOf }: Roots,
): RootsAllowance | null {
  return freeMonthlyCents === null ? null : { cents: freeMonthlyCents, payment_provider: payments.provider, rootOf };
}
