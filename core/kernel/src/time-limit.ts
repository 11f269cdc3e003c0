/**
 * Waits for a promise for `ms` at most.
 * @throws Error that names what took too long, or the one that `tooLate` makes
 */
export async function withTimeLimit<T>(
  ms: number,
  what: string,
  promise: Promise<T> | T,
  tooLate = () => new Error(`${what}: not done after ${ms} ms`),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate()), Math.max(0, ms))
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
