/** Evaluation data that can't be used. The message names the file, and the line if there is one. */
export class DataError extends Error {
  readonly code = 'evaluation_data';
  constructor(place: string, problem: string) {
    super(`${place}: ${problem}`);
    this.name = 'DataError';
  }
}
