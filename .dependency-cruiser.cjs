/** Imports run one way: contracts ← common ← markup ← domain, engine ← sealed ← streams ← results, http ← APIs, projectors, pipeline ← workbench ← apps. */
const folders = (...names) => `^(${names.join('|')})/`;
const tests = folders('test', 'bench', 'eval', 'scripts');

/** What each folder may import besides itself and packages. */
const allowed = {
  contracts: [],
  common: ['contracts'],
  markup: ['contracts', 'common'],
  domain: ['contracts', 'common'],
  engine: ['contracts', 'common', 'markup'],
  sealed: ['contracts', 'common', 'domain'],
  streams: ['contracts', 'common', 'domain', 'sealed'],
  results: ['contracts', 'common', 'markup', 'domain', 'sealed', 'streams'],
  http: ['contracts', 'common', 'domain', 'sealed', 'streams'],
  pipeline: ['contracts', 'common', 'domain', 'engine', 'sealed', 'streams', 'results'],
  projectors: ['contracts', 'common', 'domain', 'sealed', 'streams'],
  'command-api': ['contracts', 'common', 'markup', 'domain', 'sealed', 'streams', 'results', 'http'],
  'query-api': ['contracts', 'common', 'domain', 'sealed', 'streams', 'results', 'http'],
  agents: ['contracts', 'common', 'domain', 'sealed', 'streams', 'results', 'http', 'command-api', 'query-api'],
  workbench: ['contracts', 'common', 'markup', 'domain', 'sealed', 'streams', 'results', 'http', 'command-api', 'query-api'],
  platform: ['contracts', 'common', 'markup', 'engine'],
};
/**
 * The engine is a pipeline: what each of its folders may import of the others, besides the files at its root. `text` and
 * `values` know words and figures of a language, `syntax` the form of a sentence; the rest are steps.
 */
const steps = {
  text: [],
  values: ['text'],
  syntax: ['text', 'values'],
  asking: ['text'],
  extraction: ['text', 'values', 'syntax', 'asking', 'privacy'],
  retrieval: ['text', 'values'],
  privacy: ['text', 'values'],
  judging: ['text', 'values', 'syntax', 'asking', 'privacy'],
  summary: [],
  answering: ['text', 'retrieval', 'extraction'],
};
/**
 * What the parts of judging must not import. Sentences are read and laid beside a claim before anything is decided, and
 * decided before it is explained; what checks a model's labels knows nothing of that.
 */
const strict = ['align', 'read', 'decide', 'explain'];
const notBefore = {
  align: ['decide', 'explain'],
  read: ['explain'],
  decide: ['explain'],
  model: strict,
  entailment: strict,
  correction: strict,
};
/** A read model's documents are what projectors write, and what is read for queries and results. */
const documents = { 'query-api': '^projectors/[^/]+/document\\.ts$', results: '^projectors/(?:document-jobs|verifications)/document\\.ts$', workbench: '^projectors/[^/]+/document\\.ts$' };
const all = [...Object.keys(allowed), 'apps'];
const otherSteps = (step, targets) =>
  Object.keys(steps)
    .filter((name) => name !== step && !targets.includes(name))
    .map((name) => `engine/${name}`);

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
      to: { path: '^engine/text/nlp\\.ts$', reachable: true },
    },
    {
      // What a step of the engine is made of is the engine's own business; the pool's threads load whole steps, and the
      // indexes of both stores hold the very terms that retrieval compares.
      name: 'platform-imports-no-insides-of-the-engine',
      severity: 'error',
      from: { path: '^platform/', pathNot: '^platform/engine-pool/' },
      to: { path: '^engine/', pathNot: '^engine/(engine|types/\\w+|retrieval/terms-of-language)\\.ts$' },
    },
    ...Object.entries(steps).map(([step, targets]) => ({
      name: `engine-${step}-imports-one-way`,
      severity: 'error',
      from: { path: `^engine/${step}/` },
      to: { path: folders(...otherSteps(step, targets)) },
    })),
    ...Object.entries(notBefore).map(([part, targets]) => ({
      name: `judging-${part}-decides-nothing-else`,
      severity: 'error',
      from: { path: `^engine/judging/${part}/` },
      to: { path: folders(...targets.map((target) => `engine/judging/${target}`)) },
    })),
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
    // What drives a generated client is checked with the client.
    exclude: { path: '^(data|dist|test/clients/typescript)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['node', 'import', 'types'] },
  },
};
