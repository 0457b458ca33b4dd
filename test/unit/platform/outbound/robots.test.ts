import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FetchedPage, PageRequest } from '#platform/outbound/outbound-guard.ts';
import { createRobots } from '#platform/outbound/robots.ts';
import { parseRobots } from '#platform/outbound/robots-rules.ts';
import fc from '../../../support/property.ts';

const allows = async (text: string, path: string, token = 'our-crawler') =>
  (await parseRobots(text, token)).allows(new URL(`https://site.example${path}`));
const forUs = (rules: string) => `User-agent: *\n${rules}`;

describe('the rules', () => {
  const cases: [rules: string, path: string, allowed: boolean][] = [
    ['', '/anything', true],
    ['Disallow:', '/anything', true],
    ['Disallow: /', '/anything', false],
    ['Disallow: /', '/robots.txt', true],
    ['Disallow: /a', '/abc', false],
    ['Disallow: /a/', '/a', true],
    ['Disallow: /a\nAllow: /a/b', '/a/b/c', true],
    ['Allow: /a/b\nDisallow: /a', '/a/c', false],
    ['Disallow: /page\nAllow: /page', '/page', true],
    ['Disallow: /*.pdf$', '/x/y.pdf', false],
    ['Disallow: /*.pdf$', '/x/y.pdf?z', true],
    ['Disallow: /*.pdf', '/x/y.pdf?z', false],
    ['Disallow: /a*b*c$', '/a-b-b-c', false],
    ['Disallow: /a*b*c$', '/a-c-b', true],
    ['Disallow: /ab*b$', '/ab', true],
    ['Disallow: *', '/x', false],
    ['Disallow: /*?', '/x?y=1', false],
    ['Disallow: /*?', '/x', true],
    ['Disallow: /$', '/', false],
    ['Disallow: /$', '/x', true],
    ['Disallow: /bar/%62%61%7A', '/bar/baz', false],
    ['Disallow: /bar/baz', '/bar/%62%61%7a', false],
    ['Disallow: /bar/ツ', '/bar/%e3%83%84', false],
    ['Disallow: /a%2Fb', '/a/b', true],
    ['Disallow: /a # a comment', '/a', false],
    ['disallow : /a', '/a', false],
    ['Disallow: /A', '/a', true],
    ['Sitemap: https://site.example/map\nDisallow: /a', '/a', false],
    ['Disallow /a', '/a', true],
  ];
  for (const [rules, path, allowed] of cases) {
    test(`${JSON.stringify(rules)} ${allowed ? 'allow' : 'forbid'} ${path}`, async () => {
      assert.equal(await allows(forUs(rules), path), allowed);
    });
  }
});

describe('the group', () => {
  test('that names us applies instead of the one for all', async () => {
    const text = 'User-agent: *\nDisallow: /\n\nUser-agent: Our-Crawler/2.0 (x)\nDisallow: /a';
    assert.deepEqual([await allows(text, '/b'), await allows(text, '/a')], [true, false]);
    assert.equal(await allows(text, '/b', 'our'), false);
    assert.equal(await allows(text, '/b', 'our-crawler-too'), false);
  });

  test('may name several crawlers, and name us more than once', async () => {
    const text = 'User-agent: other\nUser-agent: our-crawler\nDisallow: /a\nUser-agent: our-crawler\nDisallow: /b';
    assert.deepEqual(
      [await allows(text, '/a'), await allows(text, '/b'), await allows(text, '/c')],
      [false, false, true],
    );
  });

  test('of another crawler, and rules without a group, are ignored', async () => {
    assert.equal(await allows('Disallow: /\nUser-agent: other\nDisallow: /', '/a'), true);
  });

  test('that names us without rules allows everything', async () => {
    assert.equal(await allows('User-agent: our-crawler\nDisallow:\nUser-agent: *\nDisallow: /', '/a'), true);
  });

  test('is found whatever the line ends and after a byte order mark', async () => {
    assert.equal(await allows('\ufeffUser-agent: *\r\nDisallow: /a\r', '/a'), false);
  });
});

