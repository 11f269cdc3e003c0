import { setTimeout as sleep } from 'node:timers/promises'

/** How often is asked, and how long is waited for each answer. */
export interface Probes {
  count: number
  timeoutMs: number
  signal?: AbortSignal
}

/** Least time between two probes, ms. */
const apartMs = 100

/** One probe after the other; each gives its time in ms, or null when there was no answer. */
export async function series(
  { count, signal }: Probes,
  probe: () => Promise<number | null>,
): Promise<(number | null)[]> {
  const times: (number | null)[] = []
  for (let n = 0; n < count; n++) {
    if (n > 0) await sleep(apartMs, undefined, signal ? { signal } : {}).catch(() => {})
    signal?.throwIfAborted()
    times.push(await probe())
  }
  return times
}
