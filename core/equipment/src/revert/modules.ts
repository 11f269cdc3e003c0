import { DeviceError, defineModule, implement, type Implementation, type Revert } from '@linecard/driver-kit'
import { asDriver } from '@linecard/driver-kit/running-code'
import { cliRevert } from '@linecard/driver-kit/cli'
import { closed } from '@linecard/driver-kit/modules'
import { Type as T } from 'typebox'
import type { SupportedModel } from '../calls/models.ts'

const State = closed({ armed: T.Boolean({ description: 'The device will undo the change by itself' }) })
const change = { kind: 'change', permission: 'console_execute', result: State } as const

/** They are run for a guarded change only, and are in no catalogue. */
export const armRevert = defineModule({
  ...change,
  name: 'arm revert',
  summary: 'Lets the device undo a change by itself in some minutes',
  args: closed({ minutes: T.Integer({ minimum: 1 }) }),
  example: { armed: true },
})
export const disarmRevert = defineModule({
  ...change,
  name: 'disarm revert',
  summary: 'Confirms the change of the device',
  args: closed({ armed: T.Boolean({ description: 'It must still be armed: else the change is undone' }) }),
  example: { armed: false },
})

export const lookAtRevert = defineModule({
  kind: 'read',
  permission: 'console_execute',
  name: 'look at revert',
  summary: 'Whether the device will undo the change',
  args: closed({}),
  result: State,
  example: { armed: true },
})

/** How the devices of a model undo a change by themselves; null: they cannot. */
export const revertOf = ({ driver, family: { revert, cli } }: SupportedModel): Revert | null =>
  revert ? asDriver(driver.id, revert) : cli?.revert ? cliRevert(cli.revert) : null

const notApplied = (what: string) =>
  new DeviceError('NotApplied', `The device accepted the commands, and shows that ${what}.`)

const implementations = (revert: Revert): Implementation[] => [
  implement(armRevert, async (session, { minutes }) => {
    await revert.arm(session, minutes)
    // Its commit will arm it.
    if (revert.arms === 'commit') return { armed: false }
    if (await revert.armed(session)) return { armed: true }
    throw notApplied('no restart is scheduled')
  }),
  implement(disarmRevert, async (session, { armed }) => {
    if (armed && !(await revert.armed(session)))
      throw new DeviceError('Conflict', 'The device does not wait for a confirmation any more.')
    await revert.disarm(session)
    if (!(await revert.armed(session))) return { armed: false }
    throw notApplied('it will still undo the change')
  }),
  implement(lookAtRevert, async session => ({ armed: await revert.armed(session) })),
]

/** The model with these modules. */
export function withRevert(model: SupportedModel, revert: Revert): SupportedModel {
  const own = implementations(revert).map(one => [one.module.name, one] as const)
  return { ...model, implementations: new Map<string, Implementation>([...model.implementations, ...own]) }
}
