/** The port of unique values: who owns a value in a namespace. Durable when a call resolves. */
export interface UniqueValues {
  /** Makes `value` unique in `namespace` for `owner`. Returns the owner that holds it: yours if it equals `owner`. */
  reserve(namespace: string, value: string, owner: string): Promise<string>;
  /** Null where nobody has reserved the value. */
  owner(namespace: string, value: string): Promise<string | null>;
  /** Frees the value. No-op if another owner holds it. */
  release(namespace: string, value: string, owner: string): Promise<void>;
}
