/** The sources that need no credential, by base profile, those of most weight first. */
import type { BaseProfile } from '#contracts/vocabulary.ts';
import { wikidata } from './wikidata.ts';
import { wikipedia } from './wikipedia.ts';
import type { SourceWire } from './wire.ts';

export const PUBLIC_SOURCES: Readonly<Record<BaseProfile, readonly SourceWire[]>> = {
  general_web: [wikipedia, wikidata],
  research_citations: [],
  medical_clinical: [],
  legal_regulatory: [],
  finance_markets: [],
  // Nothing of what an organization verifies against its own documents leaves the machine.
  internal_enterprise: [],
};
