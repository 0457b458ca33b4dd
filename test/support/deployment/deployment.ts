/** The service as an operator runs it, in either shape: one address to call, processes to kill. For tests over HTTP. */
import type { Stores } from '#apps/parts/stores.ts';
import type { RequestOptions, ServiceResponse } from '#test/support/service.ts';

export interface Deployment {
  shape: 'embedded' | 'distributed';
  /** Where clients reach it; stays the same while it runs. */
  url: string;
  /** Owner key of the default organization. */
  key: string;
  request(method: string, path: string, options?: RequestOptions): Promise<ServiceResponse>;
  /** The metrics of every process, one after the other. */
  metrics(): Promise<string>;
  /** What each process that runs has logged since its start, by name. */
  logs(): ReadonlyMap<string, readonly Record<string, unknown>[]>;
  /** What the command line is told to work on the same stores. Of processes that are restarted, what is changed in it counts. */
  environment: Record<string, string>;
  /** Names of its processes. */
  processes: readonly string[];
  /** Process ids of those that run, by name. */
  pids(): ReadonlyMap<string, number>;
  /** Where one that runs answers itself. */
  urlOf(name: string): string;
  /** Log lines so far of one that runs, parsed. */
  logsOf(name: string): readonly Record<string, unknown>[];
  /** kill -9 of these, at once. */
  kill(names: readonly string[]): Promise<void>;
  /** Starts what was killed, and waits until it is ready. */
  restart(): Promise<void>;
  /** Ends every process in order. */
  stop(): Promise<void>;
  /** Its stores, once every process has ended. */
  openStores(): Promise<Stores>;
}

/** A fresh one; removed, data and all, by `remove`. */
export interface FreshDeployment {
  deployment: Deployment;
  remove(): Promise<void>;
}
