/** Where a service under test keeps what it stores. It outlives the service, so that another can be opened over it. */
import type { ServiceConfiguration } from '#apps/configuration.ts';
import type { Logger } from '#apps/logger.ts';
import type { Service, ServiceParts } from '#apps/parts/service.ts';
import type { Clock } from '#contracts/ports/clock.ts';

/** Settings that differ from those of an empty environment, in either shape. */
export interface GroundSettings {
  masterKey?: Uint8Array;
  previousMasterKey?: Uint8Array;
  trustedProxies?: string[];
  syncTimeoutMs?: number;
  libraryDirectory?: string;
  allowHosts?: string[];
  tariffCentsPer10Kb?: number;
  publicUrl?: string;
  tracing?: ServiceConfiguration['tracing'];
}

export interface Ground {
  /** The data folder; '' where there is none. */
  folder: string;
  /** A service that does everything in this process; not yet listening. */
  open(settings: GroundSettings, logger: Logger, parts: ServiceParts & { clock: Clock }): Promise<Service>;
  /** Where one of `needles` can be read in what is stored, with the name of what was found. */
  traces(needles: Record<string, Uint8Array>): Promise<string[]>;
  /** The stored form of a verification's key. */
  wrappedKey(id: string): Promise<Uint8Array | undefined>;
  /** Where the key of a zero-retention verification is until it has been answered. */
  ephemeralKeys: 'memory' | 'key store';
  /** Holds open what keeps old data of the vault readable, and lets go when called; null where there is no such thing. */
  holdVault: (() => () => void) | null;
  remove(): Promise<void>;
}

export const SHAPES = ['embedded', 'distributed'] as const;
export type Shape = (typeof SHAPES)[number];

/** The shape that a run of tests is about: EVIDENCE_TEST_SHAPE, embedded unless it says otherwise. */
export function testedShape(): Shape {
  const named = process.env.EVIDENCE_TEST_SHAPE ?? 'embedded';
  const shape = SHAPES.find((each) => each === named);
  if (shape === undefined) throw new Error(`EVIDENCE_TEST_SHAPE is one of ${SHAPES.join(', ')}`);
  return shape;
}
