import type { Caller, Interfaces, NamedInterface, LeftAlone } from '@linecard/plugin-kit'
import type { ExpectedPort } from '@linecard/driver-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { fail } from '../errors.ts'
import type { Inventory } from '../inventory.ts'
import { isId } from '../ids.ts'
import { tables } from '../tables.ts'
import { seenInterfaces } from '../visibility.ts'
import { cardOf } from './card.ts'
import { interfaceById } from './find.ts'
import { createWritten } from './unwanted/written.ts'
import { onDevice } from './on-device.ts'
import { belowPon } from './reading/seen.ts'

/** The interfaces of devices of which pollers keep nothing; devices without any are absent. */
async function leftAlone(
  em: SqlEntityManager,
  deviceIds: readonly number[],
): Promise<ReadonlyMap<number, LeftAlone>> {
  const ids = [...deviceIds]
  const { rows } = await sql<{
    device_id: number
    unpolled: string[] | null
    interfaces: Record<string, string> | null
  }>`
    with unpolled as (
      select device_id, array_agg(bind_key::text) as unpolled from inventory_interface
      where not poll_enabled and device_id = any (${ids}::int[])
      group by device_id
    ), left_out as (
      select device_id, interfaces from inventory_left_out where device_id = any (${ids}::int[])
    )
    select device_id, unpolled, interfaces from unpolled full join left_out using (device_id)`.execute(
    tables(em),
  )
  return new Map(
    rows.map(({ device_id: id, unpolled, interfaces }) => [
      id,
      { unpolled: new Set(unpolled), leftOut: new Map(Object.entries(interfaces ?? {})) },
    ]),
  )
}

type Row = Omit<NamedInterface, 'device' | 'status' | 'parent_bind_key' | 'expected'> & {
  mac: string | null | undefined
  serial: string | null | undefined
  manual: boolean
  status: string | null | undefined
  parent_bind_key: string | null | undefined
  device_ip: string
  device_name: string
}
type Seen = Pick<Row, 'bind_key' | 'name' | 'type' | 'mac' | 'serial' | 'manual'>

/** What the device has shown there. A person may have called it anything. */
const expectedOf = ({ bind_key: key, name, type, mac, serial, manual }: Seen): ExpectedPort | null =>
  manual
    ? null
    : { id: Number(key), name, ...(belowPon(type) ? { ident: serial ?? mac ?? null } : { mac: mac ?? null }) }

const named = ({ device_ip: ip, device_name: name, mac, serial, manual, ...row }: Row): NamedInterface => ({
  ...row,
  expected: expectedOf({ ...row, mac, serial, manual }),
  status: row.status ?? null,
  parent_bind_key: row.parent_bind_key ?? null,
  device: { id: row.device_id, ip, name },
})

/** What other plugins ask about stored interfaces. */
export function interfacesService({ ctx, refresher }: Inventory): Interfaces {
  const several = async (ids: readonly number[], caller: Caller): Promise<NamedInterface[]> => {
    const wanted = ids.filter(isId)
    const rows = await seenInterfaces(ctx.em(), caller)
      .select(['i.id', 'i.device_id', 'i.bind_key', 'i.parent_bind_key', 'i.name', 'i.type', 'i.status'])
      .select([
        'i.description',
        'i.mac',
        'i.serial',
        'i.manual',
        'd.ip as device_ip',
        'd.name as device_name',
      ])
      .where(sql<boolean>`i.id = any (${wanted}::int[])`)
      .execute()
    const byId = new Map(rows.map(row => [row.id, named(row)]))
    return wanted.flatMap(id => byId.get(id) ?? [])
  }
  return {
    several,
    async onDevice(deviceId, wanted, caller) {
      const id = await onDevice(ctx.em(), deviceId, wanted, caller)
      return id === null ? null : ((await several([id], caller))[0] ?? null)
    },
    async expected(deviceId, bindKey) {
      const row = await tables(ctx.em())
        .selectFrom('inventory_interface')
        .select(['bind_key', 'name', 'type', 'mac', 'serial', 'manual'])
        .where('device_id', '=', deviceId)
        .where('bind_key', '=', bindKey)
        .executeTakeFirst()
      return row ? expectedOf(row) : null
    },
    ...createWritten(ctx),
    leftAlone: deviceIds => leftAlone(ctx.em(), deviceIds),
    refresh: deviceId => refresher.now(deviceId),
    async card(id, caller) {
      const em = ctx.em()
      return cardOf(em, await interfaceById(em, caller, isId(id) ? id : 0))
    },
    async named(id, caller) {
      const [found] = await several([id], caller)
      if (!found) throw fail('INVENTORY_INTERFACE_UNKNOWN', { id })
      return found
    },
  }
}
