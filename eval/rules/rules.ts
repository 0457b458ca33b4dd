/** Measures the effect of each rule of the local judge: where it is used, and which verdicts depend on it alone. */
import { type Side, TEMPLATES, type Template, templateOf } from '#engine/judging/explain/reliability.ts';
import { RULES, type Rule } from '#engine/judging/explain/rules.ts';
import { judge, type Ruling } from '#engine/judging/judge.ts';
import type { Label } from '../data/pairs.ts';
import type { RuleCase } from './cases.ts';

/** A claim that the judge settled. */
export interface SettledRow {
  set: string;
  id: string;
  label: Label;
  said: Label;
  /** The grounds of all rulings that settled the claim. */
  grounds: string[];
}

export interface RuleFigures {
  ground: string;
  name: string;
  kind: Rule['kind'];
  /** Number of settled claims that used the rule. */
  used: number;
  /** Number of verdicts that vanish or become the opposite if only this rule is switched off: right ones and wrong ones. */
  alone: { right: number; wrong: number };
}

export interface TemplateFigures {
  side: Side;
  template: Template;
  right: number;
  of: number;
}

export interface RulesFigures {
  /** Number of claims by set. */
  claims: Record<string, number>;
  rules: RuleFigures[];
  templates: TemplateFigures[];
  rows: SettledRow[];
}

export interface Settled {
  ruling: Ruling;
  passage: RuleCase['passages'][number];
}

export function rulingsOn(
  { claim, passages }: Pick<RuleCase, 'claim' | 'passages'>,
  without?: ReadonlySet<string>,
): Settled[] {
  return passages.flatMap((passage) => {
    const ruling = judge(claim, passage.text, passage.context, without);
    return ruling.relationship === 'supports' || ruling.relationship === 'contradicts' ? [{ ruling, passage }] : [];
  });
}

/** The verdict on a claim. If passages disagree, the claim is not settled. */
export function saidBy(settled: readonly Settled[]): Label {
  const sides = new Set(settled.map(({ ruling }) => ruling.relationship));
  if (sides.size !== 1) return 'unverifiable';
  return sides.has('supports') ? 'supported' : 'contradicted';
}

/**
 * Judges every case, and each settled case again without each of the rules that it used. `onCase` gets the number of cases done.
 */
export function priceRules(cases: readonly RuleCase[], onCase: (done: number) => void = () => {}): RulesFigures {
  const claims: Record<string, number> = {};
  const rules = RULES.map(({ ground, name, kind }) => ({ ground, name, kind, used: 0, alone: { right: 0, wrong: 0 } }));
  const byGround = new Map(rules.map((rule) => [rule.ground, rule]));
  const templates = (['supports', 'contradicts'] as const).flatMap((side) =>
    TEMPLATES[side].map((template) => ({ side, template, right: 0, of: 0 })),
  );
  const rows: SettledRow[] = [];
  cases.forEach((each, at) => {
    claims[each.set] = (claims[each.set] ?? 0) + 1;
    const settled = rulingsOn(each);
    const said = saidBy(settled);
    if (said !== 'unverifiable') {
      const isRight = said === each.label;
      const grounds = [...new Set(settled.flatMap(({ ruling }) => ruling.grounds))].filter((one) => byGround.has(one));
      rows.push({ set: each.set, id: each.id, label: each.label, said, grounds });
      for (const ground of grounds) {
        const rule = byGround.get(ground)!;
        rule.used++;
        const passages = settled.map(({ passage }) => passage);
        if (saidBy(rulingsOn({ ...each, passages }, new Set([ground]))) !== said)
          rule.alone[isRight ? 'right' : 'wrong']++;
      }
      const side = said === 'supported' ? 'supports' : 'contradicts';
      const template = templateOf(side, settled[0]!.ruling.grounds);
      const counted = templates.find((one) => one.side === side && one.template === template)!;
      counted.of++;
      if (isRight) counted.right++;
    }
    onCase(at + 1);
  });
  return { claims, rules, templates, rows };
}
