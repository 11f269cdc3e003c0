import type { Station } from '../seen/stations.ts'
import { mostOfKind, some, type Anomaly, type AnomalyRules, type Seen } from './anomaly.ts'

/** MAC addresses that went from one port to another since the reading before. */
interface Move {
  from: number
  to: number
  macs: string[]
}

/** The port that is not known: addresses of ports that keep none were somewhere. */
const unknownPort = 0

/** Reads a key of `stationKey`. */
function readKey(key: string) {
  const [port, mac, vlan] = key.split(' ') as [string, string, string]
  return { port: Number(port), mac, station: `${mac} ${vlan}` }
}

/** Where addresses went, by ports. An address that is at both places has not moved. */
function movesOf({ found, open, elsewhere }: Seen<Station>): Move[] {
  const left = new Map<string, number>()
  for (const key of open.keys())
    if (!found.has(key)) {
      const { station, port } = readKey(key)
      left.set(station, port)
    }
  const moves = new Map<string, Move>()
  const add = (from: number, to: number, mac: string) => {
    const key = `${from} ${to}`
    const move = moves.get(key)
    if (move) move.macs.push(mac)
    else moves.set(key, { from, to, macs: [mac] })
  }
  for (const [key, { interface_id: to, mac, vlan_id: vlan }] of found)
    if (!open.has(key)) add(left.get(`${mac} ${vlan}`) ?? unknownPort, to, mac)
  for (const [station, from] of left) {
    const to = elsewhere.get(station)
    if (to !== undefined) add(from, to, station.slice(0, station.indexOf(' ')))
  }
  return [...moves.values()]
}

/**
 * A change of the topology moves addresses one way; a loop moves them both ways between the same two ports.
 * What comes from a port that keeps no addresses comes from an unknown place.
 */
function loopsOf(compared: Seen<Station>, { loop }: AnomalyRules): Anomaly[] {
  if (!compared.fresh) return []
  const moves = movesOf(compared)
  const known = new Map(moves.map(({ from, to, macs }) => [`${from} ${to}`, macs]))
  const leading = new Set(compared.elsewhere.values())
  return moves.flatMap(({ from, to, macs }): Anomaly[] => {
    // Of two ports that keep addresses each direction is here; one of them is enough.
    if (from === unknownPort || (from > to && !leading.has(to))) return []
    const back = known.get(`${leading.has(to) ? unknownPort : to} ${from}`) ?? []
    if (macs.length < loop || back.length < loop) return []
    const [ports, both] = [[from, to].toSorted((a, b) => a - b), [...macs, ...back]]
    return [
      {
        kind: 'loop',
        part: ports.join(' '),
        interfaceIds: ports,
        addresses: both.length,
        sample: some(both),
      },
    ]
  })
}

/** Addresses that came back to a port twice within the gap, if no loop explains them. */
function movingOf({ plan: { restless } }: Seen<Station>, loops: readonly Anomaly[]): Anomaly[] {
  const looping = new Set(loops.flatMap(({ interfaceIds }) => interfaceIds))
  const macs = [...restless].filter(([, places]) => ![...places].every(place => looping.has(Number(place))))
  if (macs.length === 0) return []
  const ports = macs.flatMap(([, places]) => [...places].map(Number))
  return [
    {
      kind: 'moving',
      part: '',
      interfaceIds: some(ports),
      addresses: macs.length,
      sample: some(macs.map(([mac]) => mac)),
    },
  ]
}

/** Ports with more addresses than are kept, and a device that begins more stays than it may. */
function floodsOf({ found, plan }: Seen<Station>, { perPort }: AnomalyRules): Anomaly[] {
  const ports = Map.groupBy(found.values(), row => row.interface_id)
  const floods = [...ports]
    .filter(([, rows]) => rows.length > perPort)
    .map(([port, rows]): Anomaly => ({
      kind: 'flood',
      part: String(port),
      interfaceIds: [port],
      addresses: rows.length,
      sample: some(rows.slice(0, mostOfKind).map(({ mac }) => mac)),
    }))
  if (plan.left > 0)
    floods.push({ kind: 'flood', part: '', interfaceIds: [], addresses: plan.left, sample: [] })
  return floods
}

/** What is odd in an FDB. */
export function anomaliesOfMacs(compared: Seen<Station>, rules: AnomalyRules): Anomaly[] {
  const loops = loopsOf(compared, rules)
  return [...loops, ...movingOf(compared, loops), ...floodsOf(compared, rules)]
}
