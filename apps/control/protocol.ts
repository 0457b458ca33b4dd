/** The protocol of the control socket. */
import type { Operations } from './operations.ts';
import type { Progress, Report } from './progress.ts';

/** A line of the response. */
export type ControlLine =
  | { kind: 'progress'; progress: Progress }
  /** Of a value that is sent in parts. */
  | { kind: 'part'; part: unknown }
  | { kind: 'result'; value: unknown }
  | { kind: 'error'; message: string; refused: boolean };

/** Creates operations that report their progress to `report`. */
export type OperationsFor = (report: Report) => Operations | Promise<Operations>;
