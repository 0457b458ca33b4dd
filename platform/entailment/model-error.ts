/** A model's folder that can't be used, in words for the operator. They hold names of its files, and nothing of texts. */
export class ModelError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ModelError';
  }
}
