// Starts a process that serves: node apps/serve.mjs apps/main.ts …
// Sets what V8 and the C library must know before they start, then continues with run.mjs.
import { fileURLToPath } from 'node:url';
import v8 from 'node:v8';

// As many helper threads as cores, instead of four: on two cores, four take a sixth more processor time.
const HELPER_THREADS = '--v8-pool-size=0';
// One process with all roles: a text of 100,000 characters takes two thirds of the memory with these flags.
const SMALL_HEAP = [
  // A young generation of this size is collected in a millisecond.
  '--max-semi-space-size=4',
  // Collect the old generation when it has grown by this much, instead of when it has doubled. With 40, long texts take
  // 15 MB more and are no faster; with 15, they take no less.
  '--heap-growing-percent=25',
  // Give pages that a collection has emptied back to the system after one or two seconds instead of 8 to 16: docs/adr/0012.
  '--memory-pool-timeout=1',
];
// Processes with a single role have memory to spare; small heaps would cost them a sixth more processor time.
const LARGE_HEAP = [
  // A collection of the old generation discards compiled code of functions that are created at every call, which must
  // then be compiled again. Without collections below this size, a pipeline takes a tenth less processor time, and some
  // 75 MB more memory.
  '--initial-old-space-size=128',
];
const V8_OPTIONS = [HELPER_THREADS, ...heapOptions()];
// npm installs packages without links, and resolving links in every path takes a tenth of the loading time.
const NODE_OPTIONS = ['--preserve-symlinks'];
// glibc keeps freed memory per arena, and would create eight per core. With two, a long text takes 20 MB more, without
// saving processor time.
const ENVIRONMENT = {
  MALLOC_ARENA_MAX: '1',
  // Blocks from this size on are returned to the system when freed. By default, glibc raises the threshold to the
  // largest block that was freed.
  MALLOC_MMAP_THRESHOLD_: '262144',
};

const runner = new URL('run.mjs', import.meta.url);
if (typeof process.execve === 'function' && process.platform !== 'win32') {
  // Replaces this process: its id, its pipes and its signals stay the same.
  const program = [...V8_OPTIONS, ...NODE_OPTIONS, ...process.execArgv, fileURLToPath(runner), ...process.argv.slice(2)];
  process.execve(process.execPath, [process.execPath, ...program], { ...ENVIRONMENT, ...process.env });
}
for (const option of V8_OPTIONS) v8.setFlagsFromString(option);
await import(runner.href);

function heapOptions() {
  if (process.env.EVIDENCE_MODE !== 'distributed') return SMALL_HEAP;
  // The parent only passes on what it receives, so it gets little memory.
  return /(^|\/)gateway\.ts$/.test(process.argv[2]) ? [] : LARGE_HEAP;
}
