/**
 * The file of an exported audit trail: lines of RFC 8785 JSON. First a line that names the format, then the records, in
 * order within each organization, last a signed checkpoint with the end of every chain. A change of any byte can be
 * detected.
 */
import canonicalize from 'canonicalize';
import { z } from 'zod';
import { type ChainHead, EMPTY_CHAIN, follows, hashOf, headAfter } from './chain.ts';
import { isSigned, SignedCheckpoint } from './checkpoint.ts';
import { AuditRecord } from './events.ts';

/** The first line. */
export const EXPORT_HEADER = lineOf({ format: 'evidence-audit', version: 1 });
/** How the first line of an export of any version begins. */
const FORMAT = '{"format":"evidence-audit"';

const RecordLine = z.strictObject({
  organization_id: z.string(),
  record: z.strictObject({
    ...AuditRecord.shape,
    actor: AuditRecord.shape.actor.strict(),
    target: AuditRecord.shape.target.strict(),
  }),
});
type RecordLine = z.infer<typeof RecordLine>;

export function recordLine(organization_id: string, record: AuditRecord): string {
  return lineOf({ organization_id, record });
}

export function checkpointLine(signed: SignedCheckpoint): string {
  return lineOf(signed);
}

function lineOf(value: object): string {
  return `${canonicalize(value)}\n`;
}

export type Problem = 'not_an_export' | 'changed' | 'dropped' | 'reordered' | 'inserted' | 'cut_off' | 'other_key';

/** The first problem of a file. */
export interface Finding {
  problem: Problem;
  /** Line number, from 1; null for a problem of no particular line. */
  line: number | null;
  organization_id: string | null;
  seq: number | null;
  explanation: string;
}

export type Verified =
  | { intact: true; records: number; signed: SignedCheckpoint }
  | { intact: false; records: number; finding: Finding };

export interface VerifyOptions {
  /** The key that must have signed. Default: the key that the file names. */
  publicKey?: string;
  /** An earlier checkpoint: the file must contain its records, unchanged. */
  earlier?: SignedCheckpoint;
}

/**
 * Checks an export by itself: each record against its hash and its predecessor, and the ends of the chains against the
 * signed checkpoint. `chunks`: the text of the file, in pieces.
 */
export async function verifyExport(
  chunks: AsyncIterable<string> | Iterable<string>,
  options: VerifyOptions = {},
): Promise<Verified> {
  const verification = new Verification(options);
  for await (const line of linesOf(chunks)) verification.read(line);
  return verification.end();
}

type At = Pick<Finding, 'organization_id' | 'seq'>;

class Verification {
  readonly #options: VerifyOptions;
  readonly #heads = new Map<string, ChainHead>();
  /** Ends of chains in the earlier checkpoint that have not been read yet. */
  readonly #awaited = new Map<string, { seq: number; hash: string }>();
  /** The organization whose chain is being read. */
  #current: string | null = null;
  #line = 0;
  #records = 0;
  #signed: SignedCheckpoint | null = null;
  #finding: Finding | null = null;

  constructor(options: VerifyOptions) {
    this.#options = options;
    for (const { organization_id, ...end } of options.earlier?.checkpoint.chains ?? []) {
      if (end.seq > 0) this.#awaited.set(organization_id, end);
    }
  }

