import type { Station } from '../seen/stations.ts'
import type { Seen } from './anomaly.ts'

/** MAC addresses that went from one port to another since the reading before. */
export interface Move {
  from: number
  to: number
  macs: string[]
}

/** The port that is not known: addresses of ports that keep none were somewhere. */
export const unknownPort = 0

/** Reads a key of `stationKey`. */
function readKey(key: string) {
  const [port, mac, vlan] = key.split(' ') as [string, string, string]
  return { port: Number(port), mac, station: `${mac} ${vlan}` }
}

/** Where addresses went, by ports. An address that is at both places has not moved. */
export function movesOf({ found, open, elsewhere }: Seen<Station>): Move[] {
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
