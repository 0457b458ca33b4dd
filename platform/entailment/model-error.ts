/** A model's folder can't be used. Messages are for the operator; they contain names of its files, but no texts. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
}
