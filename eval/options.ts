/** The command-line options of `npm run eval`. */
import { parseArgs } from 'node:util';

export const USAGE = `usage: npm run eval -- [OPTION]…

  --data DIR      an article, a folder of articles, or a folder of .jsonl sets; may be repeated
                  (default: eval/articles)
  --out DIR       where figures.json and report.html are written (default: out/eval)
  --compare FILE  figures.json of an earlier run: what got better or worse
  --claims        lists claim by claim what is wrong, or with --compare what changed
  --given         sends the gold claims one by one instead of the text: what is lost then is not extraction's
  --sets A,B      of the sets in DIR only these
  --jobs N        articles at a time (default: one per core)
  --model NAME    a language model behind the judge; its key stands in EVIDENCE_MODEL_KEY
  --model-url URL the OpenAI-compatible server that has it
  --record DIR    keeps its answers in DIR, and asks only what is not there yet
  --replay DIR    asks nobody: answers come from DIR alone
  --pending DIR   with --replay: writes the questions that have no answer there yet into DIR
`;

export interface EvalOptions {
  data: string[];
  out: string;
  compare: string | undefined;
  claims: boolean;
  given: boolean;
  sets: string[] | undefined;
  jobs: number | undefined;
  model: ModelOptions | undefined;
}

/** `url` is null if answers are replayed. */
export type ModelOptions = { name: string } & (
  | { url: string; record: string | undefined; replay?: undefined }
  | { url: null; replay: string; pending: string | undefined }
);

/** Invalid command-line options. */
export class OptionsError extends Error {
  readonly code = 'options';
  constructor(message: string) {
    super(message);
    this.name = 'OptionsError';
  }
}

/** Throws OptionsError. `own`: the folder with the project's own articles. */
export function readOptions(args: readonly string[], own: string): EvalOptions {
  const parsed = parse(args);
  const { data, out, compare, claims, given, sets, jobs } = parsed;
  if (jobs !== undefined && !/^[1-9]\d{0,2}$/.test(jobs)) throw new OptionsError('--jobs takes a number from 1 to 999');
  return {
    data: data ?? [own],
    out: out ?? 'out/eval',
    compare,
    claims: claims ?? false,
    given: given ?? false,
    sets: sets?.split(','),
    jobs: jobs === undefined ? undefined : Number(jobs),
    model: modelOptions(parsed),
  };
}

function modelOptions(parsed: ReturnType<typeof parse>): ModelOptions | undefined {
  const { model: name, 'model-url': url, record, replay, pending } = parsed;
  if (pending !== undefined && replay === undefined) throw new OptionsError('--pending goes with --model and --replay');
  if (name === undefined) {
    if ((url ?? record ?? replay) === undefined) return undefined;
    throw new OptionsError('--model-url, --record and --replay go with --model');
  }
  if (replay !== undefined) {
    if ((url ?? record) !== undefined)
      throw new OptionsError('--replay asks nobody: leave out --model-url and --record');
    return { name, url: null, replay, pending };
  }
  if (url === undefined) throw new OptionsError('--model needs --model-url or --replay');
  return { name, url, record };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        data: { type: 'string', multiple: true },
        out: { type: 'string' },
        compare: { type: 'string' },
        claims: { type: 'boolean' },
        given: { type: 'boolean' },
        sets: { type: 'string' },
        jobs: { type: 'string' },
        model: { type: 'string' },
        'model-url': { type: 'string' },
        record: { type: 'string' },
        replay: { type: 'string' },
        pending: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new OptionsError((error as Error).message);
  }
}
