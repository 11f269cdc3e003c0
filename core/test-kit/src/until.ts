/** Calls `probe` every `everyMs` until it returns a truthy value. Throws after `timeoutMs`, with `what`. */
export async function until<T>(
  what: string,
  probe: () => T | Promise<T>,
  { timeoutMs = 5_000, everyMs = 20 } = {},
): Promise<NonNullable<T>> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const value = await probe()
    if (value) return value as NonNullable<T>
    if (Date.now() > deadline) throw new Error(`waited ${timeoutMs} ms in vain: ${what}`)
    await new Promise(resolve => setTimeout(resolve, everyMs))
  }
}
