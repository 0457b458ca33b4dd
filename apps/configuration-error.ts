/** Settings with which the service can't start. */
export class ConfigurationError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('; '));
    this.name = 'ConfigurationError';
  }
}
