/** Sources outside the service: an encyclopaedia, public databases, web search. */
import type { Clock } from '#contracts/ports/clock.ts';
import type { WebSources } from '#contracts/ports/web-sources.ts';
import { OutsideReading } from './outside/reading.ts';
import { type ClaimSearch, type EvidenceSource, keptForSeconds, notSearched, type SourceFindings } from './source.ts';

/**
 * Asks nobody for the profile internal_enterprise; in mode fast nobody, and in mode triage only for claims of high
 * materiality. What fails is a gap and not a failure: a caller is waiting, and the client has retried.
 */
export function createOutsideSource(web: WebSources, clock: Clock): EvidenceSource {
  return {
    id: 'outside',
    async open(request, occasion, text) {
      const { organization_id, policy, mode } = request;
      if (policy.base_profile === 'internal_enterprise') return null;
      const retention_s = keptForSeconds(request);
      const sources = await web.of({ organization_id, base_profile: policy.base_profile, retention_s });
      if (sources.length === 0) return null;
      const reading = new OutsideReading(sources, { occasion, text, profile: policy.base_profile, clock });
      const mayAsk = ({ claim }: ClaimSearch) => {
        if (mode === 'fast') return false;
        return mode === 'thorough' || claim.materiality === 'high';
      };
      return {
        async search(searches) {
          const found = await reading.search(searches.filter(mayAsk));
          let next = 0;
          return searches.map(
            (search): SourceFindings => (mayAsk(search) ? found[next++]! : notSearched('left_out_by_mode')),
          );
        },
      };
    },
  };
}
