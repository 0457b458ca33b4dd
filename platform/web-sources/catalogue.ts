/** The public sources that want no key, by the base profiles whose claims they are asked about. */
import type { BaseProfile } from '#contracts/vocabulary.ts';
import { arxiv } from './arxiv.ts';
import { clinicaltrials } from './clinicaltrials.ts';
import { courtlistener } from './courtlistener.ts';
import { crossref } from './crossref.ts';
import { edgar } from './edgar.ts';
import { europepmc } from './europepmc.ts';
import { federalregister } from './federalregister.ts';
import { pubmed } from './pubmed.ts';
import { wikidata } from './wikidata.ts';
import { wikipedia } from './wikipedia.ts';
import type { SourceWire } from './wire.ts';
import { worldbank } from './worldbank.ts';

export const PUBLIC_SOURCES: Readonly<Record<BaseProfile, readonly SourceWire[]>> = {
  general_web: [wikipedia, wikidata],
  research_citations: [crossref, arxiv, europepmc],
  medical_clinical: [europepmc, pubmed, clinicaltrials],
  legal_regulatory: [federalregister, courtlistener],
  finance_markets: [edgar, worldbank],
  // Asks nobody outside.
  internal_enterprise: [],
};
