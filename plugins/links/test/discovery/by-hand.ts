import type { Tables } from '../../src/discovery/tables.ts'
import type { Tree } from '../../src/discovery/tree.ts'
import { viewOf, type View } from '../../src/discovery/view.ts'

/** Of one device: ports with the addresses there; -2: at several ports. */
export type Rows = Readonly<Record<number, readonly number[]>>

/** Numbers of stations: `many(50, 3)` is 50, 51, 52. */
export const many = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => first + at)

export function tablesOf(devices: readonly Rows[]): Tables {
  const rows = devices.map(ports =>
    Object.entries(ports)
      .flatMap(([port, addresses]) => addresses.map(address => [address, Number(port)] as const))
      .toSorted((a, b) => a[0] - b[0]),
  )
  const start = [0]
  for (const { length } of rows) start.push(start.at(-1)! + length)
  const all = rows.flat()
  const most = Math.max(devices.length - 1, ...all.map(([address]) => address))
  return {
    start: Int32Array.from(start),
    address: Int32Array.from(all, ([address]) => address),
    port: Int32Array.from(all, ([, port]) => port),
    numbers: new Map(many(0, most + 1).map(number => [number, number])),
    left: 0,
  }
}

/** A view of tables that are written down. The device at place `d` has the address `d`. */
export async function aView(
  devices: readonly Rows[],
  { up = [], domain = [] }: { up?: readonly number[]; domain?: readonly number[] } = {},
): Promise<View> {
  const macsOf = devices.map((_, device) => [device])
  const view = await viewOf(tablesOf(devices), { macsOf } as never, devices.length * 10)
  view.up.set(up)
  view.domain.set(domain)
  return view
}

/** A tree by the parent of each device and its port there. */
export function aTree(
  parent: readonly number[],
  port: readonly number[],
  open: Readonly<Record<number, readonly number[]>> = {},
): Tree {
  const children = [-1, ...parent.keys()].map(
    one => new Set([...parent.keys()].filter(device => parent[device] === one)),
  )
  const places = [...parent.keys()]
  return {
    parent: Int32Array.from(parent),
    port: Int32Array.from(port),
    told: new Uint8Array(parent.length),
    open: places.map(device => [...(open[device] ?? [])]),
    children,
    loose: places.map(device => places.filter(one => open[one]?.includes(device))),
  }
}
