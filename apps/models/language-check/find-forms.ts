/**
 * Finds the questions that a model can answer: some claims and stretches of the articles are tried in each form, from the
 * one that holds most on, until one works.
 */
import { isDeepStrictEqual } from 'node:util';
import pMap from 'p-map';
import type { LanguageModel } from '#contracts/ports/language-model.ts';
import {
  CLAIM_FORMS,
  type ClaimForm,
  FULL_FORMS,
  type QuestionForms,
  type TextForm,
} from '#contracts/ports/organization-models.ts';
import type { Engine, JudgeItem } from '#engine/engine.ts';
import { POLICY_TABLE } from '#engine/judging/configuration.ts';
import type { ModelReply, ModelRequest } from '#engine/types/questions.ts';
import { type CalibrationArticle, CHECKED_AT, judgeItemOf, settlesClaim } from '../calibration-data.ts';
import { CHECK } from './asked-model.ts';

export interface TrialOptions {
  articles: readonly CalibrationArticle[];
  engine: Engine;
  client: LanguageModel;
  /** The model's name at its server. */
  name: string;
  deidentify: boolean;
  /** Called before each form is tried. Throws to end the trial. */
  onForm: (what: string) => void;
}

const POLICY = POLICY_TABLE.general_web;
const AT_ONCE = 4;
/** Claims of each verdict. */
const CLAIMS = 8;
const STRETCHES = 4;
/** A stretch of this length (UTF-16 units) is one question in the full form. */
const STRETCH = 2_000;
/** A form works if so many of its answers can be used, so many claims come out rightly, and no more of them wrongly. */
const WORKS = { usable: 0.9, right: 0.6, wrong: 1 };
const TEXT_WORKS = 0.75;

interface Sample {
  item: JudgeItem;
  gold: 'supported' | 'contradicted';
}

/** The forms that the model answers best. */
export async function findForms(options: TrialOptions): Promise<QuestionForms> {
  const claims = await findClaimForm(options, await samplesOf(options));
  return { claims, text: await findTextForm(options) };
}

/**
 * Claims that the local judge leaves open and one of whose nearest passages settles, from as many articles as there are. Those
 * of an article stand together, so that one question may be about them.
 */
async function samplesOf({ articles, engine }: TrialOptions): Promise<Sample[]> {
  const samples = new Map<CalibrationArticle, Sample[]>();
  for (const verdict of ['supported', 'contradicted'] as const) {
    let found = 0;
    for (const article of articles) {
      const { claims, passages } = article;
      if (found >= CLAIMS) break;
      for (const gold of claims.filter((each) => each.verdict === verdict && each.evidence.length === 1)) {
        const item = await judgeItemOf(engine, gold, passages);
        if (!item?.passages.slice(0, 3).some((passage) => settlesClaim(gold, passage) === true)) continue;
        const [judgement] = await engine.judge([item], POLICY, CHECKED_AT);
        if (judgement!.verdict !== 'unverifiable') continue;
        samples.set(article, [...(samples.get(article) ?? []), { item, gold: verdict }]);
        found++;
        break;
      }
    }
  }
  return [...samples.values()].flatMap(asOneText);
}

/** Claims as if they were the sentences of one text. */
function asOneText(samples: readonly Sample[]): Sample[] {
  const surroundings = samples.map(({ item }) => item.claim.sentence).join(' ');
  return samples.map(({ item, gold }) => ({ item: { ...item, surroundings }, gold }));
}

async function findClaimForm(options: TrialOptions, samples: readonly Sample[]): Promise<ClaimForm> {
  let best: { form: ClaimForm; score: number } = { form: FULL_FORMS.claims, score: 0 };
  for (const form of CLAIM_FORMS) {
    options.onForm(`claims, ${form}`);
    const { right, wrong, usable, asked } = await tryClaims(options, samples, form);
    const works = usable >= WORKS.usable * asked && right >= WORKS.right * samples.length && wrong <= WORKS.wrong;
    if (works) return form;
    // A wrong verdict does more harm than a right one does good.
    const score = right - 2 * wrong;
    if (score > best.score) best = { form, score };
  }
  return best.form;
}

async function tryClaims(options: TrialOptions, samples: readonly Sample[], form: ClaimForm) {
  const { engine, deidentify } = options;
  const use = { kind: 'general', form, deidentify } as const;
  const all = await engine.modelQuestions(
    samples.map(({ item }) => item),
    use,
    POLICY,
  );
  const tried = { right: 0, wrong: 0, usable: 0, asked: 0 };
  const replies: ModelReply[][] = [];
  let last: { questions: readonly ModelRequest[]; replies: ModelReply[] } | null = null;
  for (const questions of all) {
    // The same question as about the claim before.
    if (last === null || !isDeepStrictEqual(questions, last.questions)) {
      last = { questions, replies: await repliesTo(options, questions) };
    }
    replies.push(last.replies);
  }
  const items = samples.map(({ item }, i) => ({ ...item, consultation: { ...use, replies: replies[i]! } }));
  const judgements = await engine.judge(items, POLICY, CHECKED_AT);
  for (const [i, { gold }] of samples.entries()) {
    const { verdict, unusable_replies = [] } = judgements[i]!;
    tried.asked += replies[i]!.length;
    tried.usable += replies[i]!.filter((reply) => !('missing' in reply)).length - unusable_replies.length;
    if (verdict === gold) tried.right++;
    else if (verdict === 'supported' || verdict === 'contradicted' || verdict === 'disputed') tried.wrong++;
  }
  return tried;
}

async function findTextForm(options: TrialOptions): Promise<TextForm> {
  const { articles, engine, deidentify } = options;
  const texts = articles.flatMap(({ text }) => (text === null ? [] : [beginningOf(text)])).slice(0, STRETCHES);
  for (const form of ['statements', 'lines'] as const) {
    options.onForm(`texts, ${form}`);
    let usable = 0;
    let asked = 0;
    for (const content of texts) {
      const input = { content, question: '', requestedAt: CHECKED_AT, direct: false };
      const use = { deidentify, base_profile: POLICY.base_profile, form };
      const replies = await repliesTo(options, await engine.extractionQuestions(input, use));
      const { unusable_replies = [] } = await engine.extract({ ...input, consultation: { ...use, replies } });
      asked += replies.length;
      usable += replies.filter((reply) => !('missing' in reply)).length - unusable_replies.length;
    }
    if (asked === 0 || usable >= TEXT_WORKS * asked) return form;
  }
  return 'none';
}

function beginningOf(text: string): string {
  const end = text.lastIndexOf('\n\n', STRETCH);
  return text.slice(0, end > 0 ? end : STRETCH);
}

function repliesTo({ client, name }: TrialOptions, requests: readonly ModelRequest[]): Promise<ModelReply[]> {
  const signal = new AbortController().signal;
  return pMap(
    requests,
    async (request): Promise<ModelReply> => {
      const outcome = await client.ask({ model: name, ...request }, { organization_id: CHECK, signal });
      return outcome.ok
        ? { answer: outcome.answer, first_token: outcome.first_token }
        : { missing: outcome.failure.kind };
    },
    { concurrency: AT_ONCE },
  );
}
