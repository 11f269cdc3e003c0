/**
 * Runs `work` and gives its result, or throws the signal's reason when the signal fires first and `graceMs`
 * have passed since then. Does not start `work` if the signal has already fired.
 */
export async function abortable<T>(signal: AbortSignal, work: () => Promise<T>, graceMs = 0): Promise<T> {
  signal.throwIfAborted()
  let timer: NodeJS.Timeout | undefined
  const aborted = Promise.withResolvers<never>()
  const stop = () => aborted.reject(signal.reason as Error)
  const onAbort =
    graceMs === 0
      ? stop
      : () => {
          timer = setTimeout(stop, graceMs)
        }
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work(), aborted.promise])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}

/** Runs work with a signal that fires after `ms`, with the error of `tooLate` as its reason. */
export async function withDeadline<T>(
  ms: number,
  tooLate: () => Error,
  work: (deadline: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(tooLate()), ms)
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
  }
}
