/** A time limit for a call that has none of its own, or that cannot be trusted to keep it. */

/** Rejects with `late()` when `call` takes longer than `timeoutMs`. The call itself goes on, and its result is ignored. */
export async function within<T>(
  timeoutMs: number,
  call: Promise<T>,
  late: () => Error = () => new Error(`no answer within ${timeoutMs} ms`),
): Promise<T> {
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => over.reject(late()), timeoutMs);
  try {
    return await Promise.race([call, over.promise]);
  } finally {
    clearTimeout(timer);
    // After the time limit, its rejection has no other handler.
    call.catch(() => {});
  }
}
