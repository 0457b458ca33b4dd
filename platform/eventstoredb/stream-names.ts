/**
 * Names of streams on a server that several deployments may share: each puts its prefix before them, and sees what begins
 * so. Within the port they are without it.
 */

/** No name of the port holds it, so none of one deployment can be taken for another's. */
const SEPARATOR = '~';

export class StreamNames {
  /** With what every name begins on the server; empty where there is no prefix. */
  readonly prefix: string;

  constructor(prefix: string) {
    this.prefix = prefix === '' ? '' : prefix + SEPARATOR;
  }

  toServer(stream: string): string {
    return this.prefix + stream;
  }

  /** The port's name; null for a stream of another deployment. */
  fromServer(name: string): string | null {
    if (!name.startsWith(this.prefix)) return null;
    const stream = name.slice(this.prefix.length);
    return stream.includes(SEPARATOR) ? null : stream;
  }
}
