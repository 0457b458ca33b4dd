/** The published description passes the OpenAPI linter, with the rules of redocly.yaml. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { describeApi } from '#http/openapi.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const CONFIGURATION = join(import.meta.dirname, '../../../redocly.yaml');
/** The linter's program. Its package exports nothing but its manifest, which names it. */
const PACKAGE = createRequire(import.meta.url).resolve('@redocly/cli/package.json');
const LINTER = join(dirname(PACKAGE), 'bin/cli.js');

/** Problems that the linter finds, as "rule: where". */
async function lint(description: object): Promise<string[]> {
  const { path, remove } = await temporaryFolder();
  const file = join(path, 'openapi.json');
  await writeFile(file, JSON.stringify(description));
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [LINTER, 'lint', file, '--config', CONFIGURATION, '--format', 'json', '--max-problems', '1000'],
    // It would report its use and look for newer versions otherwise.
    { encoding: 'utf8', env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
  );
  await remove();
  assert.ok(stdout.startsWith('{'), `the linter said nothing\n${stderr}`);
  const { problems } = JSON.parse(stdout) as { problems: { ruleId: string; location: { pointer: string }[] }[] };
  return problems.map(({ ruleId, location }) => `${ruleId}: ${location[0]?.pointer}`);
}

test('the description passes without an error or a warning', async () => {
  assert.deepEqual(await lint(describeApi()), []);
});

test('a session opens every operation; to change something it takes the CSRF token too', () => {
  const { paths, components } = describeApi() as {
    paths: Record<string, Record<string, { security: Record<string, string[]>[] }>>;
    components: { securitySchemes: Record<string, object> };
  };
  const { type, in: place, name } = components.securitySchemes.session as Record<string, string>;
  assert.deepEqual([type, place, name], ['apiKey', 'cookie', '__Host-evs_session']);
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { security }] of Object.entries(methods)) {
      const session = method === 'get' ? { session: [] } : { session: [], csrfToken: [] };
      assert.deepEqual(security.slice(0, 2), [{ apiKey: [] }, session], `${method} ${path}`);
      for (const scheme of security.flatMap((each) => Object.keys(each)))
        assert.ok(scheme in components.securitySchemes);
    }
  }
});

test('the linter notices what is missing', async () => {
  const description = structuredClone(describeApi()) as {
    info: { license?: object };
    tags: { description?: string }[];
  };
  delete description.info.license;
  delete description.tags[0]?.description;
  assert.deepEqual((await lint(description)).toSorted(), [
    'info-license: #/info',
    'tag-description: #/tags/0/description',
  ]);
});
