import { arxiv } from '#platform/web-sources/arxiv.ts';
import { clinicaltrials } from '#platform/web-sources/clinicaltrials.ts';
import { courtlistener } from '#platform/web-sources/courtlistener.ts';
import { crossref } from '#platform/web-sources/crossref.ts';
import { edgar } from '#platform/web-sources/edgar.ts';
import { europepmc } from '#platform/web-sources/europepmc.ts';
import { federalregister } from '#platform/web-sources/federalregister.ts';
import { pubmed } from '#platform/web-sources/pubmed.ts';
import { worldbank } from '#platform/web-sources/worldbank.ts';
import { arxivDatabase } from '#test/doubles/web-sources/databases/arxiv.ts';
import { clinicaltrialsDatabase } from '#test/doubles/web-sources/databases/clinicaltrials.ts';
import { courtlistenerDatabase } from '#test/doubles/web-sources/databases/courtlistener.ts';
import { crossrefDatabase } from '#test/doubles/web-sources/databases/crossref.ts';
import { edgarDatabase } from '#test/doubles/web-sources/databases/edgar.ts';
import { europepmcDatabase } from '#test/doubles/web-sources/databases/europepmc.ts';
import { federalregisterDatabase } from '#test/doubles/web-sources/databases/federalregister.ts';
import { pubmedDatabase } from '#test/doubles/web-sources/databases/pubmed.ts';
import { worldbankDatabase } from '#test/doubles/web-sources/databases/worldbank.ts';
import { webSourceContract } from './web-source.ts';

const FERRIES = {
  title: 'Wake heights of electric ferries in narrow fjords',
  text: 'Electric ferries make lower wakes. In Nordfjord the wakes were 31 % lower at p < 0.01 & the noise fell.',
};
const OTHERS = [
  { title: 'Fatigue of ferry crews', text: 'Crews of ferries sleep 5.9 hours on average.' },
  { title: 'Ferry accidents since 1950', text: 'Ferries sank less often after 1994.' },
  { title: 'Timber bridges', text: 'Bridges of timber last 80 years.' },
];
const GENOME = {
  title: 'Initial sequencing and analysis of the human genome',
  text: 'The human genome holds a wealth of information about human development.',
};

webSourceContract('Crossref', {
  wire: crossref,
  database: () =>
    crossrefDatabase([
      {
        ...FERRIES,
        id: '10.1234/wakes.2021',
        authors: [
          { given: 'Kari', family: 'Nordmann' },
          { given: 'Ola', family: 'Lie' },
        ],
        journal: 'Journal of Small Ships',
        publisher: 'Fjord Press',
        issued: [2021, 3],
        licence: 'https://creativecommons.org/licenses/by/4.0/',
      },
      ...OTHERS.map((work, i) => ({ ...work, id: `10.1234/other.${i}`, issued: [2019] })),
      { ...GENOME, id: '10.1038/35057062', journal: 'Nature', issued: [2001, 2, 15] },
    ]),
  known: {
    query: 'electric ferries wakes Nordfjord',
    candidate: {
      key: '10.1234/wakes.2021',
      url: 'https://doi.org/10.1234/wakes.2021',
      title: FERRIES.title,
      publisher: 'Journal of Small Ships',
      publication_date: '2021-03',
      licence: 'https://creativecommons.org/licenses/by/4.0/',
      jurisdiction: null,
      source_class: 'journal_article',
      snippet: [
        `Title: ${FERRIES.title} | Authors: Kari Nordmann, Ola Lie | Published in: Journal of Small Ships | Publisher: Fjord Press | Date: 2021-03 | DOI: 10.1234/wakes.2021`,
        'Abstract',
        FERRIES.text,
      ].join('\n\n'),
    },
    sentence: 'In Nordfjord the wakes were 31 % lower at p < 0.01 & the noise fell.',
  },
  common: 'ferries crews ferry',
});

