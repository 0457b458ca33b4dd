/** The port of unique values: the owner of a value in a namespace. Durable when a call resolves. */
export interface UniqueValues {
  /** Reserves `value` in `namespace` for `owner`. Returns its owner: `owner` itself unless another one holds it. */
  reserve(namespace: string, value: string, owner: string): Promise<string>;
  /** Null when the value is not reserved. */
  owner(namespace: string, value: string): Promise<string | null>;
  /** Releases the value. No-op if another owner holds it. */
  release(namespace: string, value: string, owner: string): Promise<void>;
}
