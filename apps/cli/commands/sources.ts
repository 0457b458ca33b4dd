/** `evidence sources`: checks whether the outside sources still respond in the expected format. */
import type { SourceCheck } from '../../parts/source-checks.ts';
import type { CommandContext } from '../context.ts';
import { printableLine } from '../printable.ts';
import { CommandError } from '../usage-error.ts';

export interface CheckOptions {
  organization?: string;
  json?: boolean;
}

/** Throws CommandError unless each source returned what was expected. */
export async function checkSources(options: CheckOptions, context: CommandContext): Promise<void> {
  const { data } = await context.withOperations((operations) =>
    operations.checkSources({ organization_id: options.organization ?? null }),
  );
  context.progress.clear();
  if (options.json) context.out(`${JSON.stringify({ data })}\n`);
  else for (const check of data) context.out(`${lineOf(check)}\n`);
  if (data.length === 0) context.note('evidence: no outside source is set up');
  const failed = data.filter(({ outcome }) => outcome !== 'found');
  if (failed.length > 0) {
    throw new CommandError(`${failed.length} of ${data.length} sources did not give what was expected`);
  }
}

const WORDS: Record<SourceCheck['outcome'], string> = {
  found: 'found',
  not_found: 'answers, but did not find what it must have',
  no_network: 'could not be reached',
  timeout: 'did not answer in time',
  unavailable: 'failed',
  bad_credential: 'refuses the credential',
  disconnected: 'was disconnected meanwhile',
  cost_limit_reached: 'is not asked, as a monthly cost limit forbids its price',
  quota_exceeded: 'refuses, as the account is used up',
  format_disabled: 'refuses to answer in JSON: enable that format in its settings',
  blocked: 'has an address that the outbound guard refuses',
  too_large: 'answers with too much',
  circuit_open: 'failed several times in a row',
  budget_spent: 'has too many requests waiting',
  rate_limited: 'refuses, as it is asked too often',
  format: 'answers in another format',
  refused: 'refuses the request',
};

function lineOf({
  source,
  host,
  outcome,
  field,
  status,
  results,
  title,
  characters,
  duration_ms,
}: SourceCheck): string {
  const text = characters === null ? '' : `, text of ${characters} characters`;
  const details = [
    ...(title === null ? [] : [`“${title}” among ${results} results${text}`]),
    ...(field === null ? [] : [`missing or changed: ${field}`]),
    ...(status === null ? [] : [`status ${status}`]),
  ];
  const said = details.length === 0 ? '' : `: ${details.join('; ')}`;
  return printableLine(`${source} (${host}) ${WORDS[outcome]}${said}, in ${duration_ms} ms`);
}
