/** English names of languages, for readers of results. */

const NAMES = new Intl.DisplayNames('en', { type: 'language' });

/** "German" for 'de'; `language` in ISO 639-1 or 'und'. */
export function languageName(language: string): string {
  return language === 'und' ? 'an unknown language' : (NAMES.of(language) ?? language);
}
