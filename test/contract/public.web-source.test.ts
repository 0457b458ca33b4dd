import { arxiv } from '#platform/web-sources/arxiv.ts';
import { crossref } from '#platform/web-sources/crossref.ts';
import { europepmc } from '#platform/web-sources/europepmc.ts';
import { arxivDatabase } from '#test/doubles/web-sources/databases/arxiv.ts';
import { crossrefDatabase } from '#test/doubles/web-sources/databases/crossref.ts';
import { europepmcDatabase } from '#test/doubles/web-sources/databases/europepmc.ts';
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
