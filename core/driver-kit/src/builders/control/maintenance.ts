import { setTimeout as sleep } from 'node:timers/promises'
import { implement, type Implementation } from '../../contract/implementation.ts'
import type { Session } from '../../contract/session.ts'
import { DeviceError } from '../../contract/errors.ts'
import {
  clearCounters,
  clearIfaceCounters,
  interfaceCounters,
  reboot as rebootModule,
  saveConfig,
  type Interface,
} from '../../modules/index.ts'
import { readScalars } from '../../table/index.ts'
import { sysUpTime } from '../if-mib.ts'
import { interfacesFor } from '../interfaces.ts'
import type { Act } from './act.ts'
import { confirmByAnswer, unread, type Changed } from './confirm.ts'
import { portFor } from './port.ts'

/** Maintenance actions of a family. It does not support absent actions. */
export interface Maintenance {
  /** All counters. Gets all ports, for devices that clear one after the other. */
  clear?: Act<[readonly Interface[]]>
  clearPort?: Act<[Interface]>
  /** `done`: text of the device that confirms a finished save. */
  save?: { act: Act; done?: RegExp }
  reboot?: Act
}

type Totals = Map<number, number>

/** Fields of a row of counters that count nothing. */
const others: ReadonlySet<string> = new Set(['bits', 'discontinuity'])

/** Counters that `clear counters` of many devices does not clear. */
const logical: ReadonlySet<string> = new Set(['VLAN', 'LACP', 'LOOPBACK', 'VIRTUAL', 'TUNNEL', 'IP'])

async function totals(session: Session, wanted?: number): Promise<Totals> {
  const rows = await session.call(interfaceCounters, wanted === undefined ? {} : { interface: wanted }, {
    again: true,
  })
  return new Map(
    rows.flatMap(({ interface: { id, type }, ...row }): [number, number][] => {
      if (wanted === undefined && logical.has(type)) return []
      const numbers = Object.entries(row).flatMap(([field, value]) =>
        others.has(field)
          ? []
          : typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))
            ? [Number(value)]
            : [],
      )
      return numbers.length > 0 ? [[id, numbers.reduce((sum, one) => sum + one, 0)]] : []
    }),
  )
}

/**
 * Counters fall only if they were cleared. The change is verified if the counters that were above zero have
 * fallen. `wanted`: bind key of the only interface that is cleared.
 */
export async function cleared(
  session: Session,
  act: () => Promise<string | null>,
  wanted?: number,
): Promise<Changed> {
  const before = await totals(session, wanted)
  const evidence = await act()
  try {
    const after = await totals(session, wanted)
    const counted = [...before].filter(([id, sum]) => sum > 0 && after.has(id))
    return {
      accepted: true,
      evidence,
      verified: counted.length > 0 && counted.every(([id, sum]) => after.get(id)! < sum),
    }
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error
    return unread(evidence, error)
  }
}

/** Errors of a console session when the device restarts. */
const lost: ReadonlySet<string> = new Set(['SessionLost', 'NoPrompt', 'DeviceTimeout'])

/** Failures of a request to a device that is down. Any other failure is an answer. */
const noAnswerKinds: ReadonlySet<string> = new Set(['DeviceTimeout', 'DeviceUnreachable'])
/** A single unanswered request can be packet loss. */
const maxUnanswered = 2

/** Seconds after a restart command in which the device must stop answering. */
const restartSec = 20

async function restarted(session: Session, act: Act): Promise<Changed> {
  const { uptime: before } = await readScalars(session, { uptime: sysUpTime })
  let evidence: string | null
  let stopped: DeviceError | null = null
  try {
    evidence = await act(session)
  } catch (error) {
    // A device that goes down does not close its session; many devices leave the connection open.
    if (!(error instanceof DeviceError) || !lost.has(error.kind)) throw error
    if (error.kind !== 'SessionLost') stopped = error
    evidence = stopped ? 'The console stopped answering' : 'The device closed the session'
  }
  let unanswered = 0
  for (let second = 0; second < restartSec && before !== null; second++) {
    try {
      const now = [...(await session.snmp.get([sysUpTime.oid])).values()][0]?.value
      if (typeof now === 'number' && now < before) return { accepted: true, evidence, verified: true }
      unanswered = 0
    } catch (error) {
      if (session.signal.aborted || !(error instanceof DeviceError)) throw error
      unanswered = noAnswerKinds.has(error.kind) ? unanswered + 1 : 0
      if (unanswered === maxUnanswered)
        return {
          accepted: true,
          evidence: [evidence, 'The device stopped answering'].filter(Boolean).join('\n'),
          verified: true,
        }
    }
    await sleep(1000, undefined, { signal: session.signal })
  }
  if (stopped) throw stopped
  return {
    accepted: true,
    evidence: [evidence, `The device still answers ${restartSec} s later`].filter(Boolean).join('\n'),
    verified: false,
  }
}

/** clear_counters, clear_iface_counters, save_config and reboot. */
export const maintenance = ({ clear, clearPort, save, reboot }: Maintenance): Implementation[] => [
  ...(clear
    ? [
        implement(clearCounters, async session => {
          const interfaces = await interfacesFor(session)
          return cleared(session, () => clear(session, interfaces))
        }),
      ]
    : []),
  ...(clearPort
    ? [
        implement(clearIfaceCounters, async (session, args) => {
          const one = await portFor(session, args.interface)
          return cleared(session, () => clearPort(session, one), one.id)
        }),
      ]
    : []),
  ...(save ? [implement(saveConfig, session => confirmByAnswer(() => save.act(session), save.done))] : []),
  ...(reboot ? [implement(rebootModule, session => restarted(session, reboot))] : []),
]
