/**
 * `evidence model check` for a language model: finds the questions that it can answer, then has a whole service of its own
 * verify the articles with it, and counts what comes out rightly.
 */
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { FULL_FORMS, type ModelKind } from '#contracts/ports/organization-models.ts';
import type { Engine } from '#engine/engine.ts';
import { codePointMap } from '#engine/text/code-points.ts';
import { createEnginePool } from '#platform/engine-pool/engine-pool.ts';
import { createModelClient } from '#platform/models/client.ts';
import { OPERATOR_WIRE } from '#platform/models/providers.ts';
import { openDirectDispatcher } from '#platform/outbound/direct-dispatcher.ts';
import type { Report } from '../../control/progress.ts';
import { jointVerdict, matchClaims } from '../../measuring/match.ts';
import { openStation, type Station, type Verified } from '../../measuring/station.ts';
import { clientTimes } from '../../parts/model-client.ts';
import { VERSION } from '../../version.ts';
import {
  articlesIn,
  type CalibrationArticle,
  CalibrationDataError,
  readCalibrationArticle,
} from '../calibration-data.ts';
import { type AskedModel, askedModel, requireAnswer } from './asked-model.ts';
import type { CheckFigures, ModelCheck } from './check-record.ts';
import { findForms } from './find-forms.ts';
import { trustIn } from './trust.ts';

export interface LanguageCheckOptions {
  /** Base URL of its server, its name there, and its credential; '' if it needs none. */
  url: string;
  name: string;
  key: string;
  kind: ModelKind;
  isExternal: boolean;
  /** EVIDENCE_ALLOW_HOSTS. */
  allowHosts: string | undefined;
  /** How long a POST waits, by which the time of a question is limited. */
  syncTimeoutMs: number;
  /** Folders of articles. */
  data: readonly string[];
  /** Folder in which answers are kept until the check is done, so that one that was ended goes on where it was. */
  kept: string;
  report: Report;
}

const AWAKE_MS = 60_000;

/**
 * Throws ModelDownError if the model doesn't answer, CalibrationDataError for articles that can't be used, and
 * EvaluationError if the service can't verify a text.
 */
export async function checkLanguageModel(options: LanguageCheckOptions): Promise<ModelCheck> {
  const { url, name, key, kind, isExternal, kept, report, syncTimeoutMs } = options;
  let doing = { label: 'reading articles', done: 0, total: 0 };
  const tell = () => {
    const questions = asked.questions();
    report({ ...doing, label: questions === 0 ? doing.label : `${doing.label} (${questions} questions)` });
  };
  const asked: AskedModel = askedModel(kept, tell);
  // The client's pauses keep no process alive, and before a service runs nothing else does.
  const awake = setInterval(() => {}, AWAKE_MS);
  const dispatcher = await openDirectDispatcher();
  const engine = createEnginePool({ threads: availableParallelism() });
  try {
    const client = createModelClient({
      wire: OPERATOR_WIRE,
      baseUrl: url,
      credential: key,
      dispatcher: async () => dispatcher,
      ...clientTimes({ syncTimeoutMs }),
    });
    await requireAnswer(client, name);
    const articles = await readArticles(options, engine);
    const onForm = (what: string) => {
      asked.requireUp();
      doing = { label: `trying questions (${what})`, done: 0, total: articles.length };
      tell();
    };
    const trial = { articles, engine, client: asked.wrap(client), name, deidentify: isExternal, onForm };
    const forms = kind === 'general' ? await findForms(trial) : FULL_FORMS;
    asked.requireUp();
    const { allowHosts } = options;
    const station = await openStation(engine, {
      url,
      name,
      key,
      kind,
      forms,
      ...(allowHosts !== undefined && { allow_hosts: allowHosts }),
      wrap: asked.wrap,
    });
    const outcomes: ArticleOutcome[] = [];
    try {
      for (const [done, article] of articles.entries()) {
        doing = { label: `verifying ${article.name}`, done, total: articles.length };
        tell();
        outcomes.push(await verify(article, station, asked));
        asked.requireUp();
      }
    } finally {
      await station.close();
    }
    const figures = figuresOf(outcomes);
    await rm(kept, { recursive: true, force: true });
    return {
      url,
      name,
      checked_at: new Date().toISOString(),
      service_version: VERSION,
      forms,
      figures,
      trust: trustIn(figures),
    };
  } finally {
    clearInterval(awake);
    await engine.close();
    await dispatcher.close();
  }
}

