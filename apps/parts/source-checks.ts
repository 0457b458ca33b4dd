/**
 * Asks each outside source one question with a known answer: there is no other way to notice that a source has changed
 * its format.
 */
import type { WebFailure } from '#contracts/ports/web-sources.ts';
import type { SourceClient, SourceOccasion } from '#platform/web-sources/client.ts';
import type { SourceWire } from '#platform/web-sources/wire.ts';
import type { Core } from './core.ts';

export interface SourceCheck {
  /** Name of the source, as in EVIDENCE_PROVIDER_URLS. */
  source: string;
  /** The host that was asked. */
  host: string;
  /** `not_found`: the response is readable, but lacks the expected result. */
  outcome: 'found' | 'not_found' | WebFailure['reason'];
  /** The field of the response that is missing or has another form. */
  field: string | null;
  /** The status of a refused request. */
  status: number | null;
  results: number;
  /** Title of the expected result, or else of the first one. */
  title: string | null;
  /** Characters of its text; null: the source's documents are read as pages, or it could not be read. */
  characters: number | null;
  /** Time from the question to the text, in milliseconds, including the wait for a turn. */
  duration_ms: number;
}

export interface SourceChecks {
  /**
   * Checks the public sources that the service uses, and the search of an organization: its provider, or else the
   * operator's own. One after another.
   */
  check(organizationId: string, onProgress: (done: number, total: number) => void): Promise<SourceCheck[]>;
}

interface CheckedSource {
  wire: SourceWire;
  host: string;
  client: SourceClient;
  credential: SourceOccasion['credential'];
}

const QUESTION = { language: 'en', limit: 5 };

/** `instance` identifies this process as a lease holder. */
export function createSourceChecks(core: Core, instance: string): SourceChecks {
  return {
    async check(organizationId, onProgress) {
      await using closing = new AsyncDisposableStack();
      const sources = await sourcesOf(core, `${instance}/check`, organizationId, closing);
      const checks: SourceCheck[] = [];
      for (const source of sources) {
        onProgress(checks.length, sources.length);
        checks.push(await checkSource(source, organizationId));
      }
      return checks;
    },
  };
}

async function sourcesOf(
  core: Core,
  instance: string,
  organizationId: string,
  closing: AsyncDisposableStack,
): Promise<CheckedSource[]> {
  // Loaded on demand.
  const [{ openSourceClients }, { createOrganizationSearch }, { PUBLIC_SOURCES }] = await Promise.all([
    import('./source-clients.ts'),
    import('./organization-search.ts'),
    import('#platform/web-sources/public-sources.ts'),
  ]);
  const { configuration, stores, sealer, logger } = core;
  const { guarded, direct } = openSourceClients(core, instance, closing);
  const wires = configuration.publicSources ? [...new Set(Object.values(PUBLIC_SOURCES).flat())] : [];
  // A source that requires a contact is not asked without one.
  const asking = { contact: configuration.contact ?? null, now: new Date() };
  const asked = wires.filter((wire) => wire.search({ ...QUESTION, text: wire.check.query }, asking) !== null);
  const open = asked.map((wire): CheckedSource => {
    const { host } = new URL(baseUrlOf(wire, configuration.sourceUrls));
    return { wire, host, client: guarded, credential: null };
  });
  const search = await createOrganizationSearch({ ...stores, sealer, logger, configuration })(organizationId);
  if (search === null) return open;
  const { wire, connection_id, credential } = search;
  const url = connection_id === null ? configuration.searchUrl! : baseUrlOf(wire, configuration.sourceUrls);
  return [...open, { wire, host: new URL(url).host, client: connection_id === null ? direct : guarded, credential }];
}

function baseUrlOf({ id, base_url }: SourceWire, urls: Readonly<Record<string, string>>): string {
  return urls[id] ?? (typeof base_url === 'string' ? base_url : base_url(QUESTION.language));
}

async function checkSource(
  { wire, host, client, credential = null }: CheckedSource,
  organization_id: string,
): Promise<SourceCheck> {
  const begun = performance.now();
  const occasion = { organization_id, credential, signal: new AbortController().signal };
  const query = { ...QUESTION, text: wire.check.query };
  const nothing = { field: null, status: null, results: 0, title: null, characters: null };
  const told = (check: Partial<SourceCheck> & Pick<SourceCheck, 'outcome'>): SourceCheck => ({
    source: wire.id,
    host,
    ...nothing,
    ...check,
    duration_ms: Math.round(performance.now() - begun),
  });

  const searched = await client.search(wire, query, occasion);
  if (!searched.ok) return told(failureOf(searched.failure));
  const expected = searched.value.find(({ title }) => title.toLowerCase().includes(wire.check.expect.toLowerCase()));
  const title = (expected ?? searched.value[0])?.title ?? null;
  const found = { results: searched.value.length, title };
  if (expected === undefined) return told({ outcome: 'not_found', ...found });
  if (wire.text.kind !== 'request') return told({ outcome: 'found', ...found });
  const read = await client.read(wire, [expected], query, occasion);
  if (!read.ok) return told({ ...failureOf(read.failure), ...found });
  const characters = read.value[0]?.text.length ?? 0;
  return told({ outcome: characters > 0 ? 'found' : 'not_found', ...found, characters });
}

function failureOf(failure: WebFailure): Pick<SourceCheck, 'outcome' | 'field' | 'status'> {
  return {
    outcome: failure.reason,
    field: failure.reason === 'format' ? failure.field : null,
    status: failure.reason === 'refused' ? failure.status : null,
  };
}
