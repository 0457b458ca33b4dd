/** Imports run one way: contracts ← common ← domain, engine ← streams ← http ← APIs, projectors, pipeline ← apps. */
const folders = (...names) => `^(${names.join('|')})/`;
const tests = folders('test', 'bench', 'eval', 'scripts');

/** What each folder may import besides itself and packages. */
const allowed = {
  contracts: [],
  common: ['contracts'],
  domain: ['contracts', 'common'],
  engine: ['contracts', 'common'],
  streams: ['contracts', 'common', 'domain'],
  http: ['contracts', 'common', 'domain', 'streams'],
  pipeline: ['contracts', 'common', 'domain', 'engine', 'streams'],
  projectors: ['contracts', 'common', 'domain', 'streams'],
  'command-api': ['contracts', 'common', 'domain', 'streams', 'http'],
  'query-api': ['contracts', 'common', 'domain', 'streams', 'http'],
  platform: ['contracts', 'common', 'engine'],
};
/** A read model's documents are what projectors write and the query API reads: the one thing these two share. */
const documents = { 'query-api': '^projectors/[^/]+/document\\.ts$' };
const all = [...Object.keys(allowed), 'apps'];

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-tests-in-the-product',
      severity: 'error',
      from: { path: folders(...all) },
      to: { path: tests },
    },
    {
      name: 'contracts-import-zod-only',
      severity: 'error',
      from: { path: folders('contracts') },
      to: { path: 'node_modules/', pathNot: 'node_modules/zod/' },
    },
    {
      name: 'common-imports-no-packages',
      severity: 'error',
      from: { path: folders('common') },
      to: { path: 'node_modules/' },
    },
    {
      // Ten megabytes. These files are what the main thread, and the one that reads pages, import of the engine.
      name: 'no-language-model-outside-the-engine-threads',
      severity: 'error',
      from: { path: '^engine/(versions|engine|read-pages|judging/configuration|retrieval/words)\\.ts$' },
      to: { path: '^engine/language/nlp\\.ts$', reachable: true },
    },
    ...Object.entries(allowed).map(([folder, targets]) => ({
      name: `${folder}-imports-one-way`,
      severity: 'error',
      from: { path: folders(folder) },
      to: {
        path: folders(...all.filter((name) => name !== folder && !targets.includes(name))),
        ...(documents[folder] && { pathNot: documents[folder] }),
      },
    })),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^data/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['node', 'import', 'types'] },
  },
};
