import { slice } from '@linecard/driver-kit'
import type { Identities } from './identity.ts'
import { nearOf, type Near } from './near.ts'
import { pieces } from './pieces.ts'
import { atSeveral, portAt, type Tables } from './tables.ts'

/** A device that has an address of another one, and where. */
export interface Sight {
  by: number
  port: number
}

/** The tables, and which port of each device leads to the reference address of its domain. */
export interface View {
  tables: Tables
  /** Numbers of the addresses of each device that some table has. */
  own: readonly (readonly number[])[]
  /** Of each device: who has an address of it. */
  seenBy: readonly (readonly Sight[])[]
  /** Port towards the reference; `unknown`; `top`: the device is the reference. */
  up: Int32Array
  /** Domain of each device: devices with one reference; -1: none. */
  domain: Int32Array
  /** Device of each address; -1: a station's. */
  ownerOf: Int32Array
  near: Near
  /** Number of addresses at each port. */
  rowsAt: Int32Array
  /** The reference is at several ports: VLANs have trees of their own here. */
  split: Uint8Array
}

export const unknown = -1
export const top = -3

export async function viewOf(tables: Tables, ids: Identities, ports: number): Promise<View> {
  const count = ids.macsOf.length
  const ownerOf = new Int32Array(tables.numbers.size).fill(-1)
  const own = ids.macsOf.map((macs, device) =>
    macs.flatMap(mac => {
      const number = tables.numbers.get(mac)
      if (number === undefined) return []
      ownerOf[number] = device
      return [number]
    }),
  )
  const seenBy: Sight[][] = own.map(() => [])
  const rowsAt = new Int32Array(ports)
  const turn = slice()
  for (const by of own.keys())
    for await (const [from, to] of pieces(turn, tables.start[by]!, tables.start[by + 1]!))
      for (let row = from; row < to; row++) {
        if (tables.port[row]! >= 0) rowsAt[tables.port[row]!]!++
        const device = ownerOf[tables.address[row]!]!
        if (device === -1 || device === by) continue
        addSight(seenBy[device]!, by, tables.port[row]!)
      }
  const [up, domain] = [new Int32Array(count).fill(unknown), new Int32Array(count).fill(-1)]
  const near = await nearOf(tables, own)
  return { tables, near, own, seenBy, up, domain, ownerOf, rowsAt, split: new Uint8Array(count) }
}

/** The devices come in order, so an earlier address of the same device is in the last place. */
function addSight(sights: Sight[], by: number, port: number): void {
  const last = sights.at(-1)
  if (last?.by !== by) sights.push({ by, port })
  else if (last.port !== port) last.port = atSeveral
}

/** Port at which a device has the other one; -1: it does not; `atSeveral`. */
export function portOf({ tables, own }: View, device: number, other: number): number {
  let found = -1
  for (const number of own[other]!) {
    const port = portAt(tables, device, number)
    if (port !== -1) found = found === -1 || found === port ? port : atSeveral
  }
  return found
}

/** The port leads away from the reference: what is there has this device on its way to it. */
export const isDown = ({ up }: View, device: number, port: number): boolean =>
  port >= 0 && up[device] !== unknown && up[device] !== port

/** Port at which the other one is below the device; -1: that is not known. */
export function downTo(view: View, device: number, other: number): number {
  const port = portOf(view, device, other)
  return isDown(view, device, port) ? port : -1
}

/** Who has the device below itself, with the ports: each of them is on its way to the reference. */
export const above = (view: View, device: number): Sight[] =>
  view.seenBy[device]!.filter(
    ({ by, port }) =>
      isDown(view, by, port) && (view.domain[device] === -1 || view.domain[by] === view.domain[device]),
  )
