/** What the two sides of the control socket agree on. */
import type { Operations } from './operations.ts';
import type { Progress, Report } from './progress.ts';

/** What goes back over the socket. */
export type ControlLine =
  | { kind: 'progress'; progress: Progress }
  | { kind: 'result'; value: unknown }
  | { kind: 'error'; message: string; refused: boolean };

/** Operations that tell `report` how far they are. */
export type OperationsFor = (report: Report) => Operations | Promise<Operations>;
