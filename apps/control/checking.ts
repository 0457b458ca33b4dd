/** What a verdict depends on besides the text, for whoever remembers verdicts (`evidence verify --cache`). */
import { createHmac } from 'node:crypto';
import { resolveProfile } from '#command-api/verification/applied-policy.ts';
import { questionAsClaim } from '#engine/answering/question.ts';
import { findInLibrary, libraryUrl } from '#pipeline/sources/library.ts';
import type { Service } from '../parts/service.ts';
import { VERSION } from '../version.ts';
import type { Input } from './inputs.ts';
import { OperationError } from './operation-error.ts';

export interface Basis {
  /** The service's version, those of the engine and its models, and the policy: with another, other verdicts may follow. */
  versions: Record<string, string>;
  /** The documents of the library: a digest of the content by the document's URL. */
  library: Record<string, string>;
  /** Whether anything but the library may be asked, which changes without notice. */
  outside: boolean;
  /** A secret of the data folder for keyed fingerprints, hex. */
  key: string;
}

export interface CheckingOperations {
  basis(input: Input<'basis'>): Promise<Basis>;
  /** The URLs of the library's documents that verifying these claims would look into, sorted. */
  librarySources(input: Input<'librarySources'>): Promise<{ urls: string[] }>;
}

/** Names the key's use, as it is derived from a secret that has others. */
const USE = 'evidence verify --cache';

export function createCheckingOperations(service: Service): CheckingOperations {
  const { stores, engine, bootstrap, secrets } = service;
  const { organization_id } = bootstrap;
  return {
    async basis({ profile, mode }) {
      const { commands } = service;
      if (commands === null) throw new OperationError('this process does not verify');
      const resolved = await resolveProfile(commands, organization_id, profile);
      if (resolved === null) throw new OperationError('there is no base profile and no active policy of that name');
      const { policy, source_set_id } = resolved;
      const models = await commands.engineOf(organization_id);
      const inventory = await stores.library.inventory();
      const leavesHouse = mode !== 'fast' && policy.base_profile !== 'internal_enterprise' && service.asksOutside;
      return {
        versions: { service: VERSION, ...models, policy: JSON.stringify(policy), source_set: source_set_id ?? '' },
        library: Object.fromEntries(Object.entries(inventory).map(([path, hash]) => [libraryUrl(path), hash])),
        outside: leavesHouse || source_set_id !== null,
        key: createHmac('sha256', secrets.pepper).update(USE).digest('hex'),
      };
    },

    async librarySources({ claims, mode }) {
      // Loaded here: it is for this command alone, and most services never run it.
      const { detectLanguage } = await import('#engine/text/detect-language.ts');
      const language = detectLanguage(claims.map(({ text }) => text).join('\n'));
      const isRead = language === 'en' || language === 'und';
      const asked = claims.map(({ text, before }) => ({
        ...questionAsClaim(text, before),
        ...(!isRead && { language }),
      }));
      const own = engine.forOrganization(organization_id);
      const found = await findInLibrary(stores.library, await own.planQueries(asked, mode));
      const ranked = await own.rank(
        asked,
        found.map(({ candidates }) => [...candidates]),
      );
      return { urls: [...new Set(ranked.flat().map(({ source }) => source.canonical_url))].sort() };
    },
  };
}
