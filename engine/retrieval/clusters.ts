/** Determines which passages are independent of each other. */
import { getDomain } from 'tldts';
import type { SourceDocument } from '#engine/types/retrieval.ts';

/** Wikis written by the same community, which copy from one another. */
const WIKIMEDIA = new Set(['wikipedia.org', 'wikidata.org', 'wikimedia.org', 'wikiquote.org', 'wikivoyage.org']);

/**
 * The cluster of a single source. Each library document is its own cluster. All documents from the caller form one cluster,
 * because one party chose them. Other sources are grouped by registrable domain; hosts shared by many owners (such as github.io)
 * count as public suffixes.
 */
function sourceCluster(source: SourceDocument): string {
  if (source.destination_domain === 'library') return source.canonical_url;
  const domain = getDomain(source.destination_domain, { allowPrivateDomains: true }) ?? source.destination_domain;
  return `domain:${WIKIMEDIA.has(domain) ? 'wikipedia.org' : domain}`;
}

/**
 * Returns a cluster name for each text. Names are equal if the sources share a cluster or one text is a copy of the other,
 * directly or through other texts. `isCopy` compares the texts at two indexes. A merged cluster gets the name of its first
 * member, so sort by rank first.
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
