/** True for "8.1", which begins a paragraph of a policy or statute and says nothing of the word behind it. */
export function isSectionNumber(text: string): boolean {
  return /^\d+(?:\.\d+)+\.?$/.test(text);
}
