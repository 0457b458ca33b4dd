/**
 * Whatever the documents show for a shell (the blocks of `sh`) can be pasted into bash and into zsh, as they come to whoever sits before
 * them: both read it, and call the same programs with the same arguments.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../../..');
const FILES = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: ROOT })].toSorted();
const BLOCKS = FILES.flatMap((file) =>
  blocksOf(readFileSync(join(ROOT, file), 'utf8')).map((block) => ({ file, block })),
);

/** Interactive, without the settings of whoever runs the tests. */
const SHELLS = { bash: ['--norc', '--noprofile', '-i'], zsh: ['-f', '-i'] } as const;
type Shell = keyof typeof SHELLS;
const isThere = (shell: Shell) => spawnSync(shell, ['-c', ':']).status === 0;
const missing = (Object.keys(SHELLS) as Shell[]).filter((shell) => !isThere(shell));

/** What the blocks call; all of it only notes how it was called. */
const PROGRAMS =
  'curl docker jq kafka-configs.sh kafka-topics.sh kubectl node npm npx openapi-python-client pip python3 sudo'.split(
    ' ',
  );

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

before(async () => {
  folder = await temporaryFolder();
});
after(() => folder.remove());

/** Without the indentation of a list. */
function blocksOf(text: string): string[] {
  return [...text.matchAll(/^( *)```sh\n(.*?)^ *```$/gms)].map(([, indent = '', block = '']) =>
    block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
}

test('what documents show for a shell has neither prompts nor remarks', () => {
  assert.ok(BLOCKS.length > 60, `${BLOCKS.length} blocks`);
  for (const { file, block } of BLOCKS) {
    // Typed into zsh, a remark is an argument; and a prompt is a command that isn't there.
    assert.doesNotMatch(withoutFiles(block), /(?:^|\s)#|^\$ /m, `${file}\n${block}`);
  }
  for (const file of FILES) {
    const prompt = /^ *\$ .*/m.exec(readFileSync(join(ROOT, file), 'utf8'));
    assert.equal(prompt, null, `${file}: ${prompt?.[0]}`);
  }
});

/** Without the contents of files that it writes. */
function withoutFiles(block: string): string {
  return block.replaceAll(/<<'?(\w+)'?\n.*?^\1$/gms, '');
}

for (const shell of ['bash', 'zsh'] as const) {
  test(`${shell} reads what documents show for a shell`, {
    skip: missing.includes(shell) && `no ${shell} here`,
  }, () => {
    for (const { file, block } of BLOCKS) {
      const { status, stderr } = spawnSync(shell, [...SHELLS[shell], '-n'], { input: block, encoding: 'utf8' });
      assert.equal(status, 0, `${file}\n${block}\n${stderr}`);
    }
  });
}

test('bash and zsh make the same calls of what documents show', {
  skip: missing.length > 0 && `no ${missing.join(', no ')} here`,
}, async () => {
  const [bash, zsh] = [await callsOf('bash'), await callsOf('zsh')];
  assert.ok(bash.length > BLOCKS.length, `${bash.length} calls`);
  assert.deepEqual(zsh, bash);
});

/** The calls that all blocks make, each in a folder like the project's; sorted, as those of a pipe come in any order. */
async function callsOf(shell: Shell): Promise<string[]> {
  const programs = join(folder.path, 'programs');
  const calls = join(folder.path, `calls-${shell}`);
  await mkdir(programs, { recursive: true });
  for (const name of PROGRAMS) {
    await writeFile(
      join(programs, name),
      `#!/bin/sh\ncall=${name}\nfor each; do call="$call <$each>"; done\nprintf '%s\\n' "$call" >> "$CALLS"\n`,
      { mode: 0o755 },
    );
  }
  for (const { file, block } of BLOCKS) {
    const work = join(folder.path, 'work');
    await mkdir(join(work, 'data'), { recursive: true });
    await mkdir(join(work, '.git/hooks'), { recursive: true });
    await symlink(join(ROOT, 'examples'), join(work, 'examples'));
    await writeFile(join(work, 'data/bootstrap-key'), 'a key');
    await writeFile(join(work, 'data/master-key'), 'another key');
    const { stderr } = spawnSync(shell, SHELLS[shell], {
      cwd: work,
      input: `${block}\nexit\n`,
      encoding: 'utf8',
      timeout: 20_000,
      env: { PATH: `${programs}:/usr/bin:/bin`, HOME: work, CALLS: calls, PS1: '', PS2: '', PS4: '' },
    });
    assert.doesNotMatch(stderr, /not found|no matches|unmatched|syntax|parse error/i, `${file}\n${block}\n${stderr}`);
    await rm(work, { recursive: true });
  }
  return (await readFile(calls, 'utf8')).split('\n').toSorted();
}
