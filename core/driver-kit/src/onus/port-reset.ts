import { setTimeout as sleep } from 'node:timers/promises'
import { implement, type Implementation } from '../contract/implementation.ts'
import { DeviceError } from '../contract/errors.ts'
import type { Session } from '../contract/session.ts'
import type { Act } from '../builders/control/act.ts'
import { confirmByAnswer, leavesUnknown } from '../builders/control/confirm.ts'
import { ctrlResetPort, linkInfo, type Interface } from '../modules/index.ts'
import { findInterface } from './one-interface.ts'
import type { Olt } from './tree.ts'

async function ponPort(session: Session, olt: Olt, wanted: string | number): Promise<Interface> {
  const port = await findInterface(session, olt, wanted)
  if (port.type === 'PON') return port
  throw new DeviceError('BadArgument', `${port.name} is not a PON port: give the name of a PON port`, {
    argument: 'interface',
  })
}

/**
 * ctrl_reset_port of a PON port by one command. `done`: the answer that confirms it.
 * @throws DeviceError BadArgument for an interface that is not a PON port
 */
export const portReset = (olt: Olt, act: Act<[Interface]>, done?: RegExp): Implementation[] => [
  implement(ctrlResetPort, async (session, args) => {
    const port = await ponPort(session, olt, args.interface)
    return confirmByAnswer(() => act(session, port), done)
  }),
]

/** An OLT without a command for it: the port is switched off and on. */
export interface PortBounce {
  off: Act<[Interface]>
  on: Act<[Interface]>
  /** How long the port stays off, ms. */
  pauseMs?: number
}

const adminNow = async (session: Session, { id }: Interface): Promise<string | null> =>
  (await session.call(linkInfo, { interface: id }, { again: true }))[0]?.admin_state ?? null

/** How often the port is switched on: a console that breaks off must not leave it off. */
const maxTries = 3

async function switchedOn(session: Session, on: Act<[Interface]>, port: Interface): Promise<string | null> {
  for (let tries = 1; ; tries++) {
    try {
      return await on(session, port)
    } catch (error) {
      if (tries < maxTries && leavesUnknown(error) && !session.signal.aborted) continue
      if (!(error instanceof DeviceError)) throw error
      throw new DeviceError(
        error.kind,
        `${port.name} was switched off, and may still be off: enable it. ${error.message}`,
        { cause: error },
      )
    }
  }
}

/**
 * ctrl_reset_port of a PON port that is switched off and on. Verified: it was shown off, then on.
 * @throws DeviceError NotApplied before anything is sent if the port is off; or if it stays off
 */
export const portBounce = (olt: Olt, { off, on, pauseMs = 10_000 }: PortBounce): Implementation[] => [
  implement(ctrlResetPort, async (session, args) => {
    const port = await ponPort(session, olt, args.interface)
    if ((await adminNow(session, port)) === 'Disabled')
      throw new DeviceError('NotApplied', `${port.name} is switched off: a reset would not leave it so`)
    const said = await off(session, port).catch(async (error: unknown) => {
      if (leavesUnknown(error) && (await adminNow(session, port)) === 'Disabled') return error.message
      throw error
    })
    const between = await adminNow(session, port).catch(() => null)
    // A call that is given up must not leave the port off.
    await sleep(pauseMs, undefined, { signal: session.signal }).catch(() => undefined)
    const answer = await switchedOn(session, on, port)
    const after = await adminNow(session, port)
    if (after === 'Disabled')
      throw new DeviceError('NotApplied', `${port.name} is still switched off after the reset: enable it`)
    return {
      accepted: true,
      evidence: [said, answer].filter(Boolean).join('\n') || null,
      verified: between === 'Disabled' && after === 'Enabled',
    }
  }),
]
