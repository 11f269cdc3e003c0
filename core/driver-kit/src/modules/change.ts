import { Type as T } from 'typebox'
import { DeviceError } from '../contract/errors.ts'
import { closed, oneLinePattern, textOrNull } from './shapes.ts'

/**
 * Answer of every change. If the device refuses the change, or if the read-back shows another value, the
 * answer is an error instead.
 */
export const ChangeResult = closed({
  accepted: T.Boolean({ description: 'The device accepted the change' }),
  evidence: textOrNull('Answer of the device, with secrets masked; null: no answer'),
  verified: T.Boolean({
    description:
      'true: a read-back shows the new value. ' +
      'false: the device cannot read it back or stopped answering; see evidence',
  }),
})

/** A `ChangeResult` for the examples of changing modules: taken by SNMP, and shown by the read-back. */
export const exampleChange = { accepted: true, evidence: 'ifAlias.3 = "uplink"', verified: true }

/** One line of text. Control characters are not allowed, so the text can never become a second command. */
export const lineArg = (description: string, maxLength: number) =>
  T.String({ maxLength, pattern: oneLinePattern, description })

/** A VLAN id as a number or as decimal digits. */
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
      `"${argument}" is not a VLAN that can be changed: give a number from 1 to 4094`,
      { argument: name },
    )
  return id
}
