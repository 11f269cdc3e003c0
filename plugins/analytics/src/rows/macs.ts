import { visibleInterfaces } from '@linecard/inventory/read'
import {
  EmbeddedDevice,
  Time,
  closedObject,
  exampleDevice,
  nullable,
  type Caller,
} from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { Type as T, type Static } from 'typebox'
import { devicesAsked } from '../asked.ts'
import { duplicateHits } from '../macs/hits.ts'
import type { Analytics } from '../setup.ts'
import { pageOfHits } from '../table/hits.ts'
import { Port, examplePort, type PortRow } from '../table/ports.ts'
import { portColumns, portRows } from '../table/rows.ts'
import type { Table } from '../table/table.ts'
import { tables } from '../tables.ts'

const MacPlace = closedObject({
  device: EmbeddedDevice,
  interface: Port,
  vlan_id: nullable(T.Integer({ description: 'Null: none, or not known' })),
  first_seen: Time,
  last_seen: Time,
})
const [first, last] = ['2026-03-02T10:00:00.000Z', '2026-03-05T21:10:00.000Z']

export const DuplicateMac = closedObject(
  {
    mac: T.String(),
    since: { ...Time, description: 'When it was first found at several places at once' },
    last_seen: Time,
    places: T.Array(MacPlace),
  },
  {
    $id: 'analytics.DuplicateMac',
    description: 'A MAC address that is on several ports at once',
    examples: [
      {
        mac: '02:00:00:00:0A:01',
        since: first,
        last_seen: last,
        places: [
          { device: exampleDevice, interface: examplePort, vlan_id: 301, first_seen: first, last_seen: last },
        ],
      },
    ],
  },
)
type DuplicateMac = Static<typeof DuplicateMac>

interface PlaceRow extends PortRow {
  mac: string
  vlan_id: number
  first_seen: Date
  last_seen: Date
}

async function placesOf(parts: Analytics, caller: Caller, macs: readonly string[]) {
  const em = parts.ctx.em()
  const { rows } = await sql<PlaceRow>`
    select upper(x.mac::text) as mac, x.vlan_id, x.first_seen, x.last_seen, ${portColumns}
    from analytics_duplicate x join (${visibleInterfaces(em, caller)}) i on i.id = x.interface_id
    where x.mac = any (${[...macs]}::macaddr[]) order by x.mac, i.id`.execute(tables(em))
  const shown = await portRows(parts, caller, rows, ({ mac, vlan_id, first_seen, last_seen }) => ({
    mac,
    vlan_id: vlan_id === 0 ? null : vlan_id,
    first_seen,
    last_seen,
  }))
  return Map.groupBy(shown, ({ mac }) => mac)
}

export const duplicateMacs: Table<typeof devicesAsked, typeof DuplicateMac> = {
  key: 'duplicate-macs',
  summary: 'MAC addresses that are on several ports at once',
  description:
    'Found every ten minutes in the last MAC tables. Ports with more addresses than ' +
    '`analytics.mac_port_most`, with a tag of `analytics.ignored_tags`, and ends of links do not count: ' +
    'they lead to other devices. Shorter than `analytics.mac_together_sec` an address has only moved.',
  query: devicesAsked,
  row: DuplicateMac,
  async list(parts, { caller, query, sort }, page) {
    const em = parts.ctx.em()
    const { rows, total } = await pageOfHits<{ id: string; since: Date; last_seen: Date }>(
      em,
      duplicateHits(parts, em, caller, query),
      { sort, standard: '-last_seen', sortable: ['since', 'last_seen', 'places'] },
      page,
    )
    const places = await placesOf(
      parts,
      caller,
      rows.map(({ id }) => id),
    )
    const shown = rows.map(({ id, since, last_seen }) => ({
      mac: id,
      since,
      last_seen,
      places: (places.get(id) ?? []).map(({ mac: _mac, ...place }) => place),
    }))
    return { rows: shown as DuplicateMac[], total }
  },
  columns: {
    mac: row => row.mac,
    since: row => row.since,
    'last seen': row => row.last_seen,
    places: row =>
      row.places.map(({ device, interface: { name } }) => `${device.name} (${device.ip}) ${name}`).join('; '),
  },
}
