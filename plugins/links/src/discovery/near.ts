import { portAt, sorted, type Tables } from './tables.ts'

/** Which tables have something in common: what is on the way to a device has learnt what the device has. */
export interface Near {
  /** False: the tables have nothing in common, and have enough rows to say so. */
  (device: number, other: number): boolean
}

/** With fewer rows, to have nothing in common means nothing. */
export const leastRows = 6
/** An address that more devices have is the gateway's, or as good: it says nothing of a place. */
const mostHave = 400
/** A device that has something in common with more others is near to everybody. */
const mostNear = 1000

/** `own`: addresses of each device, which count as rows of its own table. */
export async function nearOf(tables: Tables, own: readonly (readonly number[])[]): Promise<Near> {
  const { start, address, numbers } = tables
  const { start: first, places } = await sorted(address, address.length, numbers.size, null)
  const deviceOf = new Int32Array(address.length)
  for (const device of own.keys()) deviceOf.fill(device, start[device], start[device + 1])
  const owner = new Map(own.flatMap((list, device) => list.map(number => [number, device] as const)))
  const kept = new Map<number, ReadonlySet<number> | 'all'>()

  const nearTo = (device: number): ReadonlySet<number> | 'all' => {
    const near = new Set<number>()
    const add = (number: number): void => {
      const [from, to] = [first[number]!, first[number + 1]!]
      if (to - from > mostHave) return
      for (let at = from; at < to; at++) near.add(deviceOf[places[at]!]!)
      const one = owner.get(number)
      if (one !== undefined) near.add(one)
    }
    for (const number of own[device]!) add(number)
    for (let row = start[device]!; row < start[device + 1]!; row++) {
      add(address[row]!)
      if (near.size > mostNear) return 'all'
    }
    return near
  }
  return (device, other) => {
    if (start[device + 1]! - start[device]! < leastRows || start[other + 1]! - start[other]! < leastRows)
      return true
    let near = kept.get(device)
    if (near === undefined) kept.set(device, (near = nearTo(device)))
    return near === 'all' || near.has(other)
  }
}

/** Whether a device has an address that another one has at this port. */
export function sharesPort(tables: Tables, device: number, other: number, port: number): boolean {
  for (let row = tables.start[device]!; row < tables.start[device + 1]!; row++)
    if (portAt(tables, other, tables.address[row]!) === port) return true
  return false
}
