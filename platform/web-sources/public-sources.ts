/** The sources that need no credential, by base profile, those of most weight first. */
import type { BaseProfile } from '#contracts/vocabulary.ts';
import { arxiv } from './arxiv.ts';
import { crossref } from './crossref.ts';
import { europepmc } from './europepmc.ts';
import { wikidata } from './wikidata.ts';
import { wikipedia } from './wikipedia.ts';
import type { SourceWire } from './wire.ts';

export const PUBLIC_SOURCES: Readonly<Record<BaseProfile, readonly SourceWire[]>> = {
  general_web: [wikipedia, wikidata],
  research_citations: [crossref, arxiv, europepmc],
  medical_clinical: [europepmc],
  legal_regulatory: [],
  finance_markets: [],
  // Nothing of what an organization verifies against its own documents leaves the machine.
  internal_enterprise: [],
};