webSourceContract('arXiv', {
  wire: arxiv,
  database: () =>
    arxivDatabase([
      { ...FERRIES, id: '2103.01234v2', published: '2021-03-02T09:10:11Z' },
      ...OTHERS.map((work, i) => ({ ...work, id: `hep-ex/030701${i}v1`, published: '2003-07-07T13:46:39Z' })),
      {
        title: 'Attention Is All You Need',
        text: 'We propose the Transformer.',
        id: '1706.03762v7',
        published: '2017-06-12T17:57:34Z',
      },
    ]),
  known: {
    query: 'electric ferries wakes Nordfjord',
    candidate: {
      key: '2103.01234v2',
      url: 'https://arxiv.org/abs/2103.01234v2',
      title: FERRIES.title,
      publisher: null,
      publication_date: '2021-03-02',
      licence: 'CC0-1.0',
      jurisdiction: null,
      source_class: 'preprint',
      snippet: FERRIES.text,
    },
    sentence: 'In Nordfjord the wakes were 31 % lower at p < 0.01 & the noise fell.',
  },
  common: 'ferries crews ferry',
});

webSourceContract('Europe PMC', {
  wire: europepmc,
  database: () =>
    europepmcDatabase([
      { ...FERRIES, id: 'MED/37258680', journal: 'Journal of Small Ships', published: '2021-03-02', licence: 'cc by' },
      ...OTHERS.map((article, i) => ({ ...article, id: `PPR/PPR${i}`, published: '2022-05-06' })),
      { ...GENOME, id: 'MED/11237011', journal: 'Nature', published: '2001-02-15' },
    ]),
  known: {
    query: 'electric ferries wakes Nordfjord',
    candidate: {
      key: 'MED/37258680',
      url: 'https://europepmc.org/article/MED/37258680',
      title: FERRIES.title,
      publisher: 'Journal of Small Ships',
      publication_date: '2021-03-02',
      licence: 'cc by',
      jurisdiction: null,
      source_class: 'journal_article',
      snippet: `Abstract\n\n${FERRIES.text}`,
    },
    sentence: 'In Nordfjord the wakes were 31 % lower at p < 0.01 & the noise fell.',
  },
  common: 'ferries crews ferry',
});

webSourceContract('PubMed', {
  wire: pubmed,
  database: () =>
    pubmedDatabase([
      {
        ...FERRIES,
        id: '37258680',
        year: 2021,
        month: 'Mar',
        sections: { CONCLUSIONS: 'Electric ferries spare the shore.' },
        copyright: '© 2021. The Author(s).',
      },
      ...OTHERS.map((article, i) => ({ ...article, id: `3000000${i}`, year: 2019 })),
      { ...GENOME, id: '11237011', year: 2001 },
    ]),
  known: {
    query: 'electric ferries wakes Nordfjord',
    candidate: {
      key: '37258680',
      url: 'https://pubmed.ncbi.nlm.nih.gov/37258680/',
      title: 'PMID 37258680',
      publisher: null,
      publication_date: null,
      licence: null,
      jurisdiction: null,
      source_class: 'journal_article',
      snippet: null,
    },
    sentence: 'the noise fell.\n\nCONCLUSIONS: Electric ferries spare the shore.',
  },
  common: 'ferries crews ferry',
});

