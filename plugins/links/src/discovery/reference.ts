import { rest, slice } from '@linecard/driver-kit'
import { above, isDown, portOf, top, unknown, type View } from './view.ts'
import { pieces } from './pieces.ts'
import { atSeveral, portAt } from './tables.ts'

/** Domains that are looked for: each has a reference of its own. */
const mostDomains = 1000
/** Rows of a device that vote for its way up, and the votes that decide. An address of a device has three. */
const [mostVoters, leastVotes, leastShare] = [2000, 3, 0.95]

/**
 * Gives each domain a reference: an address that the most devices have at one port, the gateway's as a rule.
 * The port of a device with the reference leads up; what it has at another port is below it, and that is true
 * for any reference. Devices that have lost the reference find their way up by others, see `inferUps`.
 */
export async function findWaysUp(view: View, roots: ReadonlySet<number>): Promise<void> {
  const { tables, own, up, domain } = view
  const used = new Uint8Array(tables.numbers.size)
  const owner = new Map(own.flatMap((numbers, device) => numbers.map(number => [number, device] as const)))
  for (let at = 0; at < mostDomains; at++) {
    const open = await openDevices(view, used)
    const reference = await widestAddress(view, open, { used, owner, roots })
    if (reference < 0) return
    const root = owner.get(reference)
    if (root !== undefined) [up[root], domain[root]] = [top, at]
    for (const device of open) {
      const port = device === root ? -1 : portAt(tables, device, reference)
      if (port === atSeveral) view.split[device] = 1
      if (port >= 0) [up[device], domain[device]] = [port, at]
    }
    await inferUps(view)
    for (const device of domain.keys())
      if (domain[device] === at) {
        for (let row = tables.start[device]!; row < tables.start[device + 1]!; row++)
          used[tables.address[row]!] = 1
        for (const number of own[device]!) used[number] = 1
      }
  }
}

/** Devices with rows and without a domain, of which no device of a domain has an address. */
async function openDevices({ tables, own, domain, split }: View, used: Uint8Array): Promise<number[]> {
  await rest()
  return [...own.keys()].filter(
    device =>
      domain[device] === -1 &&
      !split[device] &&
      tables.start[device + 1]! > tables.start[device]! &&
      !own[device]!.some(number => used[number]),
  )
}

interface Addresses {
  /** An earlier domain has it. */
  used: Uint8Array
  owner: ReadonlyMap<number, number>
  roots: ReadonlySet<number>
}

/** The address that the most open devices have: of a known gateway before a device's before any other. */
async function widestAddress({ tables }: View, open: readonly number[], { used, owner, roots }: Addresses) {
  const counts = new Map<number, number>()
  const turn = slice()
  for (const device of open)
    for await (const [from, to] of pieces(turn, tables.start[device]!, tables.start[device + 1]!))
      for (let row = from; row < to; row++) {
        const number = tables.address[row]!
        if (!used[number]) counts.set(number, (counts.get(number) ?? 0) + 1)
      }
  let [best, most] = [-1, 0]
  for (const [number, count] of counts) {
    const device = owner.get(number)
    if (device === undefined && count < 2) continue
    const weight = count * (device === undefined ? 1 : roots.has(device) ? 2 : 1.1)
    if (weight > most) [best, most] = [number, weight]
  }
  return best
}

/**
 * The way up of devices that do not have the reference. A device that another has below its port p has all
 * that the other has elsewhere on its own way up.
 */
export async function inferUps(view: View): Promise<void> {
  const turn = slice()
  for (let found = true; found;) {
    found = false
    for (const device of view.up.keys()) {
      if (view.up[device] !== unknown || view.split[device]) continue
      if (turn.over()) await rest()
      const votes = new Map<number, number>()
      const higher = above(view, device)
      for (const { by, port } of higher) vote(view, { device, higher: by, at: port }, votes)
      const ofDevices = new Map<number, number>()
      for (const { by, port } of higher)
        vote(view, { device, higher: by, at: port, onlyDevices: true }, ofDevices)
      const all = [...votes.values()].reduce((sum, count) => sum + count, 0)
      const best = [...votes].find(([, count]) => count >= leastVotes && count >= all * leastShare)
      // Its own address was seen in the VLAN of devices: the way up must be of that VLAN, too.
      if (!best || ofDevices.size !== 1 || !ofDevices.has(best[0])) continue
      view.up[device] = best[0]
      view.domain[device] = view.domain[higher[0]!.by]!
      found = true
    }
  }
}

