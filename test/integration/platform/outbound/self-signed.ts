/** A self-signed certificate for one host name, generated on demand, so that no key is in the repository. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';

/** One DER value; lengths up to 65,535. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const hex = (text: string) => Buffer.from(text, 'hex');
const ECDSA_WITH_SHA256 = sequence(der(0x06, hex('2a8648ce3d040302')));
const COMMON_NAME = hex('550403');
const SUBJECT_ALT_NAME = hex('551d11');
const BASIC_CONSTRAINTS = hex('551d13');

/** PEM key and certificate (P-256, valid 2020 to 2049) for `host`; the certificate is its own authority. */
export function selfSigned(host: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(der(0x31, sequence(der(0x06, COMMON_NAME), der(0x0c, Buffer.from(host)))));
  const time = (text: string) => der(0x17, Buffer.from(text));
  const altNames = sequence(der(0x82, Buffer.from(host)));
  const extensions = sequence(
    sequence(der(0x06, SUBJECT_ALT_NAME), der(0x04, altNames)),
    sequence(der(0x06, BASIC_CONSTRAINTS), der(0x04, sequence(der(0x01, hex('ff'))))),
  );
  const serial = createHash('sha256').update(host).digest().subarray(0, 8);
  serial[0] = 1;
  const body = sequence(
    der(0xa0, der(0x02, hex('02'))),
    der(0x02, serial),
    ECDSA_WITH_SHA256,
    name,
    sequence(time('200101000000Z'), time('491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = sign('sha256', body, privateKey);
  const certificate = sequence(body, ECDSA_WITH_SHA256, der(0x03, hex('00'), signature));
  const lines = certificate
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n');
  return {
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}
