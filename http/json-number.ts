/** The parts of a number of JSON, unit by unit (UTF-16). */

const MINUS = 0x2d;

/** The part of a number that was read last. */
export type NumberPart = 'minus' | 'zero' | 'integer' | 'point' | 'fraction' | 'e' | 'e sign' | 'exponent';
/** After these a number may end. */
export const COMPLETE: ReadonlySet<NumberPart> = new Set<NumberPart>(['zero', 'integer', 'fraction', 'exponent']);

/** The part that `unit` continues with, or null if it is none of the number. */
export function nextPart(part: NumberPart, unit: number): NumberPart | null {
  if (isDigit(unit)) {
    if (part === 'minus') return firstDigit(unit);
    if (part === 'zero') return null;
    if (part === 'integer') return 'integer';
    return part === 'point' || part === 'fraction' ? 'fraction' : 'exponent';
  }
  const whole = part === 'zero' || part === 'integer';
  if (unit === 0x2e) return whole ? 'point' : null;
  if (unit === 0x65 || unit === 0x45) return whole || part === 'fraction' ? 'e' : null;
  if (unit === 0x2b || unit === MINUS) return part === 'e' ? 'e sign' : null;
  return null;
}

/** The part that a number begins with whose first digit this is. */
export function firstDigit(unit: number): NumberPart {
  return unit === 0x30 ? 'zero' : 'integer';
}

export function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

export function isHexDigit(unit: number): boolean {
  return isDigit(unit) || (unit >= 0x41 && unit <= 0x46) || (unit >= 0x61 && unit <= 0x66);
}
