/** What `evidence model check` has found of language models, kept beside the setting for all processes of a deployment. */
import { z } from 'zod';
import { CLAIM_FORMS, type MeasuredModel, TEXT_FORMS } from '#contracts/ports/organization-models.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';

const KEY = 'language-model-checks';
/** Of the checks that are kept, the newest. */
const MOST_KEPT = 20;

/** How many, and how many of them rightly. */
const Said = z.strictObject({ said: z.int().min(0), right: z.int().min(0) });

export const CheckFigures = z.strictObject({
  articles: z.int().min(1),
  /** Gold claims, and those of them that the documents settle. */
  claims: z.int().min(0),
  could_settle: z.int().min(0),
  settled_rightly: z.int().min(0),
  supported: Said,
  contradicted: Said,
  /** Wrong claims of the articles, and those of them that came out as supported. */
  wrong_claims: z.int().min(0),
  let_through: z.int().min(0),
  /** Claims that the service made of the texts. */
  made_claims: z.int().min(0),
  /** Those of extraction included; and those of them without an answer. */
  questions: z.int().min(0),
  unanswered: z.int().min(0),
  /** null: the server told none. */
  input_tokens: z.int().min(0).nullable(),
  output_tokens: z.int().min(0).nullable(),
  /** For each claim that was made; null: all answers were kept ones. */
  milliseconds_per_claim: z.number().min(0).nullable(),
});
export type CheckFigures = z.infer<typeof CheckFigures>;

/** `trusted`: its verdicts can be relied on; `with_care`: where people look at them; `not_trusted`: it should not be used. */
export const TRUST = ['trusted', 'with_care', 'not_trusted'] as const;

export const ModelCheck = z.strictObject({
  /** Base URL of the server, and the model's name there. */
  url: z.url().max(2_000),
  name: z.string().regex(/^[\x21-\x7e]{1,200}$/),
  checked_at: z.iso.datetime(),
  /** Of the service that has checked it. */
  service_version: z.string().max(100),
  /** The questions that it answers best. */
  forms: z.strictObject({ claims: z.enum(CLAIM_FORMS), text: z.enum(TEXT_FORMS) }),
  figures: CheckFigures,
  trust: z.enum(TRUST),
});
export type ModelCheck = z.infer<typeof ModelCheck>;

export type CheckedModel = Pick<ModelCheck, 'url' | 'name'>;

/** The newest first; empty if what is stored is not of this version. */
export async function readChecks(values: Pick<ServerValues, 'get'>): Promise<ModelCheck[]> {
  return parsed(await values.get(KEY));
}

/** Keeps the check in place of an earlier one of the same model. */
export async function writeCheck(values: ServerValues, check: ModelCheck): Promise<void> {
  for (;;) {
    const before = await values.get(KEY);
    const others = parsed(before).filter((other) => !isOf(other, check));
    const value = JSON.stringify([ModelCheck.parse(check), ...others].slice(0, MOST_KEPT));
    if (await values.compareAndSet(KEY, before, value)) return;
  }
}

export function checkOf(checks: readonly ModelCheck[], model: CheckedModel): ModelCheck | null {
  return checks.find((check) => isOf(check, model)) ?? null;
}

/** As results and `/v1/models` tell it. */
export function measuredIn({ checked_at, trust, figures }: ModelCheck): MeasuredModel {
  const share = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 1_000) / 1_000);
  const { supported, contradicted } = figures;
  return {
    checked_at,
    trust,
    settled_rightly: share(figures.settled_rightly, figures.could_settle),
    precision_supported: share(supported.right, supported.said),
    precision_contradicted: share(contradicted.right, contradicted.said),
    let_through: share(figures.let_through, figures.wrong_claims),
  };
}

function isOf(one: CheckedModel, other: CheckedModel): boolean {
  return one.name === other.name && withoutSlash(one.url) === withoutSlash(other.url);
}

const withoutSlash = (url: string) => url.replace(/\/$/, '');

function parsed(value: string | null): ModelCheck[] {
  if (value === null) return [];
  try {
    return z.array(ModelCheck).parse(JSON.parse(value));
  } catch {
    return [];
  }
}
