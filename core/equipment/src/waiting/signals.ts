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

/** From now on the work has so many ms, whatever it had left. Nothing once the signal has fired. */
export type Restart = (ms: number) => void

/**
 * Runs work with a signal that fires after `ms`, with the error of `tooLate` as its reason. It is told how
 * many ms the work had.
 */
export async function withDeadline<T>(
  ms: number,
  tooLate: (ms: number) => Error,
  work: (deadline: AbortSignal, restart: Restart) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const restart: Restart = own => {
    clearTimeout(timer)
    if (!controller.signal.aborted) timer = setTimeout(() => controller.abort(tooLate(own)), own)
  }
  restart(ms)
  try {
    return await work(controller.signal, restart)
  } finally {
    clearTimeout(timer)
  }
}
