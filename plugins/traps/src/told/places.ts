import { visibleInterfaces } from '@linecard/inventory/read'
import type { Context } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Told } from './told.ts'

/** ifDescr and ifName. */
const ifDescr = /^1\.3\.6\.1\.2\.1\.(?:2\.2\.1\.2|31\.1\.1\.1\.1)\./

/**
 * The stored interfaces of notifications, in their order: by bind key or name. An ifIndex is taken for a bind
 * key only if the notification does not show another name:
 * drivers of switches use the ifIndex. The others are known when the device has answered.
 */
export async function interfacesOf(
  ctx: Pick<Context, 'em'>,
  told: readonly Told[],
): Promise<(number | null)[]> {
  const wanted = told.flatMap(({ device, port, trap }, n) => {
    if (!device || !port) return []
    const shown = trap.objects.find(({ oid, value }) => ifDescr.test(oid) && typeof value === 'string')
    const name = 'name' in port ? port.name : ((shown?.value as string | undefined) ?? null)
    const key = 'key' in port ? port.key : 'ifIndex' in port ? port.ifIndex : null
    return [{ n, device_id: device.id, bind_key: key, name, sure: 'key' in port }]
  })
  const found: (number | null)[] = told.map(() => null)
  if (wanted.length === 0) return found
  const em = ctx.em()
  const { rows } = await sql<{ n: number; id: number }>`
    select w.n, i.id from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as w (n integer, device_id integer, bind_key bigint, name text, sure boolean)
    join (${visibleInterfaces(em, { groupIds: null })}) i on i.device_id = w.device_id and (
      (i.bind_key = w.bind_key and (w.sure or w.name is null or i.name = w.name))
      or (w.bind_key is null and i.name = w.name))
    order by w.n`.execute(em.getKysely<Record<never, never>>())
  for (const { n, id } of rows) found[n] ??= id
  return found
}
