/**
 * Remembers in a browser which accounts were signed in to there. It gives no rights: only, who has signed in before does
 * not wait behind strangers who guess passwords (OWASP: "Slow Down Online Guessing Attacks with Device Cookies"). All
 * limits on attempts hold as well. Nothing is stored here, and the cookie names nobody.
 */
import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '#common/keyed-hash.ts';

/** Accounts that one browser is known for; beyond, the one whose turn was longest ago is forgotten. */
const MOST_ACCOUNTS = 4;
export const DEVICE_SECONDS = 180 * 24 * 3_600;

const ENTRY = /^(?<expires>[0-9a-z]{1,9})-(?<mac>[0-9a-f]{64})$/;

interface Entry {
  /** Seconds since 1970. */
  expires: number;
  mac: string;
}

/**
 * Whether the cookie's value was made for this account (the fingerprint of its address) and has not expired. Looks
 * nothing up.
 */
export function isKnownDevice(pepper: Uint8Array, value: string | null, account: string, nowMs: number): boolean {
  return entriesOf(value, nowMs).some((entry) => isFor(pepper, entry, account));
}

/** The value of the cookie from now on: for this account, and for those that it was made for before. */
export function deviceFor(pepper: Uint8Array, value: string | null, account: string, nowMs: number): string {
  const others = entriesOf(value, nowMs).filter((entry) => !isFor(pepper, entry, account));
  const expires = Math.floor(nowMs / 1_000) + DEVICE_SECONDS;
  const entries = [{ expires, mac: macOf(pepper, account, expires) }, ...others];
  return entries
    .slice(0, MOST_ACCOUNTS)
    .map(({ expires, mac }) => `${expires.toString(36)}-${mac}`)
    .join('.');
}

function entriesOf(value: string | null, nowMs: number): Entry[] {
  return (value ?? '')
    .split('.', MOST_ACCOUNTS)
    .map((text) => ENTRY.exec(text)?.groups)
    .filter((groups) => groups !== undefined)
    .map(({ expires = '', mac = '' }) => ({ expires: Number.parseInt(expires, 36), mac }))
    .filter(({ expires }) => expires * 1_000 > nowMs);
}

function isFor(pepper: Uint8Array, { expires, mac }: Entry, account: string): boolean {
  return timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(pepper, account, expires)));
}

function macOf(pepper: Uint8Array, account: string, expires: number): string {
  return keyedHash(pepper, 'device', account, String(expires));
}
