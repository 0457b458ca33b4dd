/** The report's section on the local judge's rules. */
import { html, type Markup } from '#markup/html.ts';
import type { RulesFigures } from '../rules/rules.ts';
import { columns } from './columns.ts';
import { amount, words } from './format.ts';
import { table } from './parts.ts';

const HEAD = ['rule', 'kind', 'settled claims that use it', 'alone right', 'alone wrong'];
const TEMPLATE_HEAD = ['template', 'right', 'of'];

/** The rules by use, most used first. */
function ruleRows({ rules }: RulesFigures): [string, string, string, string, string][] {
  return rules
    .toSorted((a, b) => b.used - a.used)
    .map(({ ground, kind, used, alone }) => [ground, kind, amount(used), amount(alone.right), amount(alone.wrong)]);
}

function templateRows({ templates }: RulesFigures): [string, string, string][] {
  return templates.map(({ side, template, right, of }) => [`${side}: ${words(template)}`, amount(right), amount(of)]);
}

export function rulesLines(figures: RulesFigures): string[] {
  const total = Object.values(figures.claims).reduce((sum, count) => sum + count, 0);
  return [
    `rules of the local judge, on ${amount(total)} claims with all their evidence, ${amount(figures.rows.length)} of them settled`,
    ...columns([HEAD, ...ruleRows(figures)], ['left', 'left', 'right', 'right', 'right']),
    ...columns([TEMPLATE_HEAD, ...templateRows(figures)], ['left', 'right', 'right']),
  ];
}

export function rulesSection(figures: RulesFigures): Markup {
  return html`<h2>Rules of the local judge</h2>
<p class="muted">Each claim was held against all of its evidence. “Alone” are the verdicts that are gone, or the opposite, when this rule is switched off.</p>
${table(HEAD, ruleRows(figures))}
${table(TEMPLATE_HEAD, templateRows(figures))}
`;
}
