import { oidParts } from '@linecard/driver-kit'
import { macOf } from '@linecard/driver-kit/codecs'
import { judge, textAt, type Area, type Case, type Comparison, type Row } from '../area.ts'
import { rowOf, saidBy, takeBest, type Cells } from './row.ts'
import { basePorts, column, ifIndexes, numberOf } from './table.ts'

const bridge = '1.3.6.1.2.1.17'
const tagged = `${bridge}.7.1.2.2.1`
const plainTable = `${bridge}.4.3.1`
const invalid = 2

/** `sent`: the bridge port as recorded. `other`: ports that dot1qTpFdbTable has for the MAC address. */
interface Station {
  sent: number
  other: ReadonlySet<string | null>
}

/**
 * The ports of all stations, if none of them is in dot1dBasePortTable: then the two tables count in different
 * ways. Port 0 is the device itself.
 */
function foreignPorts(of: Case): readonly number[] {
  const bases = basePorts(of)
  const sent = [...column(of, `${tagged}.2`).values()].flatMap(value => numberOf(value) || [])
  return sent.some(port => ifIndexes(of).has(bases.get(port) ?? 0)) ? [] : sent
}

/** The VLAN of an FDB id, if exactly one VLAN has it (dot1qVlanFdbId). */
function vlanOf(of: Case): (fdbId: number) => string | null {
  const vlans = Map.groupBy(column(of, `${bridge}.7.1.4.2.1.3`), ([, fdbId]) => numberOf(fdbId))
  return fdbId => {
    const ids = new Set((vlans.get(fdbId) ?? []).map(([index]) => index.split('.').at(-1)!))
    return ids.size === 1 ? [...ids][0]! : null
  }
}

/**
 * A port without ifIndex in dot1dBasePortTable. Agents without the table, or with 0 in it (VOSS), send the
 * ifIndex itself; so do those whose table gives every port its own number and ends before this one.
 */
function unmapped(of: Case, port: number, ifIndex: number | undefined): string {
  const bases = [...basePorts(of)]
  const isAfter = bases.every(([number, to]) => number === to && number < port)
  const isUseless = bases.every(([, to]) => !ifIndexes(of).has(to))
  return (ifIndex === 0 || isAfter || isUseless) && ifIndexes(of).has(port)
    ? String(port)
    : `of bridge port ${port}`
}

function recordedRows(of: Case, entry: string) {
  const [ports, states] = [column(of, `${entry}.2`), column(of, `${entry}.3`)]
  const bases = basePorts(of)
  return [...ports].flatMap(([index, value]) => {
    const parts = oidParts(index)
    // Zyxel IES5212 has the number of the row behind the address; where eight numbers have a 6, it is its length.
    const mac = macOf(parts.length === 8 && parts[1] !== 6 ? parts.slice(1, 7) : parts.slice(-6))
    if (mac === null || numberOf(states.get(index)) === invalid) return []
    const port = numberOf(value) ?? 0
    const ifIndex = bases.get(port)
    const mapped = ifIndex !== undefined && ifIndexes(of).has(ifIndex)
    return [
      {
        mac,
        index,
        fdbId: parts.length > 6 ? parts[0]! : null,
        // A MAC address without its port is half an answer. Port 0 means that the agent does not know it.
        port: mapped ? String(ifIndex) : port === 0 ? null : unmapped(of, port, ifIndex),
        sent: port,
      },
    ]
  })
}

function stationRows(of: Case): Row<Station>[] {
  const mine = (): Map<string, Cells[]> =>
    new Map(
      [...Map.groupBy(of.answers.fdb ?? [], row => row.mac_address)].map(([mac, rows]) => [
        mac,
        rows.map(row => ({
          port: row.interface?.if_index == null ? null : String(row.interface.if_index),
          vlan: row.vlan_id === null ? null : String(row.vlan_id),
        })),
      ]),
    )
  const vlan = vlanOf(of)
  const recorded = recordedRows(of, tagged)
  const tags = Map.groupBy(recorded, ({ mac }) => mac)
  const left = mine()
  const all = mine()
  const row = (
    area: Area,
    entry: string,
    one: ReturnType<typeof recordedRows>[number],
    ours: Map<string, Cells[]>,
  ) => {
    const cells = { port: one.port, vlan: one.fdbId === null ? null : vlan(one.fdbId) }
    // A row of dot1dTpFdbTable stands for all VLANs, so any of our rows of the address may answer it.
    const own = ours.get(one.mac)
    // An agent that does not tell the VLAN of an FDB id most often numbers its FDBs by VLAN id.
    const hint = { vlan: one.fdbId === null ? null : String(one.fdbId) }
    const best = takeBest(cells, area === 'bridged' ? own?.slice() : own, hint)
    return rowOf(
      area,
      `${one.index}`,
      cells,
      best,
      { sent: one.sent, other: new Set((tags.get(one.mac) ?? []).map(({ port }) => port)) },
      saidBy(of, 'fdb', [entry, `${bridge}.1.4`]),
    )
  }
  return [
    ...recorded.map(one => row('stations', tagged, one, left)),
    ...recordedRows(of, plainTable).map(one => row('bridged', plainTable, one, all)),
  ]
}

const stations: Comparison<Station> = {
  rows: stationRows,
  reasons: [
    {
      id: 'port-is-ifindex',
      areas: ['bridged'],
      text: 'RouterOS 6 sends ifIndex in place of the bridge port; we answer the interface of that ifIndex.',
      fits: ({ ours, facts: { sent } }, of) =>
        textAt(of, '1.3.6.1.2.1.1.1.0')?.startsWith('RouterOS') === true &&
        ifIndexes(of).has(sent) &&
        ours === `port ${sent}`,
    },
    {
      id: 'base-from-zero',
      areas: ['stations'],
      text:
        'dot1qTpFdbTable counts ports from 1 and dot1dBasePortTable from 0: no port of the one is in the ' +
        'other, and every port minus one is. We answer the interface of the port minus one.',
      fits: ({ ours, facts: { sent } }, of) =>
        foreignPorts(of).length > 0 &&
        foreignPorts(of).every(port => basePorts(of).has(port - 1)) &&
        ours === `port ${basePorts(of).get(sent - 1)}`,
    },
    {
      id: 'panel-number',
      areas: ['stations', 'bridged'],
      text:
        'TP-Link JetStream sends the number on the panel, which is not in dot1dBasePortTable. We answer the ' +
        'port whose name ends with this number (`gigabitEthernet 1/0/7`).',
      fits: ({ ours, facts: { sent } }, of) =>
        of.driver === 'tplink' &&
        foreignPorts(of).length > 0 &&
        ['1.3.6.1.2.1.2.2.1.2', '1.3.6.1.2.1.31.1.1.1.1'].some(names =>
          new RegExp(`\\b${sent}$`).test(textAt(of, `${names}.${ours?.replace(/^port /, '')}`) ?? ''),
        ),
    },
    {
      id: 'no-base-port',
      areas: ['stations', 'bridged'],
      text: 'Without dot1dBasePortTable the bridge port is not an ifIndex of the device; the table of the vendor has the interface.',
      fits: ({ theirs, ours }, of) =>
        basePorts(of).size === 0 && /^port of bridge port \d+/.test(theirs ?? '') && ours !== null,
    },
    {
      id: 'other-table',
      areas: ['bridged'],
      text: 'dot1qTpFdbTable has the MAC address behind another port; our answer follows that table.',
      fits: ({ ours, facts: { other } }) => ours !== null && other.has(ours.replace(/^port /, '')),
    },
  ],
}
export const stationReasons = stations.reasons
export const compareStations = judge(stations)
