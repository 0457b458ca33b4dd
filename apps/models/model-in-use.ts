/** Determines once at the start, from small files, which NLI model the service uses. Loads no model. */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { CalibrationTable } from '#engine/judging/entailment/calibration-table.ts';
import { ENTAILMENT_VERSION } from '#engine/judging/entailment/versions.ts';
import type { ModelFile } from '#platform/entailment/model-files.ts';
import type { ServiceConfiguration } from '../configuration.ts';
import { ConfigurationError } from '../configuration-error.ts';
import { type Calibration, readCalibration } from './calibration.ts';
import { nameOfFolder, openModelStore, readLock } from './model-store.ts';
import { findRuntime, withoutRuntime } from './runtime.ts';

export interface UsableModel {
  /** The model's folder. */
  folder: string;
  /** The folder of the runtime's package. */
  runtime: string;
  /** Name and version of the model, and version of what is made of its scores; for `judge_configuration`. */
  configuration: string;
  /** The files that were calibrated. */
  files: readonly ModelFile[];
  table: CalibrationTable;
}

export type ModelInUse =
  | { state: 'usable'; model: UsableModel }
  /** No model is configured. */
  | { state: 'none' }
  /** A model is configured but can't be used. `reason` says why, and what to do about it. */
  | { state: 'unusable'; reason: string };

/** Throws ConfigurationError if EVIDENCE_JUDGE_MODEL is not a folder. */
export function modelInUse(
  configuration: Pick<ServiceConfiguration, 'judgeModelDirectory'> & { dataDirectory?: string },
): ModelInUse {
  const { judgeModelDirectory, dataDirectory } = configuration;
  if (judgeModelDirectory !== undefined) {
    if (!existsSync(judgeModelDirectory))
      throw new ConfigurationError(['EVIDENCE_JUDGE_MODEL must be a folder that exists']);
    return modelIn(resolve(judgeModelDirectory), `check ${judgeModelDirectory}`);
  }
  if (dataDirectory === undefined) return { state: 'none' };
  const store = openModelStore(dataDirectory);
  const id = store.inUse();
  if (id === null) return { state: 'none' };
  if (store.find(id) === null)
    return { state: 'unusable', reason: `${id} is not there: run "evidence model pull ${id}"` };
  return modelIn(store.folderOf(id), `check ${id}`);
}

function modelIn(folder: string, check: string): ModelInUse {
  const lock = readLock(folder);
  const name = lock?.id ?? nameOfFolder(folder);
  const unusable = (reason: string): ModelInUse => ({ state: 'unusable', reason: `${name}: ${reason}` });
  const calibration = readCalibration(folder);
  if (calibration === null) return unusable(`it has no calibration: run "evidence model ${check}"`);
  if (!calibration.is_of_use) return unusable('it settles too few claims rightly, and counts as none');
  const runtime = findRuntime(dirname(folder));
  if (runtime === null) return unusable(withoutRuntime());
  const configuration = `${name}@${versionOf(calibration, lock?.commit ?? null)} (${ENTAILMENT_VERSION})`;
  return {
    state: 'usable',
    model: { folder, runtime, configuration, files: calibration.files, table: calibration.table },
  };
}

/** The version: that of the commit, or of the graph itself. */
function versionOf({ files }: Calibration, commit: string | null): string {
  return (commit ?? files.find(({ path }) => path.endsWith('.onnx'))?.sha256 ?? files[0]!.sha256).slice(0, 8);
}
