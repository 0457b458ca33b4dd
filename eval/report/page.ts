/** Renders a run as one self-contained HTML page: no scripts, no other files, no network. */
import { html, type Markup } from '#markup/html.ts';
import type { Comparison } from '../compare.ts';
import type { RunRecord } from '../record.ts';
import { articleSections } from './article-sections.ts';
import { claimSection } from './claim-section.ts';
import { comparisonSection } from './comparison-section.ts';
import { rulesSection } from './rules-section.ts';
import { setSection } from './set-section.ts';
import { STYLES } from './styles.ts';

/** The page. All data is escaped and shown as text. */
export function renderReport(run: RunRecord, comparison: Comparison | null): string {
  const { figures, work } = run;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Evaluation of ${run.made_at}</title>
<style>${STYLES}</style>
</head>
<body><main>
<h1>Evaluation</h1>
<p class="muted">${run.made_at}, version ${run.service_version}${versions(run)}</p>
${run.sent === 'claims' ? html`<p>The gold claims themselves were verified one by one, not the texts.</p>` : null}
${comparison && comparisonSection(comparison)}
${figures && work && articleSections(figures, work, run.rows)}
${run.sets.length > 0 ? setSection(run.sets) : null}
${rulesSection(run.rules)}
${run.rows.length > 0 ? claimSection(run.rows) : null}
</main></body>
</html>
`.text;
}

function versions({ engine }: RunRecord): Markup | null {
  if (engine === null) return null;
  return html`; ${Object.entries(engine)
    .map(([name, version]) => `${name.replaceAll('_', ' ')} ${version}`)
    .join(', ')}`;
}
