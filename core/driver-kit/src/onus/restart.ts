import { setTimeout as sleep } from 'node:timers/promises'
import { DeviceError } from '../contract/errors.ts'
import type { Session } from '../contract/session.ts'
import { leavesUnknown, unread, type Changed } from '../builders/control/confirm.ts'
import { ponOntsReasons, ponOntsStatus, type Interface } from '../modules/index.ts'

/** How long the OLT may need until it shows that the ONU is down, seconds. */
const waitSec = 20
const pauseMs = 2000

/** What tells a restart: the state, and the times of the last registration and loss. */
interface Shown {
  status: string | null
  times: string
  alive: number | null
}

async function shownNow(session: Session, { id }: Interface): Promise<Shown> {
  const [state] = await session.call(ponOntsStatus, { interface: id }, { again: true })
  const [last] = await session.call(ponOntsReasons, { interface: id }, { again: true }).catch(error => {
    if (error instanceof DeviceError && error.kind === 'Unsupported') return []
    throw error
  })
  return {
    status: state?.status ?? null,
    times: JSON.stringify([last?.last_reg ?? null, last?.last_dereg ?? null]),
    alive: last?.alive_time ?? null,
  }
}

/** Why the OLT shows a restart; null: it does not. */
function proofOf(before: Shown, now: Shown): string | null {
  if (before.status === 'Online' && now.status !== null && now.status !== 'Online')
    return `The ONU went down: ${now.status}`
  if (now.times !== before.times) return 'The OLT shows a new registration or loss'
  if (now.alive !== null && before.alive !== null && now.alive < before.alive)
    return 'The time online started again'
  return null
}

/**
 * Restarts an ONU and waits until the OLT shows it. If the console breaks off, the OLT decides whether it
 * took the command.
 * @throws DeviceError NotApplied before anything is sent, if the ONU is not online and cannot take it
 */
export async function restarted(
  session: Session,
  one: Interface,
  act: () => Promise<string | null>,
): Promise<Changed> {
  const before = await shownNow(session, one)
  if (before.status !== null && before.status !== 'Online' && before.status !== 'Unknown')
    throw new DeviceError(
      'NotApplied',
      `${one.name} is ${before.status}: an ONU that is not online cannot be restarted. Nothing was sent.`,
    )
  let unknown: DeviceError | null = null
  const evidence = await act().catch((error: unknown) => {
    if (!leavesUnknown(error) || session.signal.aborted) throw error
    unknown = error
    return error.message
  })
  try {
    for (let waited = 0; waited <= waitSec * 1000; waited += pauseMs) {
      const proof = proofOf(before, await shownNow(session, one))
      if (proof !== null)
        return { accepted: true, evidence: [evidence, proof].filter(Boolean).join('\n'), verified: true }
      await sleep(pauseMs, undefined, { signal: session.signal })
    }
  } catch (error) {
    if (unknown) throw unknown
    if (!(error instanceof DeviceError) && !session.signal.aborted) throw error
    return unread(evidence, error)
  }
  if (unknown) throw unknown
  const still = `The OLT shows the ONU unchanged ${waitSec} s later`
  return { accepted: true, evidence: [evidence, still].filter(Boolean).join('\n'), verified: false }
}
