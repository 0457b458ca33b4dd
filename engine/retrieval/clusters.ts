/** Which passages are independent of each other. */
import { getDomain } from 'tldts';
import type { SourceDocument } from '#engine/types/retrieval.ts';

/** Wikis that the same people write, one from the other. */
const WIKIMEDIA = new Set(['wikipedia.org', 'wikidata.org', 'wikimedia.org', 'wikiquote.org', 'wikivoyage.org']);

/**
 * Cluster of a source by itself: each library document is one; all that the caller gave are one, as one chose them; everything else counts by registrable domain, where
 * people who share a host but not an owner (github.io and the like) have domains of their own.
 */
function sourceCluster(source: SourceDocument): string {
  if (source.destination_domain === 'library') return source.canonical_url;
  const domain = getDomain(source.destination_domain, { allowPrivateDomains: true }) ?? source.destination_domain;
  return `domain:${WIKIMEDIA.has(domain) ? 'wikipedia.org' : domain}`;
}

/**
 * Cluster names, one for each text: equal where the sources share a cluster or one text is a copy of the other, also by way
 * of a third one. `isCopy` compares the texts at two indexes. A merged cluster is named after its first member, so order by
 * rank before.
 */
export function clusterTexts(sources: SourceDocument[], isCopy: (earlier: number, later: number) => boolean): string[] {
  const own = sources.map(sourceCluster);
  const nameOf = new Map(own.map((cluster) => [cluster, cluster]));
  const find = (cluster: string): string => {
    let name = cluster;
    while (nameOf.get(name) !== name) name = nameOf.get(name)!;
    return name;
  };
  for (let later = 1; later < own.length; later++) {
    for (let earlier = 0; earlier < later; earlier++) {
      const into = find(own[earlier]!);
      const from = find(own[later]!);
      if (into !== from && isCopy(earlier, later)) nameOf.set(from, into);
    }
  }
  return own.map(find);
}