webSourceContract('ClinicalTrials.gov', {
  wire: clinicaltrials,
  database: () =>
    clinicaltrialsDatabase([
      {
        id: 'NCT04000001',
        title: 'Ginger against seasickness on ferries',
        text: 'Passengers of the Nordfjord ferry take ginger or placebo.\n\nNausea is rated after one hour.',
        sponsor: 'University of Bergen',
        phases: ['PHASE2', 'PHASE3'],
        enrolled: 240,
        started: '2019-05',
        updated: '2022-03-04',
      },
      ...OTHERS.map((study, i) => ({ ...study, id: `NCT0400001${i}`, updated: '2020-01-02' })),
      {
        id: 'NCT04368728',
        title: 'Study to Describe Vaccine Candidates Against COVID-19 in Healthy Individuals',
        text: 'This study, NCT04368728, evaluates vaccine candidates.',
        updated: '2023-03-07',
      },
    ]),
  known: {
    query: 'ginger seasickness Nordfjord ferry',
    candidate: {
      key: 'NCT04000001',
      url: 'https://clinicaltrials.gov/study/NCT04000001',
      title: 'Ginger against seasickness on ferries',
      publisher: 'University of Bergen',
      publication_date: '2022-03-04',
      licence: null,
      jurisdiction: null,
      source_class: 'clinical_trial_registry',
      snippet: [
        'Study: NCT04000001 | Status: COMPLETED | Study type: INTERVENTIONAL | Phase: PHASE2, PHASE3 | Enrollment: 240 ACTUAL | Start: 2019-05 | Has results: false',
        'Official title: A Study: Ginger against seasickness on ferries | Sponsor: University of Bergen | Conditions: Seasickness | Interventions: Ginger | Primary outcomes: Nausea after one hour',
        'Passengers of the Nordfjord ferry take ginger or placebo.',
        'Nausea is rated after one hour.',
      ].join('\n\n'),
    },
    sentence: 'Passengers of the Nordfjord ferry take ginger or placebo.',
  },
  common: 'ferries crews ferry',
});

webSourceContract('Federal Register', {
  wire: federalregister,
  database: () =>
    federalregisterDatabase([
      {
        id: '2021-05087',
        title: 'Wake Limits for Ferries',
        text: 'Ferries in narrow waters keep their wakes below 0.3 metres & report them.',
        type: 'Rule',
        abstract: 'This rule limits the wakes of ferries.',
        published: '2021-03-10',
        agencies: ['Homeland Security Department', 'Coast Guard'],
      },
      ...OTHERS.map((document, i) => ({
        ...document,
        id: `2019-0000${i}`,
        type: 'Notice' as const,
        published: '2019-01-02',
        agencies: ['Coast Guard'],
      })),
      {
        id: '2021-05089',
        title: 'Promoting Access to Voting',
        text: 'The right to vote is the foundation of American democracy.',
        type: 'Presidential Document' as const,
        published: '2021-03-10',
        agencies: ['Executive Office of the President'],
      },
    ]),
  known: {
    query: 'rule limits wakes ferries narrow waters',
    candidate: {
      key: '2021-05087',
      url: 'https://www.federalregister.gov/documents/2021/03/10/2021-05087/a-document',
      title: 'Wake Limits for Ferries',
      publisher: 'Homeland Security Department, Coast Guard',
      publication_date: '2021-03-10',
      licence: 'public domain (work of the U.S. government)',
      jurisdiction: 'US',
      source_class: 'regulation',
      snippet: [
        'This rule limits the wakes of ferries.',
        'Ferries in narrow waters keep their wakes below 0.3 metres & report them.',
        'as amended',
      ].join('\n\n'),
    },
    sentence: null,
  },
  common: 'ferries crews ferry',
});

webSourceContract('CourtListener', {
  wire: courtlistener,
  database: () =>
    courtlistenerDatabase([
      {
        id: '84759',
        title: 'Marbury v. Madison',
        text: 'A law repugnant to the constitution is void.',
        court: 'Supreme Court of the United States',
        filed: '1803-02-24',
        citation: '5 U.S. 137',
      },
      {
        id: '85272',
        title: 'Gibbons v. Ogden',
        text: 'Ferries of steam ply between New York and New Jersey. The case was argued at length. Congress regulates the ferries.',
        court: 'Supreme Court of the United States',
        filed: '1824-03-02',
        citation: '22 U.S. 1',
      },
      ...OTHERS.map((opinion, i) => ({ ...opinion, id: String(100 + i), court: 'A Court', filed: '1990-01-02' })),
    ]),
  known: {
    query: 'Congress regulates ferries New Jersey',
    candidate: {
      key: '85272',
      url: 'https://www.courtlistener.com/opinion/85272/gibbons-v-ogden/',
      title: 'Gibbons v. Ogden, 22 U.S. 1',
      publisher: 'Supreme Court of the United States',
      publication_date: '1824-03-02',
      licence: null,
      jurisdiction: 'US',
      source_class: 'court_opinion',
      snippet: 'Ferries of steam ply between New York and New Jersey.\n\nCongress regulates the ferries.',
    },
    sentence: null,
  },
  common: 'ferries crews ferry',
});

