/** Amounts of money for people. */
const CENTS = 100;

/** `1234` cents → `$12.34`; fractions of cents are kept to a tenth where the amount is below a dollar. */
export function dollars(cents: number): string {
  const digits = cents !== 0 && Math.abs(cents) < CENTS && !Number.isInteger(cents) ? 4 : 2;
  return `$${(cents / CENTS).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: digits })}`;
}
