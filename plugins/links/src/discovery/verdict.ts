import { rest, slice } from '@linecard/driver-kit'
import type { Claims } from './claims.ts'
import type { Told } from './agree.ts'
import type { Network } from './network.ts'
import { mayBePassed, type Known } from './quiet.ts'
import { above, downTo, portOf, type View } from './view.ts'

/** What neighbours told, and what the tables say to it. */
export interface Judged extends Told {
  sure: boolean
  shared: boolean
  confidence: number
  /** Told by one side, and a table has the other end there: sure if nobody can be between. */
  supported?: boolean
  /** Why it is not sure, or what else speaks for it; for a person. */
  remark: string | null
}

/** Told links by the ports that they name. */
function byPort(told: readonly Told[]): Map<number, Told[]> {
  const all = new Map<number, Told[]>()
  for (const one of told)
    for (const port of [one.aPort, one.bPort]) if (port >= 0) all.set(port, [...(all.get(port) ?? []), one])
  return all
}

/**
 * Judges what neighbours told. A row of one side that names a port which two others agree on is old. Several
 * neighbours at one port, each of them true, share something that passes LLDP on.
 */
export async function judge(
  known: Known,
  told: readonly Told[],
): Promise<{ links: Judged[]; dropped: Told[] }> {
  const agreed = byPort(told.filter(({ both }) => both))
  const isOld = (one: Told) => !one.both && [one.aPort, one.bPort].some(port => agreed.has(port))
  const dropped = told.filter(isOld)
  const left = told.filter(one => !isOld(one))
  const at = byPort(left)
  const links: Judged[] = []
  const turn = slice()
  for (const one of left) {
    if (turn.over()) await rest()
    const company = (port: number) =>
      (at.get(port) ?? []).some(other => other.a !== one.a || other.b !== one.b)
    const many = company(one.aPort) || company(one.bPort)
    const found = await verdict(known, one, many)
    if (found === null) dropped.push(one)
    else links.push({ ...one, ...found })
  }
  return { links, dropped }
}

type Verdict = Omit<Judged, keyof Told>
const unsure = (confidence: number, remark: string, shared = false): Verdict => ({
  sure: false,
  shared,
  confidence,
  remark,
})

async function verdict(known: Known, one: Told, many: boolean): Promise<Verdict | null> {
  const { network, view, claims } = known
  const between = await isBetween(known, one)
  if (between === 'surely') return null
  if (between === 'maybe') return unsure(one.both ? 0.55 : 0.4, 'a device without LLDP may be between')
  const support = isSupported(network, view, one)
  if (one.both) {
    if (many) return unsure(0.35, 'a port has several neighbours', true)
    const shared = sameStranger(claims, one)
    return { sure: true, shared, confidence: 0.98, remark: null }
  }
  if (many) return unsure(0.4, 'a port has several neighbours')
  if (!one.strong) return unsure(0.5, 'only a name says which device it is')
  const silent = !claims.tell.has(one.b)
  if (one.aPort < 0 || one.bPort < 0) return unsure(0.6, 'a port is not known')
  if (support && !claims.strangers.has(one.bPort))
    return { ...unsure(0.85, 'the FDB says the same'), supported: true }
  return silent
    ? unsure(0.75, 'the other side tells no neighbours')
    : unsure(0.5, 'the other side does not say so')
}

/** A neighbour that is not in the inventory, heard by both sides at these ports. */
function sameStranger({ strangers }: Claims, { aPort, bPort }: Told): boolean {
  const [one, other] = [strangers.get(aPort), strangers.get(bPort)]
  return one !== undefined && other !== undefined && [...one].some(name => other.has(name))
}

/** The FDB of one side has the other side at this port. A port that is not known has no aggregate. */
function isSupported({ trunk }: Network, view: View, { a, aPort, b, bPort }: Told): boolean {
  const has = (device: number, port: number, other: number) => portOf(view, device, other) === trunk[port]
  return has(a, aPort, b) || has(b, bPort, a)
}

/**
 * A device that passes LLDP on and is between: one side has it at this port, and it has the other side below
 * itself. Or it might be, see `mayBePassed`.
 */
async function isBetween(known: Known, one: Told): Promise<'surely' | 'maybe' | null> {
  const { network, view } = known
  const { a, aPort, b, bPort } = one
  const ends = [
    [a, aPort, b],
    [b, bPort, a],
  ] as const
  for (const [high, port, low] of ends) {
    const trunk = network.trunk[port]
    for (const { by } of above(view, low))
      if (by !== high && downTo(view, high, by) === trunk) return 'surely'
  }
  return (await mayBePassed(known, one)) ? 'maybe' : null
}
