import { Type as T } from 'typebox'
import { DeviceError } from '../contract/errors.ts'
import { closed, oneLinePattern, textOrNull } from './shapes.ts'

/**
 * What every change answers: a change that the device refused, or that a read-back contradicts, is an error
 * and no answer.
 */
export const ChangeResult = closed({
  accepted: T.Boolean({ description: 'The device took the change' }),
  evidence: textOrNull('What the device said to it, secrets masked; null: it said nothing'),
  verified: T.Boolean({
    description:
      'A read-back shows what was wanted. ' +
      'false: the device gives no way to read it back, or fell silent; see evidence',
  }),
})

export const exampleChange = { accepted: true, evidence: 'ifAlias.3 = "uplink"', verified: true }

/** One line for people: no control characters, so that it can never become a second command. */
export const lineArg = (description: string, maxLength: number) =>
  T.String({ maxLength, pattern: oneLinePattern, description })

/** A VLAN as a number, or as the digits of one. */
export const oneVlanArg = T.Union(
  [T.Integer({ minimum: 1, maximum: 4094 }), T.String({ pattern: '^[0-9]{1,4}$' })],
  { description: 'VLAN id, 1 to 4094' },
)

/** The VLAN id of `oneVlanArg`. @throws DeviceError BadArgument outside of 1 to 4094 */
export function oneVlanId(argument: number | string, name = 'id'): number {
  const id = Number(argument)
  if (!Number.isInteger(id) || id < 1 || id > 4094)
    throw new DeviceError(
      'BadArgument',
      `"${argument}" is no VLAN that can be changed: give a number from 1 to 4094`,
      { argument: name },
    )
  return id
}
