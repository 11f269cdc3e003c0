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
