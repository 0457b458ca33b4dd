/** Findings as SARIF 2.1.0, which code scanning and editors read. */
import type { Log, ReportingDescriptor, Result } from 'sarif';
import type { Verdict } from '#contracts/vocabulary.ts';
import { VERSION } from '../../version.ts';
import type { CheckedFile, Finding } from './finding.ts';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** What each verdict means, and how it is shown. */
const RULES: Record<Verdict, { text: string; level: 'error' | 'warning' | 'note' }> = {
  contradicted: { text: 'The evidence found contradicts the claim.', level: 'error' },
  disputed: { text: 'The evidence found conflicts on the claim.', level: 'warning' },
  unverifiable: { text: 'The evidence found does not settle the claim.', level: 'note' },
  not_checkable: { text: 'This is no statement that evidence could settle.', level: 'note' },
  supported: { text: 'The evidence found supports the claim.', level: 'note' },
};

/** `accepted`: fingerprints of the baseline, whose findings are marked as unchanged. */
export function toSarif(checked: readonly CheckedFile[], accepted: ReadonlySet<string>): string {
  const findings = checked.flatMap((each) => each.findings);
  const verdicts = [...new Set(findings.map(({ verdict }) => verdict))].sort();
  const log: Log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'evidence', semanticVersion: VERSION, rules: verdicts.map(ruleOf) },
        },
        columnKind: 'unicodeCodePoints',
        invocations: [
          {
            executionSuccessful: checked.every(({ problem }) => problem === null),
            toolExecutionNotifications: checked.flatMap(({ file, problem }) =>
              problem === null
                ? []
                : [
                    {
                      level: 'error' as const,
                      message: { text: problem },
                      locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file) } } }],
                    },
                  ],
            ),
          },
        ],
        results: findings.map((finding) => resultOf(finding, verdicts, accepted)),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function ruleOf(verdict: Verdict): ReportingDescriptor {
  const { text, level } = RULES[verdict];
  return { id: verdict, shortDescription: { text }, defaultConfiguration: { level } };
}

function resultOf(finding: Finding, verdicts: readonly Verdict[], accepted: ReadonlySet<string>): Result {
  const { verdict, file, start, end, span, fingerprint } = finding;
  return {
    ruleId: verdict,
    ruleIndex: verdicts.indexOf(verdict),
    level: RULES[verdict].level,
    message: { text: messageOf(finding) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(file) },
          ...(start !== null &&
            end !== null && {
              region: {
                startLine: start.line,
                startColumn: start.column,
                endLine: end.line,
                endColumn: end.column,
                snippet: { text: span },
              },
            }),
        },
      },
    ],
    partialFingerprints: { 'claim/v1': fingerprint },
    baselineState: accepted.has(fingerprint) ? 'unchanged' : 'new',
  };
}

/** The claim, the reason, and what it should say. */
export function messageOf({ verdict, claim, reason, correction }: Finding): string {
  const better = correction === null ? '' : ` Suggested: ${correction}`;
  return `${verdict.replaceAll('_', ' ')}: ${claim} (${reason})${better}`;
}

/** Relative, as code scanning resolves it against the repository. */
function uriOf(file: string): string {
  return file.split('/').map(encodeURIComponent).join('/');
}
