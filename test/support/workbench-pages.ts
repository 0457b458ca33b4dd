/** A person's browser on the pages of the workbench: keeps the cookie, sends forms with the token of the last page. */
import assert from 'node:assert/strict';
import type { Answer, TestService } from './service/open.ts';

export interface Pages {
  /** Value of the Cookie header; empty before signing in. */
  cookie: string;
  get(path: string): Promise<Answer>;
  /** Sends a form. The token is that of the session's pages, unless given. */
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Answer>;
}

export function openPages(service: Pick<TestService, 'call'>, cookie = ''): Pages {
  let csrf = '';
  const noted = (answer: Answer) => {
    const set = answer.headers['set-cookie'] as string | string[] | undefined;
    const [session] = [set ?? []].flat().filter((each) => each.includes('evs_session='));
    if (session !== undefined) pages.cookie = session.split(';', 1)[0]!;
    csrf = /name="csrf" value="(\w+)"/.exec(answer.text)?.[1] ?? csrf;
    return answer;
  };
  const pages: Pages = {
    cookie,
    get: async (path) =>
      noted(
        await service.call('GET', `/${path}`, { key: null, headers: pages.cookie ? { cookie: pages.cookie } : {} }),
      ),
    async post(path, fields, headers = {}) {
      if (csrf === '' && pages.cookie !== '') await pages.get('/app');
      const body = new URLSearchParams({ csrf, ...fields }).toString();
      return noted(
        await service.call('POST', `/${path}`, {
          key: null,
          body,
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            'sec-fetch-site': 'same-origin',
            ...(pages.cookie && { cookie: pages.cookie }),
            ...headers,
          },
        }),
      );
    },
  };
  return pages;
}

/** A person signed in with an owner's key of their own, so that tests do not use up each other's limits. */
export async function signedIn(service: Pick<TestService, 'call' | 'issue'>): Promise<Pages> {
  const { secret } = await service.issue({ role: 'owner' });
  const pages = openPages(service);
  assert.equal((await pages.post('/app/login', { api_key: secret })).status, 303);
  return pages;
}
