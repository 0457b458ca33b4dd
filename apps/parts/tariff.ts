/** The configured tariff and free allowance. */
import type { FreeAllowance } from '#domain/billing/plans.ts';
import type { Tariff } from '#domain/tariff.ts';
import type { ServiceSettings } from '../configuration.ts';

export function tariffOf({ tariffCentsPer10Kb }: ServiceSettings): Tariff {
  return { cents_per_started_10_kb: tariffCentsPer10Kb };
}

export function freeAllowanceOf({ freeMonthlyCents, payments }: ServiceSettings): FreeAllowance | null {
  return freeMonthlyCents === null ? null : { cents: freeMonthlyCents, payment_provider: payments.provider };
}
