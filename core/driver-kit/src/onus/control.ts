import { implement, type Implementation } from '../contract/implementation.ts'
import { DeviceError } from '../contract/errors.ts'
import type { Session } from '../contract/session.ts'
import type { Act } from '../builders/control/act.ts'
import { change, leavesUnknown, unread, type Changed } from '../builders/control/confirm.ts'
import { cleared } from '../builders/control/maintenance.ts'
import {
  ctrlOntClearCounters,
  ctrlOntDelete,
  ctrlOntDescr,
  ctrlOntDisable,
  ctrlOntReboot,
  ctrlOntReset,
  ctrlOntUniAdminState,
  interfaceDescriptions,
  parseInterface,
  ponOntsStatus,
  uniInterfacesStatus,
  type Interface,
  ponOntsReasons,
} from '../modules/index.ts'
import { targetOf, type OnuTarget } from './target.ts'
import type { Olt } from './tree.ts'
import { setTimeout as sleep } from 'node:timers/promises'

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
async function restarted(
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

/** Makes one change of an ONU. It gives the answer of the device, and does not verify it. */
export type OnuAct<A extends unknown[] = []> = Act<[OnuTarget, ...A]>
type OnOff = 'enable' | 'disable'

/** Changes of ONUs in a family. It does not support absent changes. */
export interface OnuControl {
  reboot?: OnuAct
  reset?: OnuAct
  delete?: OnuAct
  state?: OnuAct<[OnOff]>
  /** The empty text removes the description. */
  descr?: OnuAct<[string]>
  clearCounters?: OnuAct
  /** Gets the number of the Ethernet port. */
  uniState?: OnuAct<[number, OnOff]>
}

const wordOf = (state: OnOff) => (state === 'enable' ? 'Enabled' : 'Disabled')

/** What an OLT makes of a description: quotes and outer spaces are dropped, some write `_` for a space. */
const bare = (text: string) =>
  text
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replaceAll('_', ' ')
    .trim()

async function isThere(session: Session, { id }: Interface): Promise<boolean> {
  try {
    return (await session.call(parseInterface, { interface: id }, { again: true })).id === id
  } catch (error) {
    if (error instanceof DeviceError && error.kind === 'BadArgument') return false
    throw error
  }
}

async function adminOf(session: Session, { id }: Interface): Promise<'Enabled' | 'Disabled' | null> {
  const [row] = await session.call(ponOntsStatus, { interface: id }, { again: true })
  return row?.admin_state ?? (row?.status === 'Disabled' ? 'Disabled' : null)
}

/** Name and description of an ONU; the empty text if it has none. Null: the OLT does not show them. */
async function textsOf(session: Session, { id }: Interface): Promise<string[] | null> {
  const [row] = await session.call(interfaceDescriptions, { interface: id }, { again: true })
  if (!row) return null
  const texts = [row._description, row._name, row.description].filter(text => typeof text === 'string')
  return texts.length > 0 ? texts : ['']
}

type Restart = typeof ctrlOntReboot | typeof ctrlOntReset
const restart = (olt: Olt, module: Restart, act: OnuAct): Implementation =>
  implement(module, async (session, args) => {
    const target = await targetOf(session, olt, args)
    return restarted(session, target.one, () => act(session, target))
  })

const clear = (olt: Olt, act: OnuAct): Implementation =>
  implement(ctrlOntClearCounters, async (session, args) => {
    const target = await targetOf(session, olt, args)
    return cleared(session, () => act(session, target), target.one.id)
  })

const remove = (olt: Olt, act: OnuAct): Implementation => ({
  ...change(ctrlOntDelete, async (session, args) => {
    const target = await targetOf(session, olt, args)
    return {
      act: () => act(session, target),
      what: target.one.name,
      read: async () => ((await isThere(session, target.one)) ? 'still registered' : 'deleted'),
      wanted: now => now === 'deleted',
    }
  }),
  // A deleted ONU cannot be found any more: that is what a verification looks for.
  async verify(session, args) {
    const wanted = args as { interface: string | number; ident?: string }
    try {
      const { one } = await targetOf(session as Session, olt, wanted)
      return { result: 'NOT_DONE', evidence: `${one.name} is still registered` }
    } catch (error) {
      if (!(error instanceof DeviceError)) throw error
      if (error.kind === 'BadArgument')
        return { result: 'DONE', evidence: `The OLT has no ${String(wanted.interface)}` }
      if (error.kind === 'InterfaceMoved') return { result: 'DONE', evidence: error.message }
      throw error
    }
  },
})

const switchOnu = (olt: Olt, act: OnuAct<[OnOff]>): Implementation =>
  change(ctrlOntDisable, async (session, args) => {
    const target = await targetOf(session, olt, args)
    return {
      act: () => act(session, target, args.state),
      what: `the admin state of ${target.one.name}`,
      read: () => adminOf(session, target.one),
      wanted: now => now === wordOf(args.state),
    }
  })

const describe = (olt: Olt, act: OnuAct<[string]>): Implementation =>
  change(ctrlOntDescr, async (session, args) => {
    const target = await targetOf(session, olt, args)
    return {
      act: () => act(session, target, args.description.trim()),
      what: `the description of ${target.one.name}`,
      read: () => textsOf(session, target.one),
      wanted: (now: string[]) => now.some(text => bare(text) === bare(args.description)),
      show: (now: string[]) => JSON.stringify(now[0] ?? ''),
    }
  })

const switchUni = (olt: Olt, act: OnuAct<[number, OnOff]>): Implementation =>
  change(ctrlOntUniAdminState, async (session, args) => {
    const target = await targetOf(session, olt, args)
    const { id, name } = target.one
    const port = Number(args.num)
    return {
      act: () => act(session, target, port, args.state),
      what: `the admin state of port ${port} of ${name}`,
      read: async () => {
        const [row] = await session.call(uniInterfacesStatus, { interface: id }, { again: true })
        return row?.unis.find(({ num }) => num === port)?.admin_state ?? null
      },
      wanted: now => now === wordOf(args.state),
    }
  })

/**
 * The changes of ONUs. Before each the device shows that the ONU is the one that the caller saw; after it the
 * reading modules of the family show what the OLT made of it.
 */
export const onuControl = (olt: Olt, acts: OnuControl): Implementation[] =>
  [
    acts.reboot && restart(olt, ctrlOntReboot, acts.reboot),
    acts.reset && restart(olt, ctrlOntReset, acts.reset),
    acts.clearCounters && clear(olt, acts.clearCounters),
    acts.delete && remove(olt, acts.delete),
    acts.state && switchOnu(olt, acts.state),
    acts.descr && describe(olt, acts.descr),
    acts.uniState && switchUni(olt, acts.uniState),
  ].filter(one => one !== undefined)
