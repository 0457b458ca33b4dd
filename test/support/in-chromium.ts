/** A service under test whose pages are looked at in Chromium. */
import type { Browser } from 'playwright-core';
import { openChromium, openWatched, signInWithKey, type Watched, type Window } from './chromium.ts';
import { openTestService, type TestService, type TestServiceOptions } from './service/open.ts';
import { skipSignInLimits } from './workbench.ts';

export interface InChromium {
  service: TestService;
  browser: Browser;
  /** Of the service, on loopback. */
  baseURL: string;
  /** A window with cookies of its own, in which nobody is signed in. */
  visit(window?: Window): Promise<Watched>;
  /** One in which somebody is signed in, by default the owner. */
  signedIn(window?: Window, key?: string): Promise<Watched>;
  close(): Promise<void>;
}

export async function openInChromium(options: TestServiceOptions = {}): Promise<InChromium> {
  const browser = await openChromium();
  const service = await openTestService(options).catch(async (error: unknown) => {
    await browser.close();
    throw error;
  });
  const baseURL = await service.service.app.listen({ host: '127.0.0.1', port: 0 });
  const visit = (window: Window = {}) => openWatched(browser, { baseURL, ...window });
  return {
    service,
    browser,
    baseURL,
    visit,
    async signedIn(window, key = service.key) {
      skipSignInLimits(service);
      const watched = await visit(window);
      await signInWithKey(watched.page, key);
      return watched;
    },
    async close() {
      await browser.close();
      await service.close();
    },
  };
}
