import { setTimeout as sleep } from 'node:timers/promises'

/** Number of probes, and the wait for each answer. */
export interface Probes {
  count: number
  timeoutMs: number
  signal?: AbortSignal
}

/** Time between two probes, in ms. */
const apartMs = 100

/** Sends one probe after the other. Each gives its time in ms, or null if there was no answer. */
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
