import { type Revert } from '@linecard/driver-kit'
import { system } from '@linecard/driver-kit/modules'
import { presentOperation, type DeviceHold, type GuardOptions, type Target } from '@linecard/plugin-kit'
import type { StoredAnswer } from '../answers/store.ts'
import type { Ask } from '../calls/ask.ts'
import type { CallModule } from '../calls/call.ts'
import type { Logged } from '../calls/logged.ts'
import type { Models, SupportedModel } from '../calls/models.ts'
import { connectionKey } from '../connections/memory.ts'
import type { Pool } from '../connections/pool.ts'
import type { DeviceHolds } from '../holds/index.ts'
import type { Networks } from '../networks.ts'
import type { Guards } from '../holds/guards.ts'
import { armRevert, disarmRevert, lookAtRevert, withRevert } from './modules.ts'

export interface RevertOptions {
  models: Models
  networks: Networks
  ask: Ask
  logged: Logged
  pool: Pool
  call: CallModule
  holds: DeviceHolds
  guards: Guards
  clock: () => Date
}

/** How long the end of the calls before may take until the connections are closed, ms. */
const renewMs = 30_000

/** One guarded change of a device that can undo it. */
export interface Guarded extends RevertOptions {
  target: Target
  model: SupportedModel
  revert: Revert
  hold: DeviceHold
  options: GuardOptions
}

/** Arms, disarms or looks, for the holder of this device. */
export function run(
  { networks, ask, logged, target, model, revert, hold, options: { caller } }: Guarded,
  module: typeof armRevert | typeof disarmRevert | typeof lookAtRevert,
  args: Readonly<Record<string, unknown>>,
): Promise<StoredAnswer> {
  const entry = { target, module: module.name, args, from: 'device' as const, options: { caller } }
  const origin = { operation: presentOperation(), caller, step: undefined }
  return logged(entry, cost =>
    ask(
      {
        target: { ...target, ip: networks.checkTarget(target) },
        connectionKey: connectionKey(target),
        model: withRevert(model, revert),
        module,
        args,
        expected: null,
        cost,
        // It is asked whether it answers again.
        insist: true,
        origin,
        hold,
        unstored: true,
      },
      undefined,
    ),
  )
}

/** Closes all connections of the device, in a turn of its own. */
export const hangUp = ({ pool, target, model }: Guarded): Promise<void> =>
  pool.renew({
    key: connectionKey(target),
    target,
    tuning: model.family.snmp,
    kind: 'change',
    what: 'the end of a guarded change',
    signal: AbortSignal.timeout(renewMs),
  })

/** The sources that tell what the device is: SNMP, its console, its API. */
export async function reached({ call, target, options: { caller } }: Guarded): Promise<string[]> {
  const asking = caller && { ...caller, insist: true }
  return (await call(target, system, {}, { from: 'device', caller: asking })).meta.answered_by
}

/** Whether the device will undo the change, over a new connection. Null: it cannot be asked. */
export const waits = (guarded: Guarded): Promise<boolean | null> =>
  hangUp(guarded)
    .then(() => run(guarded, lookAtRevert, {}))
    .then(
      ({ data }) => (data as { armed: boolean }).armed,
      () => null,
    )
