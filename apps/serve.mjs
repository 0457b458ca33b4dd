// Starts a process that serves: node apps/serve.mjs apps/main.ts …
// What must be known before V8 and the C library start is set here, for every way to start one; then run.mjs goes on.
import { fileURLToPath } from 'node:url';
import v8 from 'node:v8';

// Helper threads by the number of cores, instead of four that would take them from each other: on two cores four take a
// sixth more of the processor.
const HELPER_THREADS = '--v8-pool-size=0';
// Everything in one process: a text of 100,000 characters takes two thirds of the memory for these.
const SMALL_HEAP = [
  // A young generation of the main thread's size is collected in a millisecond.
  '--max-semi-space-size=4',
  // Old generations are collected when they have grown by this much, and not when they have doubled. With 30, a short
  // text takes a tenth more of the processor than without; with 60, long ones more than 400 MB.
  '--heap-growing-percent=40',
];
// Processes of one role each have memory to spare; with small heaps they take a sixth more of the processor.
const LARGE_HEAP = [
  // A collection of the old generation throws away what was compiled of functions that are made at every call, and it is
  // compiled anew. Where none takes place in a thread before there is so much to look through, a pipeline takes a tenth
  // less of the processor, and some 75 MB more.
  '--initial-old-space-size=128',
];
const V8_OPTIONS = [HELPER_THREADS, ...heapOptions()];
// npm lays packages out without links, and following the links of every path takes a tenth of loading the modules.
const NODE_OPTIONS = ['--preserve-symlinks'];
// glibc keeps freed memory by arena, and would have eight for every core. With two, a long text takes 20 MB more, and no
// less of the processor.
const ENVIRONMENT = {
  MALLOC_ARENA_MAX: '1',
  // Blocks from this size on go back to the system when they are freed. glibc would raise it to the largest that was freed.
  MALLOC_MMAP_THRESHOLD_: '262144',
};

const runner = new URL('run.mjs', import.meta.url);
if (typeof process.execve === 'function' && process.platform !== 'win32') {
  // In place of this process: its id, its pipes and its signals stay.
  const program = [...V8_OPTIONS, ...NODE_OPTIONS, ...process.execArgv, fileURLToPath(runner), ...process.argv.slice(2)];
  process.execve(process.execPath, [process.execPath, ...program], { ...ENVIRONMENT, ...process.env });
}
for (const option of V8_OPTIONS) v8.setFlagsFromString(option);
await import(runner.href);

function heapOptions() {
  if (process.env.EVIDENCE_MODE !== 'distributed') return SMALL_HEAP;
  // It passes on what it is given, and is given little memory.
  return /(^|\/)gateway\.ts$/.test(process.argv[2]) ? [] : LARGE_HEAP;
}
