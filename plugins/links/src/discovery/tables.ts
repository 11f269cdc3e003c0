import { rest, slice } from '@linecard/driver-kit'
import { addressOf, isUnicast, isVirtual } from './address.ts'
import { carries, type Network } from './network.ts'
import type { Scene } from './scene.ts'

/** All FDBs in flat arrays, one row of a device for each address, sorted by address. */
export interface Tables {
  /** Rows of device `d`: from `start[d]` up to `start[d + 1]`. */
  start: Int32Array
  /** Number of the address of a row. */
  address: Int32Array
  /**
   * Port (aggregate) of a row; `atSeveral`: the address is at several ports, because it moves or because its
   * VLANs have trees of their own.
   */
  port: Int32Array
  /** Numbers of addresses: 48 bits to a number from 0 on. */
  numbers: ReadonlyMap<number, number>
  /** Rows that are not read, see `mostRows`. */
  left: number
}

export const atSeveral = -2

/** Rows of one scan. More are not read: 12 octets each and their addresses stay in memory until the end. */
export const mostRows = 4_000_000

interface Columns {
  count: number
  left: number
  device: Int32Array
  address: Int32Array
  port: Int32Array
}
const columnsOf = (size: number): Columns => ({
  count: 0,
  left: 0,
  device: new Int32Array(size),
  address: new Int32Array(size),
  port: new Int32Array(size),
})
const grown = (old: Int32Array): Int32Array => {
  const wider = new Int32Array(old.length * 2)
  wider.set(old)
  return wider
}

async function* piecesOf(learnt: Scene['learnt']) {
  if (Array.isArray(learnt)) yield learnt as Extract<Scene['learnt'], readonly unknown[]>
  else yield* learnt as Exclude<Scene['learnt'], readonly unknown[]>
}

/** Reads all rows once. Group addresses, addresses that move (VRRP) and rows of no port are left out. */
async function readRows(
  { deviceOf, portOf, owner, trunk, ports }: Network,
  learnt: Scene['learnt'],
  numbers: Map<number, number>,
): Promise<Columns> {
  const all = columnsOf(65_536)
  const own = slice()
  for await (const piece of piecesOf(learnt))
    for (const row of piece) {
      if (own.over()) await rest()
      const device = deviceOf.get(row.device)
      const port = portOf.get(row.interface)
      if (device === undefined || port === undefined || owner[port] !== device) continue
      if (!carries(ports[port]!)) continue
      const mac = addressOf(row.mac)
      if (!isUnicast(mac) || isVirtual(mac)) continue
      if (all.count === mostRows) {
        all.left++
        continue
      }
      let number = numbers.get(mac)
      if (number === undefined) numbers.set(mac, (number = numbers.size))
      if (all.count === all.device.length)
        for (const name of ['device', 'address', 'port'] as const) all[name] = grown(all[name])
      const at = all.count++
      all.device[at] = device
      all.address[at] = number
      all.port[at] = trunk[port]!
    }
  return all
}

/** Counting sort: places of all rows in the order of a key. Stable. */
export async function sorted(keys: Int32Array, count: number, size: number, order: Int32Array | null) {
  const start = new Int32Array(size + 1)
  const own = slice()
  for (let at = 0; at < count; at++) {
    start[keys[at]! + 1]!++
    if ((at & 0x3fff) === 0 && own.over()) await rest()
  }
  for (let at = 0; at < size; at++) start[at + 1]! += start[at]!
  const next = start.slice()
  const places = new Int32Array(count)
  for (let at = 0; at < count; at++) {
    const row = order === null ? at : order[at]!
    places[next[keys[row]!]!++] = row
    if ((at & 0x3fff) === 0 && own.over()) await rest()
  }
  return { start, places }
}

export async function readTables(network: Network, learnt: Scene['learnt']): Promise<Tables> {
  const numbers = new Map<number, number>()
  const all = await readRows(network, learnt, numbers)
  const byAddress = await sorted(all.address, all.count, numbers.size, null)
  const { start, places } = await sorted(all.device, all.count, network.devices.length, byAddress.places)
  return { ...(await merged(all, start, places)), numbers, left: all.left }
}

/** One row for the rows of an address in several VLANs. */
async function merged(all: Columns, start: Int32Array, places: Int32Array) {
  const [address, port] = [new Int32Array(all.count), new Int32Array(all.count)]
  const first = new Int32Array(start.length)
  const own = slice()
  let to = 0
  for (let device = 0; device + 1 < start.length; device++) {
    first[device] = to
    for (let at = start[device]!; at < start[device + 1]!; at++) {
      const row = places[at]!
      if (to > first[device]! && address[to - 1] === all.address[row]!) {
        if (port[to - 1] !== all.port[row]!) port[to - 1] = atSeveral
      } else {
        address[to] = all.address[row]!
        port[to++] = all.port[row]!
      }
      if ((at & 0x3fff) === 0 && own.over()) await rest()
    }
  }
  first[start.length - 1] = to
  return { start: first, address: address.slice(0, to), port: port.slice(0, to) }
}

/** Port at which a device has an address; -1: it does not have it. */
export function portAt({ start, address, port }: Tables, device: number, number: number): number {
  let [low, high] = [start[device]!, start[device + 1]! - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = address[middle]!
    if (found === number) return port[middle]!
    if (found < number) low = middle + 1
    else high = middle - 1
  }
  return -1
}
