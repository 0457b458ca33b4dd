/** Retention, exports and the limit of cost. */
import type { OrganizationSettingsRecord } from '#contracts/http/organization.ts';
import { html, type Markup } from '#markup/html.ts';
import { count } from '#results/page/words.ts';
import { SETTINGS_PATH } from '../paths.ts';
import { csrfField, type Viewer } from './layout.ts';
import { dollars } from './money.ts';

interface Shown {
  name: string;
  settings: OrganizationSettingsRecord;
  mayChange: boolean;
}

export function settingsPage(viewer: Viewer, { name, settings, mayChange }: Shown) {
  return {
    title: 'Retention',
    body: html`<div class="head"><h1>Retention</h1><p class="muted small"><bdi>${name}</bdi></p></div>
${mayChange ? form(viewer, settings) : facts(settings)}
<p class="muted small">Each text has a key of its own. When its time is over the key is destroyed, and nothing that is stored of the text can be read
any more. Changes hold for texts from now on; those that are kept already keep their time.</p>`,
  };
}

function facts({
  retention_hours,
  zero_retention,
  exports_enabled,
  monthly_cost_limit_cents,
}: OrganizationSettingsRecord): Markup {
  return html`<section class="card"><dl>
<dt>Texts are kept</dt><dd>${zero_retention ? 'not at all' : `for at most ${count(retention_hours, 'hour')}`}</dd>
<dt>Exports</dt><dd>${exports_enabled ? 'allowed' : 'not allowed'}</dd>
<dt>Limit of cost a month</dt><dd>${monthly_cost_limit_cents === null ? 'none' : dollars(monthly_cost_limit_cents)}</dd>
</dl><p class="hint">Owners and admins change this.</p></section>`;
}

function form({ csrf }: Viewer, settings: OrganizationSettingsRecord): Markup {
  const { retention_hours, zero_retention, exports_enabled, monthly_cost_limit_cents } = settings;
  const ticked = (is: boolean) => (is ? html` checked` : null);
  const limit = monthly_cost_limit_cents === null ? '' : String(monthly_cost_limit_cents / 100);
  return html`<form class="card stack" method="post" action="${SETTINGS_PATH}">
${csrfField(csrf)}<input type="hidden" name="shown" value="${JSON.stringify(settings)}">
<div class="fields">
<label>Hours that a text is kept at most <input name="retention_hours" type="number" min="0" max="720" required value="${retention_hours}"><span class="hint">720 hours are thirty days. A call may ask for less.</span></label>
<label>Limit of cost a month, in dollars <input name="monthly_limit" type="number" min="1" max="1000000" step="0.01" value="${limit}"><span class="hint">Empty: no limit.</span></label>
</div>
<label class="choice"><input type="checkbox" name="zero_retention"${ticked(zero_retention)}> <span>Keep no text at all: a result is in the answer to its call, and nowhere else. Texts can't be verified in the workbench then.</span></label>
<label class="choice"><input type="checkbox" name="exports_enabled"${ticked(exports_enabled)}> <span>Results may be exported as files</span></label>
<button>Save</button>
</form>`;
}