describe('hostile files', () => {
  test('are read up to half a megabyte', async () => {
    assert.equal(await allows(`User-agent: *\n${'#'.repeat(600_000)}\nDisallow: /`, '/a'), true);
  });

  test('with slow rules forbid', async () => {
    const slow = `Disallow: /*${'a'.repeat(480)}b`;
    assert.equal(await allows(forUs(`${slow}\n`.repeat(1_000)), `/${'a'.repeat(2_000)}`), false);
  });

  test('with too long rules do not allow fetching', async () => {
    const path = `/${'a'.repeat(600)}`;
    assert.equal(await allows(forUs(`Disallow: ${path}`), path), false);
    assert.equal(await allows(forUs(`Disallow: /a\nAllow: ${path}`), path), false);
  });

  test('are read in pieces, so that a long file holds nobody up', async () => {
    let turns = 0;
    const count = setInterval(() => turns++, 0);
    await parseRobots(forUs('Allow: /%41%42\n'.repeat(9_000)), 'our-crawler');
    clearInterval(count);
    assert.ok(turns > 3, `${turns} turns`);
  });

  test('that are too many forbid everything', async () => {
    assert.equal(await allows(forUs('Allow: /\n'.repeat(20_000)), '/a'), false);
  });

  test('may contain any text', async () => {
    const words = fc.constantFrom(
      'User-agent: *',
      'user-agent:our-crawler',
      'Allow:',
      'Disallow: /*',
      '%',
      '$',
      '\ud800',
      '\n',
      '*',
      ':',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(words, fc.string())), fc.webPath(), async (pieces, path) => {
        assert.equal(typeof (await allows(pieces.join('\n'), path)), 'boolean');
      }),
    );
  });
});

describe('a site', () => {
  const page = (body: string): FetchedPage => ({
    ok: true,
    notModified: false,
    url: 'https://site.example/robots.txt',
    mediaType: 'text/plain',
    body: Buffer.from(body),
    charset: null,
    etag: null,
    lastModified: null,
  });
  const failure = (reason: string, status: number | null = null) => ({ ok: false, reason, status }) as FetchedPage;

  function site(...answers: FetchedPage[]) {
    const asked: string[] = [];
    const fetchPage = async (url: string, _page?: PageRequest) => {
      asked.push(url);
      return answers.shift() ?? failure('network_error');
    };
    const robots = createRobots({ guard: { fetchPage }, token: 'our-crawler' });
    return {
      asked,
      may: (path: string, organization = 'org_1') => robots.allows(new URL(path, 'https://site.example'), organization),
    };
  }

  const outcomes: [what: string, answer: FetchedPage, allowed: boolean][] = [
    ['without a file allows', failure('http_status', 404), true],
    ['that keeps its file to itself allows', failure('http_status', 403), true],
    ['whose file redirects without end allows', failure('too_many_redirects'), true],
    ['that fails forbids', failure('http_status', 500), false],
    ['that is asked too often forbids', failure('http_status', 429), false],
    ['that does not answer in time forbids', failure('timeout'), false],
    ['that is not reached forbids', failure('dns_failure'), false],
    ['whose file leads to a private host forbids', failure('blocked_address'), false],
    ['whose file is endless forbids', failure('too_large'), false],
    ['whose file is no text forbids', failure('unsupported_media_type'), false],
  ];
  for (const [what, answer, allowed] of outcomes) {
    test(what, async () => assert.equal(await site(answer).may('/page'), allowed));
  }

  test('is asked once for concurrent pages', async () => {
    const { asked, may } = site(page('User-agent: *\nDisallow: /a'));
    assert.deepEqual(await Promise.all([may('/a'), may('/b'), may('/a?c')]), [false, true, false]);
    assert.equal(await may('/d'), true);
    assert.deepEqual(asked, ['https://site.example/robots.txt']);
  });

  test('is asked separately per organization and origin', async () => {
    const { asked, may } = site(page(''), page(''), page(''));
    await may('/a');
    await may('/a', 'org_2');
    await may('https://other.example/a');
    assert.deepEqual(asked.length, 3);
  });
});
