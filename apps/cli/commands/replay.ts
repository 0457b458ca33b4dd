/** `evidence replay`: the history of a verification, and its result at any point of it. */
import type { ClaimRecord } from '#contracts/http/verification-result.ts';
import type { AsOf } from '#domain/verification/as-of.ts';
import type { ReplayedEvent, ReplayHead, ReplayPart } from '#query-api/replay.ts';
import { eventWords } from '#results/page/event-words.ts';
import type { CommandContext } from '../context.ts';
import { printableLine } from '../printable.ts';
import { renderReport } from '../report.ts';
import type { Page } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { type ReplayWriter, replayAsJson } from './replay-json.ts';

export interface ReplayOptions {
  revision?: string;
  time?: string;
  json?: boolean;
}

export async function replay(id: string, options: ReplayOptions, context: CommandContext): Promise<void> {
  const as_of = asOfOf(options);
  const writer = options.json ? replayAsJson(context.out) : replayForPeople(context);
  const receive = async (part: ReplayPart) => writer.write(part);
  await context.withOperations((operations) => operations.replay({ verification_id: id, as_of }, { receive }));
  writer.end();
}

function asOfOf({ revision, time }: ReplayOptions): AsOf {
  if (revision !== undefined && time !== undefined) throw new UsageError('use --revision or --time, not both');
  if (revision !== undefined) {
    if (!/^\d{1,9}$/.test(revision)) throw new UsageError('--revision takes a whole number from 0');
    return { revision: Number(revision) };
  }
  if (time === undefined) return 'now';
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) throw new UsageError('--time takes a time such as 2026-11-21T03:17:49Z');
  return { time: date.toISOString() };
}

/** The history as it comes, then the report, which needs all claims. */
function replayForPeople({ page, out }: CommandContext): ReplayWriter {
  let head: ReplayHead | null = null;
  /** The submitted text, unless it was erased. */
  let content: string | null = null;
  const claims: ClaimRecord[] = [];
  return {
    write(part) {
      if ('claim' in part) claims.push(part.claim);
      else if ('event' in part) {
        if (part.event.type === 'VerificationRequested') content = contentOf(part.event);
        out(`${eventLine(part.event, page)}\n`);
      } else {
        head = part.head;
        out(`${page.paint('strong', `History of ${printableLine(head.verification_id)}`)}\n`);
      }
    },
    end() {
      if (head === null) return;
      const { result } = head;
      if (result === null) out(`\n${noResult(head)}\n`);
      else out(`\n${renderReport({ result: { ...result, claims }, content, title: 'Result' }, page)}`);
    },
  };
}

function eventLine({ revision, recorded_at, type, stored_type, data }: ReplayedEvent, page: Page): string {
  const name = type ?? `${stored_type} (unknown to this version)`;
  const words = eventWords(name, data);
  const line = `${page.paint('muted', recorded_at)}  ${printableLine(name)}  ${printableLine(words)}`;
  return page.block(line.trimEnd(), `${String(revision).padStart(6)}  `);
}

function noResult({ status, no_result }: ReplayHead): string {
  if (no_result === 'erased') return 'No result: the text was erased.';
  if (no_result === 'unopened') return 'No result: the key vault never had the key of the text.';
  if (no_result === 'not_completed') return `No result yet at this point: ${status}.`;
  if (status === 'cancelled') return 'No result: the verification was cancelled.';
  return `No result: the verification failed (${no_result}).`;
}

function contentOf({ data: { content } }: ReplayedEvent): string | null {
  return typeof content === 'string' ? content : null;
}
