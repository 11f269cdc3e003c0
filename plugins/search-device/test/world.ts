import { randomBytes } from 'node:crypto'
import generic from '@linecard/driver-generic'
import { SnmpType, type Driver, type Varbind } from '@linecard/driver-kit'
import { fixedMib, startDevice, type Device, type Mib } from '@linecard/simulator'
import { until } from '@linecard/test-kit'
import { makeWorld, type World } from '../../../core/identity/test/world.ts'
import { add, dataOf } from '../../../core/inventory/test/world.ts'
import searchDevice from '../src/index.ts'

export { add, dataOf, keyOf } from '../../../core/inventory/test/world.ts'
export type { World }

/** Addresses of loopback that no other process draws. */
const net = `127.${20 + (randomBytes(1)[0]! % 200)}.${randomBytes(1)[0]!}`
let host = 0
export const nextIp = (): string => `${net}.${++host}`

/** Devices are asked by tests alone: what jobs would ask now and then is switched off. */
export async function startWorld(
  settings: Record<string, Record<string, unknown>> = {},
  drivers: readonly Driver[] = [generic],
): Promise<World> {
  const world = await makeWorld({
    drivers,
    plugins: [searchDevice],
    settings: {
      identity: { rate_limiter_enabled: false },
      ...settings,
      equipment: { allow_loopback: true, networks: ['10.0.0.0/8'], ...settings['equipment'] },
    },
  })
  for (const job of ['refresh_interfaces', 'refresh_fdb']) {
    const { status, text } = await world.http('PUT', `/system-schedule/inventory.${job}`, { enabled: false })
    if (status === 200) continue
    await world.stop()
    throw new Error(text)
  }
  return world
}

const text = (oid: string, value: string): Varbind => ({
  oid,
  type: SnmpType.OctetString,
  value: Buffer.from(value),
})
const octets = (oid: string, hex: string): Varbind => ({
  oid,
  type: SnmpType.OctetString,
  value: Buffer.from(hex.replaceAll(':', ''), 'hex'),
})
const number = (oid: string, type: number, value: number | bigint): Varbind => ({ oid, type, value })
const dotted = (mac: string) =>
  mac
    .split(':')
    .map(octet => Number.parseInt(octet, 16))
    .join('.')

export interface Shape {
  ports?: readonly string[]
  /** VLAN, MAC address and number of the port. */
  fdb?: readonly (readonly [vlan: number, mac: string, port: number])[]
  /** Ports behind which a neighbour speaks LLDP. */
  neighbours?: readonly number[]
  arp?: readonly (readonly [ip: string, mac: string, port: number])[]
  /** sysObjectID; that of nobody unless said. */
  objectId?: string
}

/**
 * A device of nobody: IF-MIB, Q-BRIDGE-MIB, LLDP-MIB, ipNetToMediaTable (RFC 2863, RFC 4363, IEEE 802.1AB,
 * RFC 1213).
 */
