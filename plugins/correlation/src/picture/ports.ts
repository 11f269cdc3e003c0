import {
  rememberedStatusChanges,
  visibleDevices,
  visibleInterfaces,
  visibleSightings,
} from '@linecard/inventory/read'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { CardFact, PortFact, UplinkFact, UpstreamFact } from '../judge/index.ts'
import { tables } from '../tables.ts'
import { cardOf, slotOf } from './words.ts'

const all = { groupIds: null }
/** Types of interfaces of an OLT that are Ethernet ports. */
const ethernet = /^(ETH|FE|GE|TGE|XGE|SFP|10GE|25GE|40GE|100GE)/i

interface Row {
  id: number
  bind_key: string
  name: string
  type: string
  status: string | null
  admin_state: string | null
}

const worksOf = ({ cards, isNew }: Told, card: string): boolean | null => {
  const works = cards[String(slotOf(card))] ?? null
  return works === true && !isNew ? null : works
}

const upOf = (status: string | null): boolean | null =>
  status === 'Up' ? true : status === 'Down' || status === 'NotPresent' || status === 'LLDown' ? false : null

/** Since when ports are down that were up before. */
async function downSince(em: SqlEntityManager, ids: readonly number[]): Promise<Map<number, Date>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ interface_id: number; time: Date; previous: string | null }>`
    select distinct on (c.interface_id) c.interface_id, c.time, c.previous
    from (${rememberedStatusChanges(em, all)}) c where c.interface_id = any (${[...ids]}::int[])
    order by c.interface_id, c.time desc, c.id desc`.execute(tables(em))
  return new Map(
    rows.flatMap(({ interface_id: id, time, previous }) => (previous === 'Up' ? [[id, time]] : [])),
  )
}

/** What the OLT last said of its cards, by slot, and of its transmitters, by bind key of the port. */
export interface Told {
  cards: Readonly<Record<string, boolean>>
  sends: Readonly<Record<string, boolean>>
  /** It said so after the last ONU was lost: that something worked before says nothing. */
  isNew: boolean
}

/** The PON ports, cards and uplinks of an OLT. */
export async function portFacts(
  em: SqlEntityManager,
  deviceId: number,
  told: Told,
  members: ReadonlySet<number>,
): Promise<{ ports: PortFact[]; cards: CardFact[]; uplinks: UplinkFact[] }> {
  const rows: Row[] = await tables(em)
    .selectFrom(visibleInterfaces(em, all).as('i'))
    .select(['i.id', 'i.bind_key', 'i.name', 'i.type', 'i.status', 'i.admin_state'])
    .where('i.device_id', '=', deviceId)
    .where('i.type', 'not in', ['ONU', 'UNI', 'VLAN'])
    .execute()
  const ports = rows
    .filter(({ type }) => type === 'PON')
    .map(row => ({
      key: row.bind_key,
      id: row.id,
      name: row.name,
      card: cardOf(row.name),
      up: upOf(row.status),
      disabled: row.admin_state === 'Disabled',
      sends: (told.isNew ? told.sends[row.bind_key] : null) ?? null,
    }))
  const uplinks = rows.filter(({ type, admin_state: admin }) => ethernet.test(type) && admin !== 'Disabled')
  const since = await downSince(
    em,
    uplinks.filter(({ status }) => upOf(status) === false).map(({ id }) => id),
  )
  const cards = [...new Set(ports.flatMap(({ card }) => card ?? []))]
  return {
    ports,
    cards: cards.map(card => ({ card, works: worksOf(told, card) })),
    uplinks: uplinks.map(({ id, name, status }) => ({
      id,
      name,
      up: upOf(status),
      downAt: since.get(id)?.getTime() ?? null,
      member: members.has(id),
    })),
  }
}

/** The port of another device behind which this one was seen last: that with the fewest addresses. */
export async function upstreamOf(em: SqlEntityManager, mac: string): Promise<UpstreamFact | null> {
  if (!/^([0-9A-F]{2}:){5}[0-9A-F]{2}$/i.test(mac)) return null
  const { rows } = await sql<{ device_status: string; interface_id: number; status: string | null }>`
    select d.status as device_status, s.interface_id, i.status
    from (${visibleSightings(em, all)}) s
    join (${visibleDevices(em, all)}) d on d.id = s.device_id
    join (${visibleInterfaces(em, all)}) i on i.id = s.interface_id
    where s.mac = ${mac}::macaddr
    order by s.macs nulls last, s.last_seen desc limit 1`.execute(tables(em))
  const [row] = rows
  return row
    ? {
        deviceUp: row.device_status === 'Up' ? true : row.device_status === 'Down' ? false : null,
        interfaceId: row.interface_id,
        up: upOf(row.status),
      }
    : null
}
