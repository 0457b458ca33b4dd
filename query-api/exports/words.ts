/** How values read to people. */
import type { Materiality, RiskLevel, Verdict } from '#contracts/vocabulary.ts';
import { html, type Markup } from './html.ts';

interface VerdictWords {
  label: string;
  /** Tells verdicts apart without colour. */
  sign: string;
  meaning: string;
}

/** In the order in which counts are shown. */
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

/** Made for the first page: it takes as long as twenty modules to load. */
let inUtc: Intl.DateTimeFormat | undefined;

/** A time element that reads `1 March 2026 at 10:00 UTC`; what is no time is shown as it is. */
export function time(timestamp: string): Markup {
  const milliseconds = Date.parse(timestamp);
  if (Number.isNaN(milliseconds)) return html`${timestamp}`;
  inUtc ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return html`<time datetime="${new Date(milliseconds).toISOString()}">${inUtc.format(milliseconds)} UTC</time>`;
}
