import type { End, FoundLink, Proof } from '../discovery/found.ts'
import type { LinkRow } from '../links/rows.ts'
import type { State } from '../tables.ts'

/** What a scan writes of a link. */
export interface Written {
  src_device_id: number
  src_interface_id: number | null
  dest_device_id: number
  dest_interface_id: number | null
  src_aggregate_id: number | null
  dest_aggregate_id: number | null
  state: State
  directed: boolean
  proofs: readonly Proof[]
  confidence: number | null
  sure: boolean | null
  shared: boolean
  seen_at: Date | null
  missed_sec: number
  /** The ends have changed places: the line on the map is the other way round too. */
  turned: boolean
}

export interface Plan {
  add: Written[]
  change: (Written & { id: number })[]
  remove: number[]
  counts: {
    found: number
    active: number
    suggested: number
    refused: number
    gone: number
    left_out: number
  }
}

export interface PlanRules {
  now: Date
  /** Time since the last scan. */
  elapsedSec: number
  goneSec: number
  forgetBefore: Date
  mostLinks: number
  /** Whether both devices of a link were read, as far as its proofs need it. */
  readable(row: LinkRow): boolean
}

const pairOf = (a: number, b: number): string => (a < b ? `${a} ${b}` : `${b} ${a}`)

/** Links between the same devices fit, if their ports are equal or not known; how well, or -1. */
function fitOf(row: LinkRow, { a, b }: FoundLink): { fit: number; turned: boolean } {
  const turned = row.src_device_id !== a.device
  const [src, dest] = turned ? [b, a] : [a, b]
  const end = (stored: number | null, found: number | null) =>
    stored === null || found === null ? Number(stored === found) : stored === found ? 2 : -9
  const fit = end(row.src_interface_id, src.interface) + end(row.dest_interface_id, dest.interface)
  return { fit: fit < 0 ? -1 : fit, turned }
}

/** Decisions of people come first, then what fits best, then the oldest. */
const rank = (row: LinkRow): number => (row.source === 'manual' ? 2 : row.state === 'refused' ? 1 : 0)

function matchOf(rows: readonly LinkRow[], link: FoundLink, taken: ReadonlySet<number>) {
  return rows
    .filter(row => !taken.has(row.id))
    .map(row => ({ row, ...fitOf(row, link) }))
    .filter(({ fit }) => fit >= 0)
    .toSorted((x, y) => y.fit - x.fit || rank(y.row) - rank(x.row) || x.row.id - y.row.id)
    .at(0)
}

const endsOf = (src: End, dest: End) => ({
  src_device_id: src.device,
  src_interface_id: src.interface,
  dest_device_id: dest.device,
  dest_interface_id: dest.interface,
})
const proofOf = ({ proofs, confidence, sure, shared }: FoundLink, now: Date) => ({
  proofs,
  confidence,
  sure,
  shared,
  seen_at: now,
  missed_sec: 0,
})
const aggregatesOf = ({ within }: FoundLink, turned: boolean) => ({
  src_aggregate_id: (turned ? within?.b : within?.a) ?? null,
  dest_aggregate_id: (turned ? within?.a : within?.b) ?? null,
})

/** A known link that was found again. What people have drawn or refused stays as it is. */
function seenAgain(row: LinkRow, link: FoundLink, turned: boolean, now: Date): Written & { id: number } {
  const proof = proofOf(link, now)
  if (row.source === 'manual' || row.state === 'refused') return { ...row, ...proof, turned: false }
  const [src, dest] = turned ? [link.b, link.a] : [link.a, link.b]
  const merged = {
    src: { device: row.src_device_id, interface: src.interface ?? row.src_interface_id },
    dest: { device: row.dest_device_id, interface: dest.interface ?? row.dest_interface_id },
  }
  // The stored order stays until it is known that it is wrong.
  const turn = turned && link.directed
  const state = row.state === 'active' || link.sure || row.decided_by !== null ? 'active' : 'suggested'
  return {
    ...row,
    ...(turn ? endsOf(merged.dest, merged.src) : endsOf(merged.src, merged.dest)),
    ...aggregatesOf(link, turned && !turn),
    ...proof,
    state,
    directed: link.directed || row.directed,
    turned: turn,
  }
}

/** A known link that was not found: only the time in which it could have been counts. */
function missed(row: LinkRow, rules: PlanRules): (Written & { id: number }) | null {
  if (row.source === 'manual' || row.state === 'refused' || row.state === 'gone') return null
  if (!rules.readable(row)) return null
  const missedSec = row.missed_sec + rules.elapsedSec
  const state = missedSec >= rules.goneSec ? 'gone' : row.state
  return { ...row, missed_sec: missedSec, state, turned: false }
}

const isForgotten = (row: LinkRow, { forgetBefore }: PlanRules): boolean =>
  row.state === 'gone' && row.note === '' && row.path.length === 0 && row.seen_at! < forgetBefore

const portsOf = ({ a, b }: FoundLink) => [a.interface, b.interface].filter(port => port !== null)

/** What is to be written, so that the stored links are those that a scan has found. */
export function planLinks(stored: readonly LinkRow[], found: readonly FoundLink[], rules: PlanRules): Plan {
  const byPair = Map.groupBy(stored, row => pairOf(row.src_device_id, row.dest_device_id))
  const drawnPorts = new Set(
    stored
      .filter(({ source }) => source === 'manual')
      .flatMap(row => [row.src_interface_id, row.dest_interface_id]),
  )
  const taken = new Set<number>()
  const plan: Plan = {
    add: [],
    change: [],
    remove: [],
    counts: { found: found.length, active: 0, suggested: 0, refused: 0, gone: 0, left_out: 0 },
  }
  const known = (link: FoundLink) => portsOf(link).length
  // Those of which more is known choose first.
  for (const link of found.toSorted((x, y) => known(y) - known(x))) {
    const match = matchOf(byPair.get(pairOf(link.a.device, link.b.device)) ?? [], link, taken)
    if (match) {
      taken.add(match.row.id)
      const again = seenAgain(match.row, link, match.turned, rules.now)
      plan.change.push(again)
      plan.counts[again.state]++
    } else if (stored.length + plan.add.length >= rules.mostLinks) plan.counts.left_out++
    else {
      // A person says that something else is at this port: the scan may only suggest.
      const disputed = !link.shared && portsOf(link).some(port => drawnPorts.has(port))
      const state = link.sure && !disputed ? 'active' : 'suggested'
      plan.counts[state]++
      plan.add.push({
        ...endsOf(link.a, link.b),
        ...aggregatesOf(link, false),
        ...proofOf(link, rules.now),
        state,
        directed: link.directed,
        turned: false,
      })
    }
  }
  for (const row of stored) {
    if (taken.has(row.id)) continue
    if (isForgotten(row, rules)) plan.remove.push(row.id)
    const change = missed(row, rules)
    if (!change) continue
    plan.change.push(change)
    if (change.state === 'gone') plan.counts.gone++
  }
  return plan
}
