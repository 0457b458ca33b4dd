/**
 * Stages that could not begin because the vault never had the verification's key: it is an older copy, or another one.
 * Nothing is recorded of them in the log, as nothing is known to be lost. They are kept here until an operator, having put
 * the right vault in place, has them retried.
 */
import type { StageDeadLetteredData } from '#contracts/events/verification.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';

export interface UnopenedStage extends StageDeadLetteredData {
  verification_id: string;
  organization_id: string | null;
  request_id: string;
}

const VALUE = 'unopened-stages';
/** Only what was under way when a vault was replaced can be among them. Each is half a kilobyte of one small value. */
export const MAX_UNOPENED = 1_000;

/** Oldest first. */
export async function unopenedStages(values: Pick<ServerValues, 'get'>): Promise<UnopenedStage[]> {
  return parse(await values.get(VALUE));
}

/** Keeps one per run of a verification. Throws where the list is full: the stage then comes again, and waits. */
export async function keepUnopened(values: ServerValues, stage: UnopenedStage): Promise<void> {
  await change(values, (kept) => {
    if (kept.some(({ verification_id, run }) => verification_id === stage.verification_id && run === stage.run))
      return kept;
    if (kept.length >= MAX_UNOPENED) throw new Error(`${MAX_UNOPENED} stages that could not begin are kept already`);
    return [...kept, stage];
  });
}

export async function dropUnopened(values: ServerValues, verificationId: string): Promise<void> {
  await change(values, (kept) => kept.filter(({ verification_id }) => verification_id !== verificationId));
}

/** Again and again, as other processes may change it too. */
async function change(values: ServerValues, changed: (kept: UnopenedStage[]) => UnopenedStage[]): Promise<void> {
  for (;;) {
    const before = await values.get(VALUE);
    const kept = parse(before);
    const list = changed(kept);
    if (list.length === kept.length) return;
    if (await values.compareAndSet(VALUE, before, JSON.stringify(list))) return;
  }
}

function parse(value: string | null): UnopenedStage[] {
  return value === null ? [] : JSON.parse(value);
}
