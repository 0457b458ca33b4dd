/** How values are displayed to people. */

import type { Materiality, RiskLevel, Verdict } from '#contracts/vocabulary.ts';
import { html, type Markup } from '#markup/html.ts';

interface VerdictWords {
  label: string;
  /** Distinguishes verdicts without colour. */
  sign: string;
  meaning: string;
}

/** In the order in which counts are displayed. */
export const VERDICT_WORDS: Record<Verdict, VerdictWords> = {
  supported: { label: 'Supported', sign: '✓', meaning: 'sufficient suitable evidence was found' },
  contradicted: { label: 'Contradicted', sign: '✕', meaning: 'suitable evidence directly conflicts' },
  disputed: { label: 'Disputed', sign: '!', meaning: 'credible evidence points both ways' },
  unverifiable: { label: 'Unverifiable', sign: '?', meaning: 'not enough suitable evidence was found' },
  not_checkable: { label: 'Not checkable', sign: '–', meaning: 'opinion, prediction or the like' },
};

export const RISK_WORDS: Record<RiskLevel, string> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  critical: 'Critical',
};

export const MATERIALITY_WORDS: Record<Materiality, string> = {
  low: 'low materiality',
  medium: 'medium materiality',
  high: 'high materiality',
};

/** `request_evidence` → `request evidence`. */
export function plain(name: string): string {
  return name.replaceAll('_', ' ');
}

/** 0..1 as whole percent. */
export function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

export function count(number: number, singular: string, plural = `${singular}s`): string {
  return `${number} ${number === 1 ? singular : plural}`;
}

/** Created for the first page only, because it takes as long as loading twenty modules. */
let utcFormat: Intl.DateTimeFormat | undefined;

/** A time element such as `1 March 2026 at 10:00 UTC`; a value that is not a time is shown as it is. */
export function time(timestamp: string): Markup {
  const milliseconds = Date.parse(timestamp);
  if (Number.isNaN(milliseconds)) return html`${timestamp}`;
  utcFormat ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return html`<time datetime="${new Date(milliseconds).toISOString()}">${utcFormat.format(milliseconds)} UTC</time>`;
}
