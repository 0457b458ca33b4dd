/** The configured tariff. */
import type { Tariff } from '#domain/tariff.ts';
import type { ServiceSettings } from '../configuration.ts';

export function tariffOf({ tariffCentsPer10Kb }: ServiceSettings): Tariff {
  return { cents_per_started_10_kb: tariffCentsPer10Kb };
}
