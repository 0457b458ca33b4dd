/** A person's browser in the workbench: keeps the cookie, and sends a browser's headers. */
import assert from 'node:assert/strict';
import type { MemberRole } from '#contracts/vocabulary.ts';
import type { Answer, TestService } from './service/open.ts';

export const PASSWORD = 'correct horse battery staple';

type Service = Pick<TestService, 'call'>;

export interface Browser {
  /** Value of the Cookie header; empty before signing in. */
  cookie: string;
  /** Value of the Cookie header with what the browser remembers of sign-ins; empty before the first. */
  device: string;
  /** The response of the last sign-in. */
  session: { id: string; organization_id: string; user_id: string; role: string; csrf_token: string };
  /** `page`: password, api-key, invitation or reset. */
  signIn(page: string, body: object, headers?: Record<string, string>): Promise<Answer>;
  /** Changes the password from `present` to `next`, in a new session. */
  changePassword(present: string, next: string): Promise<Answer>;
  /** A call of a page: like TestService.call, with the session instead of a key. */
  call(method: string, path: string, options?: { body?: unknown; headers?: Record<string, string> }): Promise<Answer>;
}

const LONGEST_LIMIT_MS = 15 * 60_000;

/** Moves the clock to the next quarter of an hour, so that no test is affected by limits that others have used up. */
export function skipSignInLimits(service: Pick<TestService, 'advance' | 'now'>): void {
  service.advance(LONGEST_LIMIT_MS - (service.now() % LONGEST_LIMIT_MS));
}

export function openBrowser(service: Service): Browser {
  const entered = (status: number, answer: Answer) => {
    if (answer.status === status) {
      const [session = '', device] = String(answer.headers['set-cookie']).split(',');
      browser.cookie = session.split(';', 1)[0]!;
      browser.device = device?.split(';', 1)[0] ?? browser.device;
      browser.session = answer.body;
    }
    return answer;
  };
  const browser: Browser = {
    cookie: '',
    device: '',
    session: { id: '', organization_id: '', user_id: '', role: '', csrf_token: '' },
    async signIn(page, body, more = {}) {
      const cookie = [browser.cookie, browser.device].filter((each) => each !== '').join('; ');
      const headers = { 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }), ...more };
      return entered(201, await service.call('POST', `//session/${page}`, { key: null, body, headers }));
    },
    changePassword: async (password, new_password) =>
      entered(200, await browser.call('PUT', '//session/password', { body: { password, new_password } })),
    call: (method, path, { body, headers = {} } = {}) =>
      service.call(method, path, {
        key: null,
        ...(body !== undefined && { body }),
        headers: {
          cookie: browser.cookie,
          'sec-fetch-site': 'same-origin',
          'x-csrf-token': browser.session.csrf_token,
          ...headers,
        },
      }),
  };
  return browser;
}

/** Invites a person to an organization; the person accepts and is signed in. */
export async function joinAs(
  service: Service,
  { organization_id, key }: { organization_id: string; key: string },
  { email, role }: { email: string; role: MemberRole },
): Promise<Browser> {
  const path = `/organizations/${organization_id}/members`;
  const invited = await service.call('POST', path, { key, body: { email, role } });
  assert.equal(invited.status, 201, invited.text);
  const browser = openBrowser(service);
  const joined = await browser.signIn('invitation', { token: invited.body.invitation.token, password: PASSWORD });
  assert.equal(joined.status, 201, joined.text);
  return browser;
}
