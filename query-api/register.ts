import type { Operation } from '#contracts/http/operation.ts';
import type { Handler } from '#http/route.ts';

/** Registers an operation on the server with all its checks. */
export type RegisterOperation = <O extends Operation>(operation: O, handler: Handler<O>) => void;
