/** The refusal of what would exceed a monthly cost limit. */
import { ApiError } from '#contracts/errors.ts';
import type { CostLimits } from '#streams/cost-limits.ts';

/**
 * Returns ApiError monthly_cost_limit_exceeded, which names the limits that apply: stores check them in one step and
 * don't say which of two it was. `headers` are those of the response.
 */
export function costLimitExceeded(limits: CostLimits, nowMs: number, headers: Record<string, string> = {}): ApiError {
  const next = nextMonth(nowMs);
  const message = `${reached(limits)} Costs are counted anew from ${next.toISOString().slice(0, 10)} (UTC).`;
  return new ApiError('monthly_cost_limit_exceeded', {
    message,
    retryAfter: Math.ceil((next.getTime() - nowMs) / 1000),
    headers,
  });
}

function reached({ key_monthly_limit_cents: key, organization_monthly_limit_cents, allowance }: CostLimits): string {
  const organization = organization_monthly_limit_cents;
  const named = [
    ...(key === null ? [] : [`the monthly cost limit of this API key (${cents(key)})`]),
    ...(organization === null || organization === allowance?.cents
      ? []
      : [`the monthly cost limit of the organization (${cents(organization)})`]),
    ...(allowance === null ? [] : [`the free allowance of a month (${cents(allowance.cents)})`]),
  ];
  return `This call would exceed ${named.join(' or ')}.`;
}

function cents(count: number): string {
  return `${count} ${count === 1 ? 'cent' : 'cents'}`;
}

function nextMonth(nowMs: number): Date {
  const now = new Date(nowMs);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
}
