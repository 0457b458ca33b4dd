/** What an event of a verification says, in a few words for its line in a history. */
import type { JsonObject } from '#contracts/json.ts';
import { count } from './words.ts';

/** Words of the customer's text are in it. '' for events that need none; a claim that was erased has its number alone. */
export function eventWords(type: string, data: JsonObject): string {
  return WORDS[type]?.(data) ?? '';
}

interface SourceCall {
  kind: string;
  source: string;
  cost_cents?: number;
}

const WORDS: Record<string, (data: JsonObject) => string> = {
  VerificationRequested: (data) => `${data.profile}, ${data.mode}, ${data.characters} characters`,
  ClaimExtracted: (data) =>
    [claim(data), (data.detail as JsonObject | null)?.normalized_claim].filter(Boolean).join(': '),
  ExtractionCompleted: (data) => count(Number(data.claims), 'claim'),
  CompletionGenerated: (data) => `${data.model}, ${data.finish_reason}`,
  SourcesAsked: (data) => sourceCalls(data.calls as unknown as SourceCall[]),
  EvidenceRetrieved: (data) => `${claim(data)}: ${count(Number(data.passages), 'passage')}`,
  ExtractionConsulted: (data) =>
    `${data.model}, part ${Number(data.question) + 1} of the text${isSecondLook(data) ? ', asked again' : ''}: ${data.outcome}`,
  ModelConsulted: (data) => `${data.model}, ${claim(data)}: ${data.outcome}`,
  ClaimJudged: (data) => `${claim(data)}: ${data.verdict}`,
  VerificationFailed: (data) => String(data.reason ?? ''),
  VerificationCancelled: (data) => `at ${data.stage}, ${(data.claims as { judged: number }).judged} judged`,
};

const isSecondLook = ({ prompt_version }: JsonObject) => String(prompt_version).startsWith('second-look-');

/** By the number that reports give it. */
function claim({ ordinal }: JsonObject): string {
  return `claim ${Number(ordinal) + 1}`;
}

/** Calls of one kind together: `search wikidata ×3`. */
function sourceCalls(calls: readonly SourceCall[]): string {
  const names = calls.map(({ kind, source, cost_cents = 0 }) => `${cost_cents < 0 ? 'refund' : kind} ${source}`);
  const times = Map.groupBy(names, (name) => name);
  return [...times].map(([name, { length }]) => (length === 1 ? name : `${name} ×${length}`)).join(', ');
}
