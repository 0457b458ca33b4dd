/** A cache of what sources answered, so that nothing is asked twice within a while. */
export interface AnswerCache {
  /**
   * `parts` identify the question. Organizations share no entries, because the speed of a shared cache would reveal what
   * others ask.
   */
  get<Value>(organizationId: string, parts: readonly string[]): Promise<Value | null>;
  /** `ttl` in seconds; 0: nothing is stored. Values are plain JSON. */
  put<Value>(organizationId: string, parts: readonly string[], value: Value, ttl: number): Promise<void>;
}
