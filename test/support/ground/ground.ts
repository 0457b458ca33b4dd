/** The storage of a service under test. It outlives the service, so that another service can be opened on it. */
import type { ServiceConfiguration } from '#apps/configuration.ts';
import type { Logger } from '#apps/logger.ts';
import type { Service, ServiceParts } from '#apps/parts/service.ts';
import type { Clock } from '#contracts/ports/clock.ts';

/** Settings that differ from the defaults, in either shape. */
export interface GroundSettings {
  bootstrapKey?: string;
  masterKey?: Uint8Array;
  previousMasterKey?: Uint8Array;
  trustedProxies?: string[];
  syncTimeoutMs?: number;
  libraryDirectory?: string;
  allowHosts?: string[];
  tariffCentsPer10Kb?: number;
  publicUrl?: string;
  freeMonthlyCents?: number;
  /** Default: on. */
  openOrganizations?: boolean;
  payments?: ServiceConfiguration['payments'];
  tracing?: ServiceConfiguration['tracing'];
  model?: ServiceConfiguration['model'];
  judgeModelDirectory?: ServiceConfiguration['judgeModelDirectory'];
  providers?: ServiceConfiguration['providers'];
  /** Default: off. */
  publicSources?: boolean;
  /** Whether search engines may be asked that organizations connect. */
  connectedSearch?: boolean;
  sourceUrls?: ServiceConfiguration['sourceUrls'];
  /** Of a SearXNG. */
  searchUrl?: string;
}

export interface Ground {
  /** The data folder; '' in the distributed shape. */
  folder: string;
  /** Opens a service that runs all roles in this process; it doesn't listen yet. */
  open(settings: GroundSettings, logger: Logger, parts: ServiceParts & { clock: Clock }): Promise<Service>;
  /** Searches all stored data for `needles`; returns the place and name of each one found. */
  traces(needles: Record<string, Uint8Array>): Promise<string[]>;
  /** The stored form of a verification's key. */
  wrappedKey(id: string): Promise<Uint8Array | undefined>;
  /** Removes every trace of a verification's key, as restoring a copy that is older than the key does. */
  forgetKey(id: string): Promise<void>;
  /** Where the key of a zero-retention verification is until it has been answered. */
  ephemeralKeys: 'memory' | 'key store';
  /** Opens a reader that keeps old vault data readable; the returned function closes it. null if that can't happen. */
  holdVault: (() => () => void) | null;
  remove(): Promise<void>;
}

export const SHAPES = ['embedded', 'distributed'] as const;
export type Shape = (typeof SHAPES)[number];

/** The shape under test: EVIDENCE_TEST_SHAPE, default embedded. */
export function testedShape(): Shape {
  const named = process.env.EVIDENCE_TEST_SHAPE ?? 'embedded';
  const shape = SHAPES.find((each) => each === named);
  if (shape === undefined) throw new Error(`EVIDENCE_TEST_SHAPE is one of ${SHAPES.join(', ')}`);
  return shape;
}