  read(line: Line): void {
    this.#line++;
    if (this.#finding === null) this.#finding = this.#check(line);
    else if (this.#finding.problem === 'dropped') this.#lookForDropped(this.#finding, line);
  }

  end(): Verified {
    const finding = this.#finding ?? this.#compareWithCheckpoint();
    const records = this.#records;
    return finding === null ? { intact: true, records, signed: this.#signed! } : { intact: false, records, finding };
  }

  #check({ text, complete }: Line): Finding | null {
    if (this.#line === 1 && !isOfExport({ text, complete })) {
      return this.#here('not_an_export', `its first line is not ${EXPORT_HEADER.trimEnd()}`);
    }
    if (!complete) return this.#here('cut_off', 'the file ends in the middle of a line');
    if (this.#line === 1) {
      return `${text}\n` === EXPORT_HEADER ? null : this.#here('changed', 'the first line is not that of an export');
    }
    if (this.#signed !== null) return this.#here('inserted', 'a line follows the signed checkpoint');
    const parsed = parseLine(text);
    if (parsed === null) return this.#here('changed', 'the line is not as an export writes it');
    if ('record' in parsed) return this.#checkRecord(parsed);
    this.#signed = parsed;
    return null;
  }

  #checkRecord({ organization_id, record }: RecordLine): Finding | null {
    this.#records++;
    const head = this.#heads.get(organization_id) ?? EMPTY_CHAIN;
    const at = { organization_id, seq: record.seq };
    if (record.hash !== hashOf(record)) return this.#here('changed', 'its hash is not that of its contents', at);
    if (!follows(head, record)) return this.#outOfPlace(head, at);
    if (organization_id !== this.#current && head.seq > 0) return this.#here('reordered', 'its chain had ended', at);
    this.#current = organization_id;
    this.#heads.set(organization_id, headAfter(record));
    const earlier = this.#awaited.get(organization_id);
    if (earlier?.seq !== record.seq) return null;
    this.#awaited.delete(organization_id);
    return earlier.hash === record.hash
      ? null
      : this.#here('changed', 'the earlier checkpoint has another hash for it', at);
  }

  #outOfPlace(head: ChainHead, at: { organization_id: string; seq: number }): Finding {
    const expected = head.seq + 1;
    if (at.seq > expected) {
      return this.#here('dropped', `record ${at.seq} stands in its place`, { ...at, seq: expected });
    }
    if (at.seq < expected) return this.#here('inserted', `it comes after record ${head.seq}`, at);
    return this.#here('changed', 'it does not continue the record before it: one of the two was put there', at);
  }

  /** Checks whether a record that is missing here comes later in the file. */
  #lookForDropped(finding: Finding, { text }: Line): void {
    const parsed = parseLine(text);
    if (parsed === null || !('record' in parsed)) return;
    const { organization_id, record } = parsed;
    if (organization_id !== finding.organization_id || record.seq !== finding.seq) return;
    this.#finding = { ...finding, problem: 'reordered', explanation: `it stands in line ${this.#line}` };
  }

  #compareWithCheckpoint(): Finding | null {
    const signed = this.#signed;
    if (this.#line === 0) return atEnd('not_an_export', 'it is empty');
    if (signed === null) return atEnd('cut_off', 'the file ends without a signed checkpoint');
    const { publicKey } = this.#options;
    if (publicKey !== undefined && signed.public_key !== publicKey) {
      return this.#here('other_key', 'the checkpoint was signed with another key');
    }
    if (!isSigned(signed)) return this.#here('changed', 'the signature of the checkpoint is not right');
    return this.#compareEnds(signed.checkpoint.chains) ?? this.#compareWithEarlier();
  }

  #compareEnds(chains: SignedCheckpoint['checkpoint']['chains']): Finding | null {
    const read = [...this.#heads.keys()];
    for (const { organization_id, seq, hash } of chains) {
      const head = this.#heads.get(organization_id) ?? EMPTY_CHAIN;
      const explanation = `${seq} records were signed`;
      if (head.seq < seq) return atEnd('cut_off', explanation, { organization_id, seq: head.seq + 1 });
      if (head.seq > seq) return atEnd('inserted', explanation, { organization_id, seq: seq + 1 });
      if (head.hash !== hash) return atEnd('changed', 'another hash was signed for it', { organization_id, seq });
    }
    const signed = chains.filter(({ seq }) => seq > 0).map(({ organization_id }) => organization_id);
    const known = new Set(signed);
    const strange = read.find((id) => !known.has(id));
    if (strange !== undefined) {
      return atEnd('inserted', 'its chain was not signed', { organization_id: strange, seq: 1 });
    }
    const moved = read.find((id, index) => id !== signed[index]);
    if (moved === undefined) return null;
    return atEnd('reordered', 'its chain was signed at another place', { organization_id: moved, seq: 1 });
  }

  #compareWithEarlier(): Finding | null {
    for (const [organization_id, { seq }] of this.#awaited) {
      const head = this.#heads.get(organization_id) ?? EMPTY_CHAIN;
      return atEnd('cut_off', `there were ${seq} records earlier`, { organization_id, seq: head.seq + 1 });
    }
    return null;
  }

  #here(problem: Problem, explanation: string, at?: At): Finding {
    return { ...atEnd(problem, explanation, at), line: this.#line };
  }
}

/** A finding about something that is missing, or about the file as a whole. */
function atEnd(problem: Problem, explanation: string, at: At = { organization_id: null, seq: null }): Finding {
  return { problem, line: null, ...at, explanation };
}

/** Whether a first line is one of an export, be it changed, cut off or another one than the first. */
function isOfExport({ text, complete }: Line): boolean {
  return text.startsWith(FORMAT) || (!complete && EXPORT_HEADER.startsWith(text)) || parseLine(text) !== null;
}

/** Returns null if the line is not exactly what an export writes. */
function parseLine(text: string): RecordLine | SignedCheckpoint | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
    if (canonicalize(value) !== text) return null;
  } catch {
    return null;
  }
  const record = RecordLine.safeParse(value);
  if (record.success) return record.data;
  const signed = SignedCheckpoint.safeParse(value);
  return signed.success ? signed.data : null;
}

interface Line {
  text: string;
  /** Whether the line ends with a line break. */
  complete: boolean;
}

/** Far longer than a checkpoint of ten thousand organizations. The rest of a longer line is not read. */
const LONGEST_LINE = 4_000_000;

async function* linesOf(chunks: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Line> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    for (const text of lines) yield { text, complete: true };
    if (rest.length > LONGEST_LINE) break;
  }
  if (rest !== '') yield { text: rest, complete: false };
}
