/** What verifying costs, by the configuration. */
import type { Tariff } from '#domain/tariff.ts';
import type { Configuration } from '../configuration.ts';

export function tariffOf({ tariffCentsPer10Kb }: Configuration): Tariff {
  return { cents_per_started_10_kb: tariffCentsPer10Kb };
}
