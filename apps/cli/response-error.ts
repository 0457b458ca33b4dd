/** Renders an API error as a sentence. */
import type { ErrorBody } from '#contracts/errors.ts';

export function sentenceOf(status: number, body: unknown): string {
  const { error, detail = [] } = (body ?? {}) as Partial<ErrorBody>;
  const reasons = detail.map(
    ({ loc, msg }) => `${loc.slice(1).join('.') || loc[0]}: ${msg.replace(/^Value error, /, '')}`,
  );
  const message = reasons.length > 0 ? reasons.join('; ') : (error?.message ?? 'the service gave no reason');
  return `${message} (${error?.code ?? status})`;
}
