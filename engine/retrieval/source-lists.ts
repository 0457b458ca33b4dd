/** Lists of hosts with high, medium or low authority, by profile. They are versioned data. */
import type { BaseProfile } from '#contracts/vocabulary.ts';
import lists from '#engine/data/source-lists.json' with { type: 'json' };

export type AuthorityTier = 'high' | 'medium' | 'low';

interface HostLists {
  tiers: Map<string, AuthorityTier>;
  primary: Set<string>;
}

type ListedHosts = Record<AuthorityTier | 'primary', string[]>;

const byProfile = new Map<string, HostLists>(
  Object.entries(lists.profiles).map(([profile, own]) => [profile, merge(lists.common, own)]),
);

/** The profile's own lists override the common ones. */
function merge(common: ListedHosts, own: ListedHosts): HostLists {
  const tiers = new Map<string, AuthorityTier>();
  for (const list of [common, own]) {
    for (const tier of ['high', 'medium', 'low'] as const) for (const host of list[tier]) tiers.set(host, tier);
  }
  return { tiers, primary: new Set([...common.primary, ...own.primary]) };
}

/** The tier of `host` in the profile's lists, and the listed name that matched; the most specific name counts. */
export function authorityTier(profile: BaseProfile, host: string): { tier: AuthorityTier; listed: string } | null {
  const { tiers } = byProfile.get(profile)!;
  for (const listed of suffixesOf(host)) {
    const tier = tiers.get(listed);
    if (tier !== undefined) return { tier, listed };
  }
  return null;
}

/** True for hosts that publish first-hand records in the profile's field. */
export function isPrimaryHost(profile: BaseProfile, host: string): boolean {
  const { primary } = byProfile.get(profile)!;
  return suffixesOf(host).some((listed) => primary.has(listed));
}

/** "a.b.org" gives "a.b.org", "b.org", "org". */
function suffixesOf(host: string): string[] {
  const labels = host.toLowerCase().replace(/\.$/, '').split('.').slice(-8);
  return labels.map((_, i) => labels.slice(i).join('.'));
}