export const mibOf = ({
  ports = ['p1', 'p2', 'p3', 'up'],
  fdb = [],
  neighbours = [],
  arp = [],
  objectId = '1.3.6.1.4.1.99999.7',
}: Shape): Mib =>
  fixedMib([
    text('1.3.6.1.2.1.1.1.0', 'a switch of nobody'),
    { oid: '1.3.6.1.2.1.1.2.0', type: SnmpType.Oid, value: objectId },
    number('1.3.6.1.2.1.1.3.0', SnmpType.TimeTicks, 5_000_000),
    text('1.3.6.1.2.1.1.5.0', 'nobody'),
    ...ports.flatMap((name, n) => {
      const [ifEntry, ifXEntry, index] = ['1.3.6.1.2.1.2.2.1', '1.3.6.1.2.1.31.1.1.1', n + 1]
      return [
        number(`${ifEntry}.1.${index}`, SnmpType.Integer, index),
        text(`${ifEntry}.2.${index}`, name),
        number(`${ifEntry}.3.${index}`, SnmpType.Integer, 6),
        number(`${ifEntry}.7.${index}`, SnmpType.Integer, 1),
        number(`${ifEntry}.8.${index}`, SnmpType.Integer, 1),
        text(`${ifXEntry}.1.${index}`, name),
        number(`1.3.6.1.2.1.17.1.4.1.2.${index}`, SnmpType.Integer, index),
        number(`1.0.8802.1.1.2.1.3.7.1.2.${index}`, SnmpType.Integer, 5),
        text(`1.0.8802.1.1.2.1.3.7.1.3.${index}`, name),
        text(`1.0.8802.1.1.2.1.3.7.1.4.${index}`, name),
      ]
    }),
    ...fdb.flatMap(([vlan, mac, port]) => [
      number(`1.3.6.1.2.1.17.7.1.2.2.1.2.${vlan}.${dotted(mac)}`, SnmpType.Integer, port),
      number(`1.3.6.1.2.1.17.7.1.2.2.1.3.${vlan}.${dotted(mac)}`, SnmpType.Integer, 3),
    ]),
    ...neighbours.flatMap(port => {
      const [entry, index] = ['1.0.8802.1.1.2.1.4.1.1', `0.${port}.1`]
      return [
        number(`${entry}.4.${index}`, SnmpType.Integer, 4),
        octets(`${entry}.5.${index}`, '02:00:00:00:0F:01'),
        number(`${entry}.6.${index}`, SnmpType.Integer, 5),
        text(`${entry}.7.${index}`, 'far'),
        text(`${entry}.8.${index}`, 'far port'),
        text(`${entry}.9.${index}`, 'far switch'),
        text(`${entry}.10.${index}`, 'far'),
      ]
    }),
    ...arp.flatMap(([ip, mac, port]) => {
      const [entry, index] = ['1.3.6.1.2.1.4.22.1', `${port}.${ip}`]
      return [
        number(`${entry}.1.${index}`, SnmpType.Integer, port),
        octets(`${entry}.2.${index}`, mac),
        { oid: `${entry}.3.${index}`, type: SnmpType.IpAddress, value: ip } as Varbind,
        number(`${entry}.4.${index}`, SnmpType.Integer, 3),
      ]
    }),
  ])

const open: Device[] = []
export const stopDevices = async (): Promise<void> => {
  await Promise.all(open.splice(0).map(one => one.stop()))
}

export interface Added {
  id: number
  ip: string
  name: string
  sim: Device
}

/** A simulated device in the inventory, read. Sent to once and given up after a second. */
export async function added(
  world: World,
  name: string,
  shape: Shape | Mib,
  more: object = {},
): Promise<Added> {
  const ip = nextIp()
  const sim = await startDevice({ ip, port: 0, mib: 'view' in shape ? shape : mibOf(shape) })
  open.push(sim)
  const access = await add(world, '/device-access', {
    name: `access ${ip}`,
    public_community: 'public',
    params: { sw_core_connection: { snmp_port: sim.port, snmp_timeout_sec: 1, snmp_repeats: 1 } },
  })
  const detected = await world.http('POST', '/device-detect', { ip, access_id: access.id })
  if (detected.status !== 200) throw new Error(detected.text)
  const { model } = detected.body.data as { model: { id: number } }
  const { id } = await add(world, '/device', { ip, name, access_id: access.id, model_id: model.id, ...more })
  await until(
    'the interfaces are read',
    async () =>
      dataOf<{ refreshed_at: string | null }>(await world.http('GET', `/device/${id}`)).refreshed_at,
    { timeoutMs: 60_000, everyMs: 50 },
  )
  return { id, ip, name, sim }
}

export const base = '/component/search_device'
/** MAC addresses that nobody else has. */
export const macsFrom = (start: number, count: number): string[] =>
  Array.from(
    { length: count },
    (_, n) =>
      `02:00:5E:${[start, n >> 8, n & 255].map(octet => octet.toString(16).toUpperCase().padStart(2, '0')).join(':')}`,
  )
