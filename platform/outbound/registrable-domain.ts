/** The domain that somebody registered; users of a shared host (github.io and the like) have domains of their own. */
export async function registrableDomain(url: string): Promise<string | null> {
  // The list of public suffixes is large and not needed before the first page.
  const { getDomain } = await import('tldts');
  return getDomain(url, { allowPrivateDomains: true });
}
