/**
 * Stream names on a server that several deployments may share. Each deployment prefixes its names and sees only streams
 * with its prefix. Within the port, names have no prefix.
 */

/** Never part of the port's stream names, so names of different deployments cannot collide. */
const SEPARATOR = '~';

export class StreamNames {
  /** Prefix of every name on the server; empty when none is set. */
  readonly prefix: string;

  constructor(prefix: string) {
    this.prefix = prefix === '' ? '' : prefix + SEPARATOR;
  }

  toServer(stream: string): string {
    return this.prefix + stream;
  }

  /** The port's name, or null for a stream of another deployment. */
  fromServer(name: string): string | null {
    if (!name.startsWith(this.prefix)) return null;
    const stream = name.slice(this.prefix.length);
    return stream.includes(SEPARATOR) ? null : stream;
  }
}
