/** The port of server values: small texts by key, such as checkpoints. Durable when a call resolves. */
export interface ServerValues {
  /** Null where there is none. */
  get(key: string): Promise<string | null>;
  /** Sets the value if it is as expected. `expected` null: must not exist. Returns whether it was set. */
  compareAndSet(key: string, expected: string | null, value: string): Promise<boolean>;
}
