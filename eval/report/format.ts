/** Formats figures for people. */
import type { Share } from '../metrics/share.ts';

/** Shown if there is nothing to measure. */
export const NOTHING = '–';

/** Three decimals, so that 0.025 and 0.031 differ. */
export function decimal(value: number | null): string {
  return value === null ? NOTHING : value.toFixed(3);
}

export function percent(value: number | null): string {
  return value === null ? NOTHING : `${(value * 100).toFixed(1)} %`;
}

/** E.g. "17 of 855". */
export function ofWhole({ part, whole }: Share): string {
  return `${whole === 0 ? NOTHING : part.toLocaleString('en')} of ${whole.toLocaleString('en')}`;
}

/** Formats a time or rate with three digits. */
export function amount(value: number | null): string {
  if (value === null) return NOTHING;
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
}

/** Turns `settled_rightly` into "settled rightly". */
export function words(name: string): string {
  return name.replaceAll('_', ' ');
}
