import { Type as T, type TProperties } from 'typebox'
import { parseMac } from '../codecs/mac.ts'
import { DeviceError } from '../contract/errors.ts'
import { closed } from './shapes.ts'

const namesInterface = (more = '') =>
  T.Union([T.String({ minLength: 1 }), T.Integer()], {
    description: `Bind key, ifIndex or name of an interface${more}`,
  })
/** Names an interface: bind key, ifIndex or name. */
export const interfaceArg = namesInterface()
const anyInterface = T.Optional(namesInterface('; absent: all'))

/** One value, an array of values, or a comma list as older clients send it. */
export const vlanArg = T.Union([T.Integer(), T.String(), T.Array(T.Union([T.Integer(), T.String()]))], {
  description: 'VLAN id, a list of them or a comma list; absent: all',
})
/** One MAC address, an array or a comma list. The schema takes any text: `macsOf` checks it. */
export const macArg = T.Union([T.String(), T.Array(T.String())], {
  description: 'MAC address in any notation, a list of them or a comma list; absent: all',
})
/** One IP address, an array or a comma list. The schema takes any text: `listOf` splits it. */
export const ipArg = T.Union([T.String(), T.Array(T.String())], {
  description: 'IP address, a list of them or a comma list; absent: all',
})
/** Names of the fields that the caller needs. `wanted` tells whether a field is among them. */
export const loadOnlyArg = T.Union([T.String(), T.Array(T.String())], {
  description: 'Fields to read, as a list or comma list. The other fields are null. Absent: all',
})

/** Arguments of a module that takes none: any argument is an error. */
export const noArgs = closed({})
/** Arguments of a module about all interfaces, or about one. */
export const interfaceArgs = closed({ interface: anyInterface })
/** Arguments of a module: `interface`, absent for all, and those of `fields`. */
export const interfaceAnd = <P extends TProperties>(fields: P) =>
  closed({ interface: anyInterface, ...fields })
/** Arguments of a module about one interface, which the caller must name. */
export const oneInterfaceArgs = closed({ interface: interfaceArg })

type ListArg = string | number | readonly (string | number)[] | undefined

/**
 * Parts of a list argument, trimmed. Undefined if the argument is empty or absent, which means all values.
 */
export function listOf(argument: ListArg): string[] | undefined {
  if (argument === undefined) return undefined
  const parts = [argument]
    .flat()
    .flatMap(part => String(part).split(','))
    .map(part => part.trim())
    .filter(part => part !== '')
  return parts.length > 0 ? parts : undefined
}

/** VLAN ids of an argument. @throws DeviceError BadArgument for a value outside of 0 to 4095 */
export function vlanIdsOf(argument: ListArg): Set<number> | undefined {
  const parts = listOf(argument)
  return (
    parts &&
    new Set(
      parts.map(part => {
        if (!/^\d{1,4}$/.test(part) || Number(part) > 4095)
          throw new DeviceError('BadArgument', `"${part}" is not a VLAN id: give a number from 0 to 4095`, {
            argument: 'vlan_id',
          })
        return Number(part)
      }),
    )
  )
}

/**
 * MAC addresses of an argument as AA:BB:CC:DD:EE:FF, from any notation of `parseMac`.
 * @throws DeviceError BadArgument for any other text
 */
export function macsOf(argument: ListArg): Set<string> | undefined {
  const parts = listOf(argument)
  return (
    parts &&
    new Set(
      parts.map(part => {
        const mac = parseMac(part)
        if (mac === null)
          throw new DeviceError('BadArgument', `"${part}" is not a MAC address: give 12 hexadecimal digits`, {
            argument: 'mac',
          })
        return mac
      }),
    )
  )
}

/** What a row of a table of hosts is chosen by. */
interface Host {
  ip: string | null
  mac: string | null
  vlan_id: number | null
}

/**
 * Whether a row of ARP, of leases or of bindings is among those that the caller asks for, by the arguments
 * `ipArg`, `macArg` and `vlanArg`. A row without a value does not fit who asks for one.
 * @throws DeviceError BadArgument, before any row is seen
 */
export function hostFilter({ ip, mac, vlan_id }: { ip?: ListArg; mac?: ListArg; vlan_id?: ListArg }) {
  const [ips, macs, vlans] = [listOf(ip), macsOf(mac), vlanIdsOf(vlan_id)]
  return (row: Host): boolean =>
    (!ips || (row.ip !== null && ips.includes(row.ip))) &&
    (!macs || (row.mac !== null && macs.has(row.mac))) &&
    (!vlans || (row.vlan_id !== null && vlans.has(row.vlan_id)))
}

/** True if the `load_only` argument includes `field`. */
export const wanted = (loadOnly: ListArg, field: string): boolean => listOf(loadOnly)?.includes(field) ?? true
