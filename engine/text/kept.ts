/**
 * What a thread of the engine keeps beyond a call: words of the language, and passages of the operator's library. What is
 * a customer's (its words, its claims, the pages that it approved) goes with the call.
 */

const forgetting: (() => void)[] = [];
const passageCaches: { delete(text: string): boolean }[] = [];

/** Has `forget` called at the end of every call of the engine. */
export function forgetAfterCall(forget: () => void): void {
  forgetting.push(forget);
}

/** A cache by the literal text of passages, and of the titles of their documents. */
export function keepsPassages<Cache extends { delete(text: string): boolean }>(cache: Cache): Cache {
  passageCaches.push(cache);
  return cache;
}

/** To be called at the end of every call of the engine, however it ended. */
export function endCall(): void {
  for (const forget of forgetting) forget();
}

/** Takes a passage, or a title, out of all caches. */
export function forgetPassage(text: string): void {
  for (const cache of passageCaches) cache.delete(text);
}
