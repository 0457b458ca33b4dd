/** Findings as workflow commands of GitHub Actions, which show them beside the lines of a pull request. */
import type { Verdict } from '#contracts/vocabulary.ts';
import type { CheckedFile } from './finding.ts';
import { messageOf } from './sarif.ts';

const COMMANDS: Record<Verdict, 'error' | 'warning' | 'notice'> = {
  contradicted: 'error',
  disputed: 'warning',
  unverifiable: 'notice',
  not_checkable: 'notice',
  supported: 'notice',
};

/** Accepted findings are left out: an annotation can't say that it is one. */
export function toGithub(checked: readonly CheckedFile[], accepted: ReadonlySet<string>): string {
  const lines = checked.flatMap(({ file, problem, findings }) => [
    ...(problem === null ? [] : [`::error file=${property(file)}::${data(problem)}`]),
    ...findings
      .filter(({ fingerprint }) => !accepted.has(fingerprint))
      .map((finding) => {
        const { start, end, verdict } = finding;
        const place =
          start === null || end === null
            ? ''
            : `,line=${start.line},col=${start.column},endLine=${end.line},endColumn=${end.column}`;
        const title = `,title=${property(verdict.replaceAll('_', ' '))}`;
        return `::${COMMANDS[verdict]} file=${property(file)}${place}${title}::${data(messageOf(finding))}`;
      }),
  ]);
  return lines.map((line) => `${line}\n`).join('');
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
