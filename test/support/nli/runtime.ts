/**
 * The native runtime for tests. It is not a dependency, so tests that need it are skipped with a message if it can't be
 * installed.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRuntime, installRuntime, RUNTIME_VERSION } from '#apps/models/runtime.ts';

/** Installed here once, for all test runs on this machine. */
const CACHE = process.env.EVIDENCE_TEST_RUNTIME ?? join(tmpdir(), `evidence-test-onnxruntime-${RUNTIME_VERSION}`);

export interface RuntimeForTests {
  /** The folder of its package. */
  folder: string;
  /** The folder that `findRuntime` looks into. */
  models: string;
}

let found: Promise<RuntimeForTests | string> | null = null;

/** The runtime, installed on first use; a reason if it can't be had. */
export function runtimeForTests(): Promise<RuntimeForTests | string> {
  found ??= find();
  return found;
}

async function find(): Promise<RuntimeForTests | string> {
  const there = () => {
    const folder = findRuntime(CACHE);
    return folder === null ? null : { folder, models: CACHE };
  };
  if (there() === null) await installRuntime(CACHE).catch(() => {});
  return there() ?? `onnxruntime-node ${RUNTIME_VERSION} can't be installed here`;
}
