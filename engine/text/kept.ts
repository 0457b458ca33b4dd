/**
 * Controls what an engine thread keeps after a call: words of the language and passages of the operator's library. Customer data
 * (texts, claims, approved pages) is deleted at the end of the call.
 */

const forgetting: (() => void)[] = [];
const passageCaches: { delete(text: string): boolean }[] = [];

/** Registers `forget` to be called at the end of every engine call. */
export function registerCallCache(forget: () => void): void {
  forgetting.push(forget);
}

/** Registers a cache whose keys are the texts of passages or the titles of their documents. */
export function registerPassageCache<Cache extends { delete(text: string): boolean }>(cache: Cache): Cache {
  passageCaches.push(cache);
  return cache;
}

/** Must be called at the end of every engine call, whether it succeeded or failed. */
export function clearCallCaches(): void {
  for (const forget of forgetting) forget();
}

/** Removes a passage or a title from all registered caches. */
export function forgetPassage(text: string): void {
  for (const cache of passageCaches) cache.delete(text);
}
