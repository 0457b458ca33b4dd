/** What needs action first: what is wrong, then what may be. */
import { html, type Markup } from '#markup/html.ts';
import { decisionBadge, diffOf } from './claim.ts';
import { GROUPS } from './groups.ts';
import { type ActionRow, claimsOfGroup, type NumberedClaim, type Overview } from './overview.ts';
import { capitalised, count, VERDICT_WORDS } from './words.ts';

/** Numbers of a group that are linked. */
const MOST_NUMBERS = 60;

/** The claims of the groups that need action, one by one or by their numbers; each leads to its place in the text. */
export function actionsSection(overview: Overview): Markup {
  const rows = GROUPS.flatMap(({ advice }, group) => (advice === '' ? [] : actionsOf(overview, group)));
  const nothing = html`<p>Nothing: no claim is contradicted, disputed or unverifiable.</p>`;
  return html`<section class="actions"><h2>What needs action first</h2>
${rows.length === 0 ? nothing : html`<ul>${rows}</ul>`}
</section>`;
}

function actionsOf(overview: Overview, group: number): Markup[] {
  const claims = claimsOfGroup(overview, group);
  const rows = overview.rows.get(group);
  if (claims.length === 0) return [];
  const { title, verdict } = GROUPS[group]!;
  if (rows === undefined) {
    return [html`<li class="${verdict}"><b>${title}</b> ${numbers(claims)}</li>\n`];
  }
  const rest = claims.length - rows.length;
  const more =
    rest === 0
      ? []
      : [html`<li class="${verdict}"><a href="#group-${group}">and ${count(rest, 'more claim')}: ${title}</a></li>\n`];
  return [...rows.map(actionRow), ...more];
}

function actionRow(row: ActionRow): Markup {
  const { number, verdict, normalized_claim, correction, hint } = row;
  const { sign, label } = VERDICT_WORDS[verdict];
  const what =
    correction === null
      ? html`<span dir="auto">${normalized_claim}</span>${hint === null ? null : html` <span class="muted" dir="auto">${capitalised(hint)}.</span>`}`
      : html`<span class="diff" dir="auto">${diffOf(correction)}</span>`;
  return html`<li class="${verdict}"><a class="place" href="#text-${number}" aria-label="Claim ${number}, to its place in the text">${sign} ${number}</a> <b>${label}</b> ${what} ${decisionBadge(row)} <a href="#claim-${number}">why</a></li>
`;
}

/** Links to claims, by their numbers. */
export function numbers(claims: readonly NumberedClaim[]): Markup {
  const shown = claims.slice(0, MOST_NUMBERS).map(({ number, verdict }, at) => {
    const separator = at === 0 ? '' : ', ';
    return html`${separator}<a class="place ${verdict}" href="#claim-${number}">${VERDICT_WORDS[verdict].sign} ${number}</a>`;
  });
  const rest = claims.length - shown.length;
  return html`${shown}${rest === 0 ? null : ` and ${count(rest, 'more claim')}`}`;
}
