/** Pauses grow with the time that has passed: who waits long would otherwise keep others from working. */
const [shortestMs, longestMs, share] = [10, 250, 1 / 8]

/**
 * Calls `probe` again and again until it returns a truthy value. Throws after `timeoutMs`, with `what`: that
 * is for what never comes, not for what comes late on a busy machine. `everyMs`: always this pause.
 */
export async function until<T>(
  what: string,
  probe: () => T | Promise<T>,
  { timeoutMs = 120_000, everyMs }: { timeoutMs?: number; everyMs?: number } = {},
): Promise<NonNullable<T>> {
  const started = Date.now()
  for (;;) {
    const value = await probe()
    if (value) return value as NonNullable<T>
    const spent = Date.now() - started
    if (spent > timeoutMs) throw new Error(`waited ${timeoutMs} ms in vain: ${what}`)
    const pause = everyMs ?? Math.min(longestMs, Math.max(shortestMs, spent * share))
    await new Promise(resolve => setTimeout(resolve, pause))
  }
}
