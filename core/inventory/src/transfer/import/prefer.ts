import { setTimeout } from 'node:timers/promises'

/** How long an answer waits for the end of a run, seconds: by default and at most. */
export const waitSec = { standard: 5, most: 60 }

/** `Prefer: wait=n` (RFC 7240 §4.3); null if the client does not send it. */
export function waitOf(prefer: string | string[] | undefined): number | null {
  const found = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})"?\s*(?:$|[,;])/i.exec([prefer].flat().join(','))
  return found ? Math.min(Number(found[1]), waitSec.most) : null
}

/** Waits for the end of a run, and no longer than some seconds. */
export async function endOrTimeout(ended: Promise<void>, seconds: number): Promise<void> {
  const late = new AbortController()
  const timeout = setTimeout(seconds * 1000, undefined, { signal: late.signal, ref: false })
  await Promise.race([ended, timeout.catch(() => undefined)])
  late.abort()
}
