import type { LinkRow } from '../links/rows.ts'
import type { PortRate } from './rates.ts'

/** How much a link carries; null: not known. */
export interface Load {
  /** Megabits a second (10^6), towards `dest` and towards `src`. */
  to_dest_mbps: number | null
  to_src_mbps: number | null
  speed_mbps: number | null
  /** The larger direction of the speed. */
  percent: number | null
  /** The interface whose counters tell it; null: those of the members of the aggregate. */
  measured_at: number | null
}

export type Ends = Pick<LinkRow, 'src_interface_id' | 'dest_interface_id'> &
  Pick<LinkRow, 'src_aggregate_id' | 'dest_aggregate_id'>

/** Octets a second as megabits a second: speeds of lines are powers of ten, not of two. */
const mbps = (rate: number | null): number | null => (rate === null ? null : (rate * 8) / 1e6)
const unknown: Load = {
  to_dest_mbps: null,
  to_src_mbps: null,
  speed_mbps: null,
  percent: null,
  measured_at: null,
}

const round = (value: number | null, digits: number): number | null =>
  value === null ? null : Math.round(value * 10 ** digits) / 10 ** digits

function loadOf(toDest: number | null, toSrc: number | null, speed: number | null, at: number | null): Load {
  const most = Math.max(toDest ?? -1, toSrc ?? -1)
  const known = most >= 0 && speed !== null && speed > 0
  return {
    to_dest_mbps: round(toDest, 3),
    to_src_mbps: round(toSrc, 3),
    speed_mbps: speed === null || speed <= 0 ? null : round(speed, 3),
    percent: known ? round((most / speed) * 100, 1) : null,
    measured_at: at,
  }
}

/** By the counters of the upstream interface; where they are not known, of the other one. */
function measured({ src_interface_id: src, dest_interface_id: dest }: Ends, rates: Rates): Load | null {
  const [one, other] = [
    src === null ? undefined : rates.get(src),
    dest === null ? undefined : rates.get(dest),
  ]
  // Some devices tell no speed of a port: then the other end tells it, which has the same.
  const speed = mbps(one?.speed ?? other?.speed ?? null)
  const flows = (rate: PortRate | undefined) => rate !== undefined && (rate.in !== null || rate.out !== null)
  if (flows(one)) return loadOf(mbps(one!.out), mbps(one!.in), speed, src)
  if (flows(other))
    return loadOf(mbps(other!.in), mbps(other!.out), mbps(other!.speed ?? null) ?? speed, dest)
  return null
}

type Rates = ReadonlyMap<number, PortRate>

const sum = (values: readonly (number | null)[]): number | null =>
  values.some(value => value === null) ? null : values.reduce<number>((all, value) => all + value!, 0)

/** The load of each link, in their order. That of an aggregate without counters is the sum of its members. */
export function loadsOf(rows: readonly Ends[], rates: Rates): Load[] {
  const members = new Map<number, Ends[]>()
  for (const row of rows)
    for (const id of new Set([row.src_aggregate_id, row.dest_aggregate_id]))
      if (id !== null) members.set(id, [...(members.get(id) ?? []), row])
  return rows.map(row => {
    const own = measured(row, rates)
    if (own?.percent != null) return own
    const [src, dest] = [row.src_interface_id, row.dest_interface_id]
    const parts =
      (src === null ? undefined : members.get(src)) ?? (dest === null ? undefined : members.get(dest))
    if (!parts) return own ?? unknown
    const loads = parts.map(part => {
      const load = measured(part, rates) ?? unknown
      // A member may be stored with its ends the other way round.
      const turned =
        part.src_aggregate_id !== null ? part.src_aggregate_id === dest : part.dest_aggregate_id === src
      return turned ? { ...load, to_dest_mbps: load.to_src_mbps, to_src_mbps: load.to_dest_mbps } : load
    })
    return loadOf(
      sum(loads.map(load => load.to_dest_mbps)),
      sum(loads.map(load => load.to_src_mbps)),
      sum(loads.map(load => load.speed_mbps)),
      null,
    )
  })
}

/** `1G`, `2.5G`, `100M`. */
export const speedText = (speed: number | null): string | null =>
  speed === null
    ? null
    : speed >= 1000
      ? `${Math.round(speed / 100) / 10}G`
      : `${Math.round(speed * 10) / 10}M`
