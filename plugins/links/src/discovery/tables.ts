import { rest, slice } from '@linecard/driver-kit'
import { addressOf, isUnicast, isVirtual } from './address.ts'
import { carries, type Network } from './network.ts'
import { pieces } from './pieces.ts'
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
const mostRows = 4_000_000

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
  most: number,
): Promise<Columns> {
  const all = columnsOf(65_536)
  const own = slice()
  for await (const piece of piecesOf(learnt))
    for (const row of piece) {
      if (own.over()) await rest()
      const port = portOf.get(row.interface)
      if (port === undefined || owner[port] !== deviceOf.get(row.device)) continue
      if (!carries(ports[port]!)) continue
      const mac = addressOf(row.mac)
      if (!isUnicast(mac) || isVirtual(mac)) continue
      if (all.count === most) {
        all.left++
        continue
      }
      let number = numbers.get(mac)
      if (number === undefined) numbers.set(mac, (number = numbers.size))
      if (all.count === all.device.length)
        for (const name of ['device', 'address', 'port'] as const) all[name] = grown(all[name])
      const at = all.count++
      all.device[at] = owner[port]!
      all.address[at] = number
      all.port[at] = trunk[port]!
    }
  return all
}

/** Counting sort: places of all rows in the order of a key. Stable. */
export async function sorted(keys: Int32Array, count: number, size: number, order: Int32Array | null) {
  const start = new Int32Array(size + 1)
  const own = slice()
  for await (const [from, to] of pieces(own, 0, count))
    for (let at = from; at < to; at++) start[keys[at]! + 1]!++
  for (let at = 1; at <= size; at++) start[at]! += start[at - 1]!
  const next = start.slice()
  const places = new Int32Array(count)
  for await (const [from, to] of pieces(own, 0, count))
    for (let at = from; at < to; at++) {
      const row = order === null ? at : order[at]!
      places[next[keys[row]!]!++] = row
    }
  return { start, places }
}

export async function readTables(
  network: Network,
  learnt: Scene['learnt'],
  most = mostRows,
): Promise<Tables> {
  const numbers = new Map<number, number>()
  const all = await readRows(network, learnt, numbers, most)
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
  // The last place has no rows: it is where those of the last device end.
  for (const device of first.keys()) {
    first[device] = to
    for await (const [from, end] of pieces(own, start[device]!, start[device + 1] ?? 0))
      for (let at = from; at < end; at++) {
        const row = places[at]!
        if (to > first[device]! && address[to - 1] === all.address[row]!) {
          if (port[to - 1] !== all.port[row]!) port[to - 1] = atSeveral
        } else {
          address[to] = all.address[row]!
          port[to++] = all.port[row]!
        }
      }
  }
  return { start: first, address: address.slice(0, to), port: port.slice(0, to) }
}

/** Port at which a device has an address; -1: it does not have it. */
export function portAt({ start, address, port }: Tables, device: number, number: number): number {
  let [low, high] = [start[device]!, start[device + 1]! - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = address[middle]!
    if (found < number) low = middle + 1
    else if (found > number) high = middle - 1
    else return port[middle]!
  }
  return -1
}
