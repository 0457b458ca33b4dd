/**
 * The extract stage's questions to a language model. As with the judge's, the outcome of each question is recorded before
 * it is used, so a redelivered stage only asks questions without a recorded outcome.
 */

import type { TextForm } from '#contracts/ports/organization-models.ts';
import type { DeliveryContext } from '#contracts/ports/stage-queue.ts';
import { isSameQuestion } from '#domain/verification/decider.ts';
import { SEALED } from '#domain/verification/sealed-fields.ts';
import type { ExtractionConsultedData } from '#domain/verification/stage-events.ts';
import type { Extraction } from '#engine/engine.ts';
import { extractionPromptVersion, namesSecondLook, SECOND_LOOK_VERSION } from '#engine/extraction/model/versions.ts';
import type { ExtractionInput, TextConsultation } from '#engine/types/extraction.ts';
import type { ModelReply, ModelRequest } from '#engine/types/questions.ts';
import { collectWrites } from '../runs/collected-writes.ts';
import type { StageRun } from '../runs/run.ts';
import type { JudgeDependencies, JudgingModel } from '../stages/stage.ts';
import { openQuestions, recordedReply } from './model-questions.ts';

export interface ConsultedAboutText {
  consultation: TextConsultation;
  /** Caches the model's new answers, except for the replies that the output calls of no use. Never fails. */
  cacheAnswers(output: Pick<Extraction, 'unusable_replies' | 'unusable_second_replies'>): Promise<void>;
}

/** Of the time that a delivery of the judge stage may wait for answers, which begins afterwards. */
const SHARE_OF_TIME = 1 / 2;

/**
 * Asks the model that is in force about the stretches of the text that the input wants claims of. `languages`: finds those of the
 * documents that will be searched. Rejects when the delivery ends.
 */
export async function consultAboutText(
  dependencies: JudgeDependencies,
  run: StageRun,
  { input, languages }: { input: ExtractionInput; languages: () => Promise<readonly string[]> },
  context: DeliveryContext,
): Promise<ConsultedAboutText> {
  const { organization_id, policy } = run.request;
  const { base_profile } = policy;
  const inForce = async () => extractingModel(await dependencies.judgingModels(organization_id));
  const asked = await inForce();
  if (asked === null) {
    const use = { deidentify: false, base_profile };
    const requests = await run.engine.extractionQuestions(input, use);
    const replies = requests.map((): ModelReply => ({ missing: 'disconnected' }));
    return { consultation: { ...use, replies }, async cacheAnswers() {} };
  }
  const use = {
    ...{ deidentify: asked.deidentify, base_profile, form: asked.text_form },
    document_languages: await languages(),
  };
  const requests = await run.engine.extractionQuestions(input, use);
  const rounds = openRounds({ ...dependencies, inForce }, asked, run, context);
  try {
    const first = await rounds.ask(requests, asked.prompt_version);
    const consultation = { ...use, replies: first.replies };
    if (!namesSecondLook(run.request.engine) || use.form !== 'statements') {
      return { consultation, cacheAnswers: ({ unusable_replies }) => first.cacheAnswers(unusable_replies) };
    }
    const again = await rounds.ask(await run.engine.secondQuestions(input, consultation), SECOND_LOOK_VERSION);
    return {
      consultation: { ...consultation, second_replies: again.replies },
      async cacheAnswers({ unusable_replies, unusable_second_replies }) {
        await Promise.all([first.cacheAnswers(unusable_replies), again.cacheAnswers(unusable_second_replies)]);
      },
    };
  } finally {
    await rounds.end();
  }
}

interface Round<Reply> {
  /** One per question, in order. */
  replies: Reply[];
  cacheAnswers(unusable: readonly number[] | undefined): Promise<void>;
}

/** Rounds of questions that share the time and the number of questions that the text has. */
function openRounds(
  dependencies: JudgeDependencies & { inForce(): Promise<ExtractingModel | null> },
  model: ExtractingModel,
  run: StageRun,
  context: DeliveryContext,
) {
  const { clock } = dependencies;
  const { questions, milliseconds } = model.limits;
  const ends = clock.now() + milliseconds * SHARE_OF_TIME;
  const ending = new AbortController();
  const underWay: unknown[] = [];
  const record = collectWrites((consultations: ExtractionConsultedData[]) =>
    run.record({ type: 'RecordExtractionConsultations', run: run.run, consultations }),
  );

  /** Asks the questions of one version about the stretches of the text; none where there is null. */
  async function ask<Request extends ModelRequest | null>(
    requests: readonly Request[],
    prompt_version: string,
  ): Promise<Round<ModelReply | Extract<Request, null>>> {
    const asked = { ...model, prompt_version };
    const inForce = async () => {
      const next = await dependencies.inForce();
      return next && next.prompt_version === model.prompt_version ? { ...next, prompt_version } : next;
    };
    const limits = { questions, milliseconds: Math.max(0, ends - clock.now()) };
    const open = openQuestions({ ...dependencies, inForce }, limits, run, {
      delivery: context.signal,
      ending: ending.signal,
    });
    const uncached = new Map<number, () => Promise<void>>();

    async function replyTo(request: ModelRequest, question: number): Promise<ModelReply> {
      const which = { question, prompt_version, deidentified: model.deidentify };
      const recorded = () => run.state().extraction_consultations.find((known) => isSameQuestion(known, which));
      if (recorded() === undefined) {
        const result = await open.ask(asked, request);
        if (typeof result === 'string') return { missing: result };
        const detail = run.texts.seal(run.verification_id, SEALED.consultation, result.detail);
        const mayGoOn = await record({ run: run.run, ...which, ...result.data, detail });
        // The verification has ended otherwise, so the answers would not be used.
        if (!mayGoOn) ending.abort();
        else {
          const about = { claim_id: run.verification_id, detail };
          uncached.set(question, () => open.cacheAnswer(asked, request, result, about));
        }
        await context.heartbeat();
      }
      // If two workers have asked, the answer that was recorded first counts. If there is none, the stage must stop.
      const known = recorded();
      return known === undefined ? { missing: 'budget_spent' } : recordedReply(run, run.verification_id, known);
    }

    const asking = requests.map((request, question) => (request === null ? null : replyTo(request, question)));
    underWay.push(...asking);
    const replies = (await Promise.all(asking)) as (ModelReply | Extract<Request, null>)[];
    return {
      replies,
      async cacheAnswers(unusable = []) {
        await Promise.all([...uncached].map(([place, cache]) => (unusable.includes(place) ? null : cache())));
      },
    };
  }

  return {
    ask,
    /** Cancels open questions; resolves when nothing more will be recorded. */
    async end() {
      ending.abort();
      await Promise.allSettled(underWay);
    },
  };
}

export interface ExtractingModel extends JudgingModel {
  text_form: Exclude<TextForm, 'none'>;
}

/**
 * A grounding model extracts nothing, as it only says whether a document supports a claim; nor does one that was measured
 * and can't.
 */
export function extractingModel(model: JudgingModel | null): ExtractingModel | null {
  if (model === null || model.kind !== 'general' || model.text_form === 'none') return null;
  const { text_form = 'statements' } = model;
  return { ...model, text_form, prompt_version: extractionPromptVersion(text_form) };
}
