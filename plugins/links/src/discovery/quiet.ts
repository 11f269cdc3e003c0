import type { Told } from './agree.ts'
import { mayBeBetween } from './between.ts'
import type { Claims } from './claims.ts'
import type { Network } from './network.ts'
import { directionOf } from './reference.ts'
import type { Tree } from './tree.ts'
import { above, portOf, type View } from './view.ts'

/** What neighbours are judged by. */
export interface Known {
  network: Network
  view: View
  tree: Tree
  claims: Claims
  /** Devices that speak no protocol of neighbours: some of them pass LLDP on. */
  quiet: ReadonlySet<number>
}

/** Devices that tell no neighbours, and that nobody tells. */
export function quietDevices({ devices }: Network, { list, tell }: Claims): Set<number> {
  const heard = new Set(list.map(({ to }) => to))
  return new Set([...devices.keys()].filter(at => !tell.has(at) && !heard.has(at)))
}

/**
 * Whether a device that speaks no LLDP may be between two that hear each other. By the standard nobody passes
 * LLDP on, but devices exist that do. It is not between if the tables exclude it; or if nothing at all is
 * learnt at both ports, as at a link that spanning tree has closed, and it surely hangs elsewhere. Where
 * nobody has such a device, the standard counts.
 */
export async function mayBePassed(known: Known, { a, aPort, b, bPort }: Told): Promise<boolean> {
  const { network, view, tree, quiet } = known
  const told = hasTable(view, a) || hasTable(view, b)
  if (quiet.size === 0) return false
  if (!told) return isQuietNear(known, a, b)
  if (aPort < 0 || bPort < 0) return true
  const [one, other] = [network.trunk[aPort]!, network.trunk[bPort]!]
  const way = directionOf(view, a, one, b, other)
  if (way === null)
    return (
      !isIdle(network, view, a, one) || !isIdle(network, view, b, other) || (await isQuietNear(known, a, b))
    )
  const asked = way === 'a' ? { high: a, port: one, low: b } : { high: b, port: other, low: a }
  return (await mayBeBetween(view, tree, asked, device => quiet.has(device))).length > 0
}

const hasTable = ({ tables }: View, device: number): boolean =>
  tables.start[device + 1]! > tables.start[device]!

const isIdle = ({ devices }: Network, { tables, rowsAt }: View, device: number, port: number): boolean =>
  devices[device]!.fdb === 'whole' && tables.start[device + 1]! > tables.start[device]! && rowsAt[port] === 0

/** A device that speaks no LLDP, and may hang at one of the two. */
async function isQuietNear({ view, tree, quiet }: Known, a: number, b: number): Promise<boolean> {
  for (const other of quiet)
    if (
      other !== a &&
      other !== b &&
      mayTouch(view, other, a, b) &&
      !(await hangsElsewhere(view, tree, other, [a, b]))
    )
      return true
  return false
}

/** Nobody has the device in another branch than both, and their tables have something in common. */
function mayTouch(view: View, other: number, a: number, b: number): boolean {
  const { near, seenBy, domain } = view
  if (seenBy[other]!.length === 0 && !hasTable(view, other)) return false
  if (domain[other] !== -1 && domain[a] !== -1 && domain[other] !== domain[a]) return false
  if (!near(other, a) && !near(other, b)) return false
  return !above(view, other).some(({ by, port }) => {
    if (by === a || by === b) return false
    const [one, two] = [portOf(view, by, a), portOf(view, by, b)]
    return one >= 0 && two >= 0 && one !== port && two !== port
  })
}

/** Its link to the one above is surely known, and leads to neither of the two. */
async function hangsElsewhere(
  view: View,
  tree: Tree,
  other: number,
  ends: readonly number[],
): Promise<boolean> {
  const [high, port] = [tree.parent[other]!, tree.port[other]!]
  if (port < 0 || ends.includes(high)) return false
  return (await mayBeBetween(view, tree, { high, port, low: other })).length === 0
}
