/**
 * Two sets derived from articles that test whether the judge knows what a statement is about. In the first, the subject's name is
 * put into each settled claim, and the verdict must not change. In the second, the subject is renamed in all documents, and no
 * claim of the text may be settled any more.
 */
import { sentences } from '#engine/text/sentences.ts';
import type { Article } from '../data/article.ts';
import { type Share, shareOf } from '../metrics/share.ts';
import { casesOfArticle, type RuleCase } from '../rules/cases.ts';
import { rulingsOn, saidBy } from '../rules/rules.ts';
import type { SetFigures } from '../sets/set-figures.ts';
import { withSubject } from './named.ts';
import { type Names, namesOf } from './names.ts';
import { renamer } from './renamed.ts';

export const NAMED = 'subject-named';
export const RENAMED = 'subject-renamed';

type Case = Pick<RuleCase, 'claim' | 'passages'>;

/** The sentences of a passage as claims, word for word. They are needed because few of an article's own claims are settled. */
function literalClaims(passage: Case['passages'][number]): Case[] {
  const { text } = passage;
  const found = sentences(text).map(({ start, end }) => text.slice(start, end));
  return found.filter((claim) => !claim.includes('\n')).map((claim) => ({ claim, passages: [passage] }));
}

/** For each settled claim into which the name of the document's subject could be put, whether the verdict stayed the same. */
function namedOutcomes(cases: readonly Case[], { byTitle }: Names): boolean[] {
  return cases.flatMap((each) => {
    const settled = rulingsOn(each);
    const said = saidBy(settled);
    const name = byTitle.get(settled[0]?.passage.context.title ?? '');
    const claim = said === 'unverifiable' || name === undefined ? null : withSubject(each.claim, name);
    return claim === null ? [] : [saidBy(rulingsOn({ ...each, claim })) === said];
  });
}

function figuresOf(set: string, shares: Record<string, Share>, milliseconds: number): SetFigures {
  const entries = Object.entries(shares);
  const rows = entries.reduce((sum, [, { whole }]) => sum + whole, 0);
  return {
    set,
    about: 'judging',
    rows,
    measures: Object.fromEntries(entries.map(([name, { value }]) => [name, value])),
    counts: Object.fromEntries(entries.map(([name, { whole }]) => [name, whole])),
    per_second: (rows / milliseconds) * 1_000,
    kinds: [],
  };
}

/**
 * Measures both sets. `verdict_kept`: over the settled gold claims into which the name in the document's title was put.
 * `literal_verdict_kept`: over the documents' own sentences taken as claims. `left_open`: over all gold claims, with the names
 * that titles and text share replaced in the documents. Articles whose text shares no name with a title are left out.
 */
export async function measureDerived(articles: readonly Article[]): Promise<SetFigures[]> {
  const kept: boolean[] = [];
  const literal: boolean[] = [];
  const open: boolean[] = [];
  const spent = { named: 0, renamed: 0 };
  for (const article of articles) {
    const cases = await casesOfArticle(article);
    const passages = cases[0]?.passages ?? [];
    const titles = [...new Set(passages.map(({ context }) => context.title ?? ''))];
    const texts = passages.map(({ text }) => text);
    const names = namesOf(article.text, titles, texts);
    if (names.own.size === 0) continue;
    const started = performance.now();
    kept.push(...namedOutcomes(cases, names));
    literal.push(...namedOutcomes(passages.flatMap(literalClaims), names));
    const between = performance.now();
    for (const each of await casesOfArticle(article, renamer(names.own)))
      open.push(saidBy(rulingsOn(each)) === 'unverifiable');
    spent.named += between - started;
    spent.renamed += performance.now() - between;
  }
  const named = { verdict_kept: shareOf(kept, Boolean), literal_verdict_kept: shareOf(literal, Boolean) };
  return [
    figuresOf(NAMED, named, spent.named),
    figuresOf(RENAMED, { left_open: shareOf(open, Boolean) }, spent.renamed),
  ];
}
