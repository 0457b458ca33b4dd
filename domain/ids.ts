/**
 * Identifiers: a type prefix and the 32 hex digits of a UUID, at most 40 characters. New ids use UUID v7, which is
 * time-ordered and therefore cheap as an index key. Derived ids use UUID v5 of parent and ordinal, so a re-run creates
 * the same ids.
 */
import { hash } from 'node:crypto';
import { parse, v7 } from 'uuid';

export type IdPrefix =
  | 'ver'
  | 'org'
  | 'key'
  | 'usr'
  | 'prj'
  | 'ses'
  | 'pol'
  | 'srs'
  | 'src'
  | 'pcn'
  | 'crd'
  | 'chk'
  | 'whk'
  | 'msg'
  | 'rev'
  | 'req'
  | 'bat'
  | 'job';
export type DerivedIdPrefix = 'clm' | 'evd' | 'key' | 'ver' | 'msg' | 'aud' | 'art' | 'doc';

/** Namespace of all derived ids. Never change it: a re-run would make different ids. */
const NAMESPACE = parse('6f1c6c0e-6d0b-5d0f-9a55-5f6b6b7f2a11');

/** A new time-ordered id, e.g. `ver_0190b0c0…`. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${v7().replaceAll('-', '')}`;
}

/** When `newId` made the id, in Unix milliseconds: the first 48 bits of its UUID. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(id.indexOf('_') + 1).slice(0, 12), 16);
}

/** A new time-ordered UUID, for events. */
export function newEventId(): string {
  return v7();
}

/** The id of item `ordinal` of `parent`; always the same for the same arguments. */
export function derivedId(prefix: DerivedIdPrefix, parent: string, ordinal: number | string): string {
  return `${prefix}_${v5(`${parent}/${ordinal}`).replaceAll('-', '')}`;
}

/** Id of an event that a stage writes within one run; `event` must be unique within the stage and run. */
export function stageEventId(stream: string, run: number, stage: string, event: number | string): string {
  return v5(`${stream}/${run}/${stage}/${event}`);
}

/**
 * UUID v5 of the name in our namespace (RFC 9562, section 5.5). A text of 2,000 characters needs about 300 of them, and
 * the uuid library's v5 takes five times as long as `hash` in one call.
 */
function v5(name: string): string {
  const hex = hash('sha1', Buffer.concat([NAMESPACE, Buffer.from(name, 'utf8')]), 'hex');
  const variant = ((Number.parseInt(hex[16]!, 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
