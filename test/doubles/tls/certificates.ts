/** Certificates for servers of tests, made by make.sh. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of the authority that signed both; PEM. */
export const AUTHORITY_FILE = join(import.meta.dirname, 'authority.pem');
export const AUTHORITY = readFileSync(AUTHORITY_FILE, 'utf8');

export interface ServerCertificate {
  key: Buffer;
  certificate: Buffer;
}

/** `here` names localhost and 127.0.0.1, `elsewhere` another host and address. */
export function serverCertificate(name: 'here' | 'elsewhere'): ServerCertificate {
  const read = (file: string) => readFileSync(join(import.meta.dirname, file));
  return { key: read('server-key.pem'), certificate: read(`${name}.pem`) };
}
