/** What a move hands over of costs, in both shapes. */

/**
 * Whether the share is an API key's. That of a person who pays without a key is left out: no limit counts it, and a
 * person may be in several organizations, which a data folder does not tell apart. It counts in the sum of each
 * organization all the same.
 */
export function isShareOfKey(payer: string): boolean {
  return payer.startsWith('key_');
}
