/** The port of server values: small texts by key, such as checkpoints. Durable when a call resolves. */
export interface ServerValues {
  /** Null when there is no such key. */
  get(key: string): Promise<string | null>;
  /** Sets the value if the current one is `expected` (null: absent). Returns whether it was set. */
  compareAndSet(key: string, expected: string | null, value: string): Promise<boolean>;
}
