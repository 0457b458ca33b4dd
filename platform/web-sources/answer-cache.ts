/** Remembers what sources answered, so that nothing is asked twice within a while. */
export interface AnswerCache {
  /** `parts` name the question; the organization is one of them, as the speed of a shared cache would tell what others ask. */
  get<Value>(parts: readonly string[]): Promise<Value | null>;
  /** `ttl` in seconds; 0: nothing is stored. Values are plain JSON. */
  put<Value>(parts: readonly string[], value: Value, ttl: number): Promise<void>;
}