interface CheckedArticle extends CalibrationArticle {
  text: string;
  folder: string;
}

async function readArticles({ data, report }: LanguageCheckOptions, engine: Engine): Promise<CheckedArticle[]> {
  const folders = data.flatMap(articlesIn);
  const articles: CheckedArticle[] = [];
  for (const [done, folder] of folders.entries()) {
    report({ label: 'reading articles', done, total: folders.length });
    const article = await readCalibrationArticle(folder, engine);
    const { text } = article;
    if (text === null) throw new CalibrationDataError(`${folder} holds no text.md, which a language model takes apart`);
    for (const { span } of article.claims) {
      if (span === undefined || !text.includes(span))
        throw new CalibrationDataError(`${folder}: a claim names no span of text.md`);
    }
    articles.push({ ...article, text, folder });
  }
  return articles;
}

interface ArticleOutcome extends Pick<Verified, 'model' | 'milliseconds'> {
  rows: { gold: CalibrationArticle['claims'][number]['verdict']; said: string }[];
  made: number;
  /** Whether none of the answers was a kept one, so that the time is that of the model. */
  isTimed: boolean;
}

async function verify({ text, claims, folder }: CheckedArticle, station: Station, asked: AskedModel) {
  await station.useLibrary(join(folder, 'documents'));
  const before = asked.fresh();
  const { result, milliseconds, model } = await station.verifyText(text);
  const points = codePointMap(text);
  const spans = claims.map(({ span = '' }) => {
    const at = text.indexOf(span);
    return { start: points.toCodePoints(at), end: points.toCodePoints(at + span.length) };
  });
  const { matches } = matchClaims(spans, result.claims);
  const rows = claims.map(({ verdict }, i) => {
    const { own, wide } = matches[i]!;
    return { gold: verdict, said: jointVerdict(own.length > 0 ? own : wide).verdict };
  });
  return { rows, made: result.claims.length, model, milliseconds, isTimed: asked.fresh() - before >= model.calls };
}

function figuresOf(outcomes: readonly ArticleOutcome[]): CheckFigures {
  const rows = outcomes.flatMap((outcome) => outcome.rows);
  const sum = (of: (outcome: ArticleOutcome) => number) => outcomes.reduce((total, one) => total + of(one), 0);
  const said = (verdict: 'supported' | 'contradicted') => {
    const own = rows.filter((row) => row.said === verdict);
    return { said: own.length, right: own.filter(({ gold }) => gold === verdict).length };
  };
  const supported = said('supported');
  const contradicted = said('contradicted');
  const wrong = rows.filter(({ gold }) => gold === 'contradicted');
  const timed = outcomes.filter(({ isTimed }) => isTimed);
  const timedClaims = timed.reduce((total, { made }) => total + made, 0);
  const tokens = sum(({ model }) => model.input_tokens) > 0;
  return {
    articles: outcomes.length,
    claims: rows.length,
    could_settle: rows.filter(({ gold }) => gold === 'supported' || gold === 'contradicted').length,
    settled_rightly: supported.right + contradicted.right,
    supported,
    contradicted,
    wrong_claims: wrong.length,
    let_through: wrong.filter((row) => row.said === 'supported').length,
    made_claims: sum(({ made }) => made),
    questions: sum(({ model }) => model.calls),
    unanswered: sum(({ model }) => model.failed),
    input_tokens: tokens ? sum(({ model }) => model.input_tokens) : null,
    output_tokens: tokens ? sum(({ model }) => model.output_tokens) : null,
    milliseconds_per_claim:
      timedClaims === 0 ? null : Math.round(timed.reduce((total, one) => total + one.milliseconds, 0) / timedClaims),
  };
}
