/** The service as an operator runs it, in either shape: child processes behind one URL. For tests over HTTP. */
import type { Stores } from '#apps/parts/stores.ts';
import type { RequestOptions, ServiceResponse } from '#test/support/service.ts';

export interface Deployment {
  shape: 'embedded' | 'distributed';
  /** Base URL for clients; stays the same over restarts. */
  url: string;
  /** Owner key of the default organization. */
  key: string;
  request(method: string, path: string, options?: RequestOptions): Promise<ServiceResponse>;
  /** The metrics of every process, one after the other. */
  metrics(): Promise<string>;
  /** Log lines of each running process since its start, by name. */
  logs(): ReadonlyMap<string, readonly Record<string, unknown>[]>;
  /** Environment for the command line to use the same stores. If distributed, later restarts use changes made to it. */
  environment: Record<string, string>;
  /** Names of all processes. */
  processes: readonly string[];
  /** Process ids of the running processes, by name. */
  pids(): ReadonlyMap<string, number>;
  /** Own base URL of a running process. */
  urlOf(name: string): string;
  /** Parsed log lines so far of a running process. */
  logsOf(name: string): readonly Record<string, unknown>[];
  /** Sends SIGKILL to all of these at once. */
  kill(names: readonly string[]): Promise<void>;
  /** Starts the killed processes again and waits until they are ready. */
  restart(): Promise<void>;
  /** Stops all processes with SIGTERM. */
  stop(): Promise<void>;
  /** Opens the deployment's stores; only after all processes have ended. */
  openStores(): Promise<Stores>;
}

/** A new deployment. */
export interface FreshDeployment {
  deployment: Deployment;
  remove(): Promise<void>;
}
