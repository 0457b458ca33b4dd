/** For callbacks that report what must not happen in a test: ends the test run with it. */
export function failOn(error: unknown): never {
  throw error;
}
