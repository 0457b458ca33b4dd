/** The lease port: one holder at a time. A store for a single process may lose leases with it. */
export interface Leases {
  /** Acquires or renews a lease; false while another holder's is valid. */
  acquire(name: string, holder: string, ttl_ms: number, now_ms: number): Promise<boolean>;
  /** Ends the lease. No-op if another holder has it. */
  release(name: string, holder: string): Promise<void>;
}
