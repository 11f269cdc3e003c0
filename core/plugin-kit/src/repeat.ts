/**
 * Does `work` again and again, `ms` after its end, or at once if it says that there is more. Returns the
 * function that ends this, and waits for what is under way.
 */
export function repeat(
  ms: number,
  work: () => Promise<boolean | void>,
  failed: (error: unknown) => void,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let last: Promise<void> = Promise.resolve()
  let stopped = false
  const next = () => {
    last = work()
      .catch(failed)
      .then(more => {
        if (!stopped) timer = setTimeout(next, more === true ? 0 : ms)
      })
  }
  timer = setTimeout(next, 0)
  return async () => {
    stopped = true
    clearTimeout(timer)
    await last
    clearTimeout(timer)
  }
}
