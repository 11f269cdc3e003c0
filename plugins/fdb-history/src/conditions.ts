import { visibleDevices, visibleInterfaces } from '@linecard/inventory/read'
import type { Condition, ConditionSource, ConditionsAsked, Severity } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { anomalyEvents } from './anomalies/anomaly.ts'
import type { History } from './setup.ts'
import { tables, type AnomalyKind, type AnomalyTable } from './tables.ts'

interface Row extends AnomalyTable {
  ip: string
  name: string
  /** Names of the interfaces, in the order of their ids. */
  ports: string[]
}
interface Words {
  title: string
  description: string
}

/** Anomalies that are told at most, the oldest first. */
const mostTold = 10_000

const movingCauses = 'Two stations may have one address, or a link flaps, or it is a loop.'

const words: Readonly<Record<AnomalyKind, (row: Row, device: string) => Words>> = {
  loop: ({ ports }, device) => ({
    title: `MAC addresses move between ${ports.join(' and ')} of ${device}: a loop`,
    description:
      'They went both ways between two readings. Look for a cable between two ports, or for something ' +
      'behind them that joins both.',
  }),
  moving: ({ ports }, device) => ({
    title: `MAC addresses come and go between ports of ${device}`,
    description: `At ${ports.join(', ')}. ${movingCauses}`,
  }),
  flood: ({ ports, part }, device) => ({
    title: part
      ? `${ports[0] ?? 'A port'} of ${device} has more MAC addresses than are kept`
      : `${device} learns more MAC addresses in an hour than are kept`,
    description:
      'Look at what is behind it: a loop, random addresses of a sender, or an uplink without a mark.',
  }),
  changing: ({ part }, device) => ({
    title: `${part} comes and goes between MAC addresses at ${device}`,
    description: 'Two stations have this IP address, or one takes the place of another.',
  }),
  many: ({ part }, device) => ({
    title: `${part} answers for many IP addresses at ${device}`,
    description: 'It is a router with proxy ARP, or it takes the place of others.',
  }),
}

function conditionOf(row: Row): Condition {
  const {
    device_id: deviceId,
    kind,
    part,
    interface_ids: ids,
    addresses,
    sample,
    ports,
    ip,
    name,
    since,
  } = row
  const { title, description } = words[kind](row, name || ip)
  const few = sample.slice(0, 5).join(', ')
  return {
    device_id: deviceId,
    interface_id: ids.length === 1 ? ids[0]! : null,
    part: `${kind} ${part}`,
    title,
    description: `${description} ${addresses} addresses${few ? `, such as ${few}` : ''}.`,
    labels: { ip, kind, ...(ports.length > 0 && { ports: ports.join(', ') }) },
    since,
  }
}

/** What was odd in the last readings, until none of `anomaly_min` has it. */
const source = (
  label: string,
  severity: Severity,
  kinds: readonly AnomalyKind[],
): ConditionSource<History> => ({
  label,
  severity,
  async holding({ ctx }, { deviceIds }: ConditionsAsked) {
    const [em, all] = [ctx.em(), { groupIds: null }]
    const after = new Date(ctx.clock().getTime() - ctx.config.anomaly_min * 60_000)
    const { rows } = await sql<Row>`
      select a.*, host(d.ip) as ip, d.name, array(
        select i.name from (${visibleInterfaces(em, all)}) i where i.id = any (a.interface_ids) order by i.id
      ) as ports
      from fdb_history_anomaly a
      join (${visibleDevices(em, all)}) d on d.id = a.device_id and d.enabled
      where a.seen_at > ${after} and a.kind = any (${[...kinds]}::text[])
        and (${deviceIds === null} or a.device_id = any (${[...(deviceIds ?? [])]}::int[]))
      order by a.since, a.device_id limit ${mostTold}`.execute(tables(em))
    return rows.map(conditionOf)
  },
})

export const conditions = {
  mac_loop: source('MAC addresses move between two ports: a loop', 'critical', ['loop']),
  fdb_anomaly: source('MAC addresses come and go, or are too many', 'warning', ['moving', 'flood']),
  arp_anomaly: source('An IP address has changing MAC addresses, or a MAC address has many', 'warning', [
    'changing',
    'many',
  ]),
} satisfies Record<(typeof anomalyEvents)[number], ConditionSource<History>>