webSourceContract('EDGAR', {
  wire: edgar,
  database: () =>
    edgarDatabase([
      {
        id: '0000320193-23-000106:aapl-20230930.htm',
        title: '10-K',
        text: 'Apple. iPhone net sales were 200,583 million in 2023. Annual report.',
        filer: 'Apple Inc.  (AAPL)  (CIK 0000320193)',
        cik: '0000320193',
        form: '10-K',
        filed: '2023-11-03',
        period: '2023-09-30',
      },
      ...[1, 2, 3].map((n) => ({
        id: `0000000001-20-00000${n}:ex.htm`,
        title: '8-K',
        text: `Report ${n} of the ferry company.`,
        filer: `Ferry ${n} Corp  (CIK 000000000${n})`,
        cik: `000000000${n}`,
        form: '8-K',
        filed: '2020-01-02',
      })),
      {
        id: '0000000001-20-000009:form4.xml',
        title: '4',
        text: 'Ferry report.',
        filer: 'Ferry 9 Corp  (CIK 0000000009)',
        cik: '0000000009',
        form: '4',
        filed: '2020-01-02',
      },
    ]),
  known: {
    query: 'Apple iPhone net sales 200.6 billion',
    candidate: {
      key: '0000320193-23-000106:aapl-20230930.htm',
      url: 'https://www.sec.gov/Archives/edgar/data/320193/000032019323000106/aapl-20230930.htm',
      title: 'Apple Inc., 10-K, period ending 2023-09-30',
      publisher: 'Apple Inc.',
      publication_date: '2023-11-03',
      licence: 'public information (sec.gov)',
      jurisdiction: 'US',
      source_class: 'company_filing',
      snippet: null,
    },
    sentence: null,
  },
  common: 'ferry report',
});

const POPULATION = { id: 'SP.POP.TOTL', name: 'Population, total' };
const FRANCE = { id: 'FR', iso3: 'FRA', name: 'France' };

webSourceContract('World Bank', {
  wire: worldbank,
  database: () =>
    worldbankDatabase([
      {
        indicator: POPULATION,
        country: FRANCE,
        values: { 2018: 67_158_348, 2019: 67_388_001, 2020: 67_601_110, 2021: 67_842_811, 2022: null },
      },
      { indicator: POPULATION, country: { id: 'NO', iso3: 'NOR', name: 'Norway' }, values: { 2020: 5_379_475 } },
      {
        indicator: { id: 'FP.CPI.TOTL.ZG', name: 'Inflation, consumer prices (annual %)' },
        country: FRANCE,
        values: { 2020: 0.476498851 },
      },
      {
        indicator: { id: 'FP.CPI.TOTL.ZG', name: 'Inflation, consumer prices (annual %)' },
        country: { id: 'NO', iso3: 'NOR', name: 'Norway' },
        values: { 2020: 1.286941944 },
      },
    ]),
  known: {
    query: "France's population in 2020",
    candidate: {
      key: 'SP.POP.TOTL/FR',
      url: 'https://data.worldbank.org/indicator/SP.POP.TOTL?locations=FR',
      title: 'Population, total: France',
      publisher: 'World Bank',
      publication_date: '2026-10-13',
      licence: 'CC-BY-4.0',
      jurisdiction: null,
      source_class: 'official_statistics',
      snippet: [
        'Population, total, France, 2021: 67842811',
        'Population, total, France, 2020: 67601110',
        'Population, total, France, 2019: 67388001',
      ].join('\n\n'),
    },
    sentence: 'Population, total, France, 2020: 67601110',
  },
  common: 'population inflation France Norway 2020',
});
