import type { PortProof } from '../contract/port.ts'
import type { Session } from '../contract/session.ts'
import { interfacesList, type Interface } from '../modules/index.ts'
import { DeviceError } from '../contract/errors.ts'
import { interfaceIndex, readWhole, table } from '../table/index.ts'
import { byIfIndex } from './interfaces.ts'

/** How bridge ports of an agent become interfaces. By default by dot1dBasePortIfIndex (BRIDGE-MIB). */
export interface BridgePortOptions {
  /**
   * ifIndex − bridge port number, for agents whose dot1dBasePortTable is missing, wrong or of other numbers
   * (HP −32, JetStream 49152).
   */
  offset?: number
  /** With `offset`: only an interface in whose name the last number is that of the port is meant. */
  named?: true
}

/** The interface of a bridge port number. Undefined for numbers that are not a port (0, the processor). */
export type BridgePorts = (port: number) => Interface | undefined

/** dot1dBasePortIfIndex of dot1dBasePortTable (BRIDGE-MIB, RFC 4188), by bridge port. */
const basePorts = table({ ifIndex: interfaceIndex('1.3.6.1.2.1.17.1.4.1.2', { none: [0] }) })
const keepMs = 300_000

/** Base ports with an interface; VOSS and others list all ports with the ifIndex 0. */
const readBasePorts = (session: Session) =>
  session.memo(
    'bridge_ports',
    async () => {
      const { rows, whole } = await readWhole(session, basePorts)
      return { rows: new Map([...rows].filter(([, { ifIndex }]) => ifIndex !== null)), whole }
    },
    keepMs,
  )

const neverBridged: ReadonlySet<string> = new Set(['VLAN', 'LOOPBACK', 'TUNNEL', 'IP'])
/** Whether a bridge may forward over the interface, by its type. */
export const mayBeBridged = ({ type }: Pick<Interface, 'type'>): boolean => !neverBridged.has(type)

/** The largest of numbers, of which an agent may send more than a function takes arguments; 0 of none. */
export const largest = (numbers: Iterable<number>): number => {
  let found = 0
  for (const number of numbers) found = Math.max(found, number)
  return found
}

/** `gigabitEthernet 1/0/7 : copper` has the port 7. */
const isNumbered = (name: string, port: number): boolean => /(\d+)\D*$/.exec(name)?.[1] === String(port)

/**
 * Interfaces by bridge port number. In an agent that gives no ifIndex for any port, a number that is the
 * ifIndex of a port is this port. If they are the same in all rows, this is also true for interfaces after
 * the last row: aggregates and ONUs in the FDB, aggregates in VLANs.
 */
export async function readBridgePorts(
  session: Session,
  { offset, named }: BridgePortOptions = {},
): Promise<BridgePorts> {
  const interfaces = byIfIndex(await session.call(interfacesList, {}))
  if (offset !== undefined)
    return port => {
      const one = interfaces.get(port + offset)
      return one && (!named || isNumbered(one.name, port)) ? one : undefined
    }
  const { rows, whole } = await readBasePorts(session)
  const bridged = (port: number) => {
    const one = interfaces.get(port)
    return one && mayBeBridged(one) ? one : undefined
  }
  if (rows.size === 0) return port => (whole ? bridged(port) : undefined)
  const same = whole && [...rows].every(([port, { ifIndex }]) => ifIndex === Number(port))
  const highest = largest(Array.from(rows.keys(), Number))
  return port => {
    const ifIndex = rows.get(String(port))?.ifIndex
    if (ifIndex != null) return interfaces.get(ifIndex)
    return same && port > highest ? bridged(port) : undefined
  }
}

/** The bridge ports of which the agent tells the ifIndex. `whole`: the table arrived to its end. */
export async function readBridgeMap(
  session: Session,
): Promise<{ ports: ReadonlySet<number>; whole: boolean }> {
  const { rows, whole } = await readBasePorts(session)
  return { ports: new Set(Array.from(rows.keys(), Number)), whole }
}

/** The kept number is still the one of the interface. */
const atIndex = (one: Interface, port: string): PortProof => ({
  port: one,
  kind: 'map',
  oid: `${basePorts.ifIndex.oid}.${port}`,
  shown: ({ value }) => (value === null ? null : String(value)),
  fits: ifIndex => ifIndex === String(one.if_index),
})

/**
 * The bridge port number of an interface. The device proves it before a change.
 * @throws DeviceError BadArgument for an interface that is not a bridge port
 */
export async function bridgePortOf(
  session: Session,
  one: Interface,
  { offset }: BridgePortOptions = {},
): Promise<number> {
  if (offset !== undefined && one.if_index !== null) return one.if_index - offset
  const { rows, whole } = await readBasePorts(session)
  const found = [...rows].find(([, { ifIndex }]) => ifIndex !== null && ifIndex === one.if_index)
  if (found) {
    session.port.prove(atIndex(one, found[0]))
    return Number(found[0])
  }
  if (whole && rows.size === 0 && one.if_index !== null && !neverBridged.has(one.type)) return one.if_index
  throw new DeviceError('BadArgument', `${one.name} is not a port of the bridge, so it cannot be in a VLAN`, {
    argument: 'interface',
  })
}
