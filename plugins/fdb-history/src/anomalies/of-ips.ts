import type { Neighbour } from '../seen/neighbours.ts'
import type { Compared } from '../stays/store.ts'
import { some, type Anomaly, type AnomalyRules } from './anomaly.ts'

const known = (ids: readonly (number | null)[]): number[] => some(ids.flatMap(id => id ?? []))

/** What is odd in an ARP table: two stations with one IP address, or one that answers for many. */
export function anomaliesOfIps(
  { found, plan: { restless } }: Compared<Neighbour>,
  { perMac }: AnomalyRules,
): Anomaly[] {
  const rows = [...found.values()]
  const changing = [...restless].map(([ip, macs]): Anomaly => ({
    kind: 'changing',
    part: ip,
    interfaceIds: known(rows.filter(row => row.ip === ip).map(row => row.interface_id)),
    addresses: macs.size,
    sample: some(macs),
  }))
  if (perMac === 0) return changing
  const many = [...Map.groupBy(rows, ({ mac }) => mac)]
    .filter(([, all]) => all.length >= perMac)
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([mac, all]): Anomaly => ({
      kind: 'many',
      part: mac,
      interfaceIds: known(all.map(row => row.interface_id)),
      addresses: all.length,
      sample: some(all.map(({ ip }) => ip)),
    }))
  return [...changing, ...many]
}
