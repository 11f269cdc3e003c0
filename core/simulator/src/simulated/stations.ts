import { between, random } from '../random.ts'
import type { Listing } from './columns.ts'
import { type Port, isUp } from './port.ts'
import { type Timeline, timeline } from './timeline.ts'
import { macOf } from './values.ts'

/** A subscriber's device behind a port. It is in the FDB while it is active and its port has carrier. */
export interface Station {
  mac: Buffer
  vlan: number
  port: Port
  active: Timeline<boolean>
}

const ouis: readonly (readonly [number, number, number])[] = [
  [0x50, 0xc7, 0xbf],
  [0x64, 0x70, 0x02],
  [0xe8, 0xde, 0x27],
  [0xc4, 0x6e, 0x1f],
]

/** `count` stations behind a port, in its untagged VLAN or spread over the tagged ones. */
export function stationsBehind(port: Port, count: number, seed: string, startMs: number): Station[] {
  const next = random(`${seed} stations ${port.ifName}`)
  return Array.from({ length: count }, (_, n) => ({
    mac: macOf(`${seed} ${port.ifName} ${n}`, ouis[n % ouis.length]!),
    port,
    vlan: port.tagged.length ? port.tagged[between(next, 0, port.tagged.length - 1)]! : port.pvid,
    active: timeline<boolean>(
      startMs,
      `${seed} ${port.ifName} heard ${n}`,
      (previous, roll) =>
        previous === true || (previous === undefined && roll() < 0.15)
          ? { state: false, forMs: between(roll, 60_000, 900_000) }
          : { state: true, forMs: between(roll, 300_000, 7_200_000) },
      Boolean,
    ),
  }))
}

/** The stations in the FDB now. The listing expires when the first of them comes or goes. */
export function learnt(stations: readonly Station[], listing: Listing): Station[] {
  const now = listing.now()
  return stations.filter(({ active, port }) => {
    listing.expires(Math.min(active.at(now).untilMs, port.cable.at(now).untilMs))
    return active.at(now).state && isUp(port, now)
  })
}