interface Asked {
  device: number
  /** A device that has it at this port. */
  higher: number
  at: number
  onlyDevices?: boolean
}

function vote(view: View, { device, higher, at, onlyDevices }: Asked, votes: Map<number, number>): void {
  const { tables, ownerOf } = view
  const add = (port: number, weight: number) => {
    if (port >= 0) votes.set(port, (votes.get(port) ?? 0) + weight)
  }
  add(portOf(view, device, higher), 3)
  const end = Math.min(tables.start[device + 1]!, tables.start[device]! + mostVoters)
  for (let row = tables.start[device]!; row < end; row++) {
    if (onlyDevices && ownerOf[tables.address[row]!] === -1) continue
    const other = portAt(tables, higher, tables.address[row]!)
    if (other >= 0 && other !== at) add(tables.port[row]!, 1)
  }
}

/** Devices above that are asked about one way up, and the share of votes against it that is too much. */
const [mostAsked, mostAgainst] = [16, 0.2]

/**
 * Takes the way up from devices where it contradicts what others have: their VLANs have trees of their own,
 * and the reference was told in another VLAN than the addresses of devices. The worst go first: their own
 * contradictions end with them.
 */
export async function checkWaysUp(view: View): Promise<void> {
  const turn = slice()
  let suspects = [...view.up.keys()].filter(device => view.up[device]! >= 0)
  while (suspects.length > 0) {
    const shares = new Map<number, number>()
    for (const device of suspects) {
      if (turn.over()) await rest()
      const share = votesAgainst(view, device)
      if (share > mostAgainst) shares.set(device, share)
    }
    const worst = Math.max(...shares.values(), 0)
    suspects = []
    for (const [device, share] of shares)
      if (share >= worst * 0.9) [view.split[device], view.up[device]] = [1, unknown]
      else suspects.push(device)
  }
}

/** The share of votes of devices above that are against the way up, by the addresses of devices or by all. */
function votesAgainst(view: View, device: number): number {
  const higher = above(view, device).slice(0, mostAsked)
  const shares = [true, false].map(onlyDevices => {
    const votes = new Map<number, number>()
    for (const { by, port } of higher) vote(view, { device, higher: by, at: port, onlyDevices }, votes)
    const all = [...votes.values()].reduce((sum, count) => sum + count, 0)
    const against = all - (votes.get(view.up[device]!) ?? 0)
    return against >= leastVotes ? against / all : 0
  })
  return Math.max(...shares)
}

/**
 * Addresses of devices that the higher one has elsewhere, and the device not on its way up: in the VLAN of
 * devices, its way up is another.
 */
export function isOtherWay(view: View, { device, higher, at }: Asked): boolean {
  const votes = new Map<number, number>()
  vote(view, { device, higher, at, onlyDevices: true }, votes)
  const all = [...votes.values()].reduce((sum, count) => sum + count, 0)
  return all - (votes.get(view.up[device]!) ?? 0) >= 2
}

/** Whether two ports of two devices lead to each other, and which is the upper end. */
export function directionOf(
  view: View,
  a: number,
  aPort: number,
  b: number,
  bPort: number,
): 'a' | 'b' | null {
  const used = () => portOf(view, a, b) === aPort || portOf(view, b, a) === bPort
  if (isDown(view, a, aPort) && (view.up[b] === bPort || (view.up[b] === unknown && used()))) return 'a'
  if (isDown(view, b, bPort) && (view.up[a] === aPort || (view.up[a] === unknown && used()))) return 'b'
  return null
}
