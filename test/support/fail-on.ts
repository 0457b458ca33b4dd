/** For callbacks that report errors which must not happen in a test: throws the error, which ends the test run. */
export function failOn(error: unknown): never {
  throw error;
}
