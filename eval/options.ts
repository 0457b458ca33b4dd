/** What `npm run eval` takes. */
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
`;

export interface EvalOptions {
  data: string[];
  out: string;
  compare: string | undefined;
  claims: boolean;
  given: boolean;
  sets: string[] | undefined;
  jobs: number | undefined;
}

/** The command line makes no sense. */
export class OptionsError extends Error {
  readonly code = 'options';
  constructor(message: string) {
    super(message);
    this.name = 'OptionsError';
  }
}

/** Throws OptionsError. `own`: the folder of the project's own articles. */
export function readOptions(args: readonly string[], own: string): EvalOptions {
  const { data, out, compare, claims, given, sets, jobs } = parse(args);
  if (jobs !== undefined && !/^[1-9]\d{0,2}$/.test(jobs)) throw new OptionsError('--jobs takes a number from 1 to 999');
  return {
    data: data ?? [own],
    out: out ?? 'out/eval',
    compare,
    claims: claims ?? false,
    given: given ?? false,
    sets: sets?.split(','),
    jobs: jobs === undefined ? undefined : Number(jobs),
  };
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
      },
    }).values;
  } catch (error) {
    throw new OptionsError((error as Error).message);
  }
}
