import { Type as T, type TProperties } from 'typebox'
import { parseMac } from '../codecs/mac.ts'
import { DeviceError } from '../contract/errors.ts'
import { closed } from './shapes.ts'

/** Which interface, as people and clients name it: bind key, ifIndex or name. */
export const interfaceArg = T.Union([T.String({ minLength: 1 }), T.Integer()], {
  description: 'Bind key, ifIndex or name of an interface; absent: all',
})

/** One value, several in an array, or several in a comma list as older clients send them. */
export const vlanArg = T.Union([T.Integer(), T.String(), T.Array(T.Union([T.Integer(), T.String()]))], {
  description: 'VLAN id, a list of them or a comma list; absent: all',
})
export const macArg = T.Union([T.String(), T.Array(T.String())], {
  description: 'MAC address in any notation, a list of them or a comma list; absent: all',
})
export const ipArg = T.Union([T.String(), T.Array(T.String())], {
  description: 'IP address, a list of them or a comma list; absent: all',
})
export const loadOnlyArg = T.Union([T.String(), T.Array(T.String())], {
  description: 'Fields to read, as list or comma list; the others are null. Absent: all',
})

export const noArgs = closed({})
export const interfaceArgs = closed({ interface: T.Optional(interfaceArg) })
export const interfaceAnd = <P extends TProperties>(fields: P) =>
  closed({ interface: T.Optional(interfaceArg), ...fields })
export const oneInterfaceArgs = closed({ interface: interfaceArg })

type ListArg = string | number | readonly (string | number)[] | undefined

/** Parts of a list argument, trimmed; undefined when nothing was asked, which means everything. */
export function listOf(argument: ListArg): string[] | undefined {
  if (argument === undefined) return undefined
  const parts = [argument]
    .flat()
    .flatMap(part => String(part).split(','))
    .map(part => part.trim())
    .filter(part => part !== '')
  return parts.length > 0 ? parts : undefined
}

/** VLAN ids of an argument. Throws BadArgument for what is no number from 0 to 4095. */
export function vlanIdsOf(argument: ListArg): Set<number> | undefined {
  const parts = listOf(argument)
  return (
    parts &&
    new Set(
      parts.map(part => {
        if (!/^\d{1,4}$/.test(part) || Number(part) > 4095)
          throw new DeviceError('BadArgument', `"${part}" is no VLAN id: give a number from 0 to 4095`, {
            argument: 'vlan_id',
          })
        return Number(part)
      }),
    )
  )
}

/**
 * MAC addresses of an argument as AA:BB:CC:DD:EE:FF, from any notation of `parseMac`; throws BadArgument
 * otherwise.
 */
export function macsOf(argument: ListArg): Set<string> | undefined {
  const parts = listOf(argument)
  return (
    parts &&
    new Set(
      parts.map(part => {
        const mac = parseMac(part)
        if (mac === null)
          throw new DeviceError('BadArgument', `"${part}" is no MAC address: give 12 hexadecimal digits`, {
            argument: 'mac',
          })
        return mac
      }),
    )
  )
}

/** True when `field` is to be read under a `load_only` argument. */
export const wanted = (loadOnly: ListArg, field: string): boolean => listOf(loadOnly)?.includes(field) ?? true
