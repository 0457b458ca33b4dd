/** Sources outside the service: an encyclopaedia, public databases, web search. */
import type { Clock } from '#contracts/ports/clock.ts';
import type { WebSources } from '#contracts/ports/web-sources.ts';
import type { ExtractedClaim } from '#engine/types/extraction.ts';
import { limitsFor } from './outside/limits.ts';
import { OutsideSearcher } from './outside/searcher.ts';
import { type EvidenceSource, keptForSeconds, notSearched, type SourceFindings } from './source.ts';

/**
 * Asks no source for the profile internal_enterprise or in mode fast; in mode triage only about claims of high
 * materiality. A failing source is a gap and not a failure, because a caller is waiting and the client has retried.
 */
export function createOutsideSource(web: WebSources, clock: Clock): EvidenceSource {
  return {
    id: 'outside',
    isCounted: true,
    async open(request, occasion, text, ledger) {
      const { organization_id, policy, mode } = request;
      if (policy.base_profile === 'internal_enterprise') return null;
      const retention_s = keptForSeconds(request);
      const sources = await web.of({ organization_id, base_profile: policy.base_profile, retention_s });
      if (sources.length === 0) return null;
      const mayAsk = ({ materiality }: Pick<ExtractedClaim, 'materiality'>) => {
        if (mode === 'fast') return false;
        return mode === 'thorough' || materiality === 'high';
      };
      const asked = { ...text, claims: text.claims.filter(mayAsk) };
      const searcher = new OutsideSearcher(sources, {
        occasion,
        text: asked,
        profile: policy.base_profile,
        limits: limitsFor(text.checkable.filter(mayAsk).length),
        ledger,
        clock,
      });
      return {
        async search(searches) {
          const found = await searcher.search(searches.filter(({ claim }) => mayAsk(claim)));
          let next = 0;
          return searches.map(
            (search): SourceFindings => (mayAsk(search.claim) ? found[next++]! : notSearched('left_out_by_mode')),
          );
        },
      };
    },
  };
}
