/** Findings as a JUnit report, which CI servers list as failed tests: a file is a test suite, a finding a failure. */
import type { CheckedFile } from './finding.ts';
import { messageOf } from './sarif.ts';

/** `accepted`: fingerprints whose findings count as skipped. */
export function toJunit(checked: readonly CheckedFile[], accepted: ReadonlySet<string>): string {
  const suites = checked.map((each) => suiteOf(each, accepted));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="evidence">\n${suites.join('')}</testsuites>\n`;
}

function suiteOf({ file, problem, findings }: CheckedFile, accepted: ReadonlySet<string>): string {
  const isAccepted = findings.map(({ fingerprint }) => accepted.has(fingerprint));
  const skipped = isAccepted.filter(Boolean).length;
  const cases = findings.map((finding, at) => {
    const { start, claim, verdict } = finding;
    const place = start === null ? '' : `:${start.line}:${start.column}`;
    const outcome = isAccepted[at]
      ? '<skipped message="accepted by the baseline"/>'
      : `<failure type="${verdict}" message="${xml(messageOf(finding))}">${xml(`${file}${place}`)}</failure>`;
    return `    <testcase classname="${xml(file)}" name="${xml(claim)}"${start === null ? '' : ` line="${start.line}"`}>${outcome}</testcase>\n`;
  });
  if (problem !== null) {
    cases.push(
      `    <testcase classname="${xml(file)}" name="can be checked"><error message="${xml(problem)}"/></testcase>\n`,
    );
  }
  // A file without findings is a test that passed.
  if (cases.length === 0) cases.push(`    <testcase classname="${xml(file)}" name="no findings"/>\n`);
  const counts = `tests="${cases.length}" failures="${findings.length - skipped}" errors="${problem === null ? 0 : 1}" skipped="${skipped}"`;
  return `  <testsuite name="${xml(file)}" ${counts}>\n${cases.join('')}  </testsuite>\n`;
}

/** Escaped, without the characters that XML 1.0 can't hold. */
function xml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"'\n\r\t]/g, (character) => `&#${character.charCodeAt(0)};`);
}
