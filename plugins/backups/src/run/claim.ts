import { randomUUID } from 'node:crypto'
import type { TakenUnit } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Base } from '../base.ts'
import { tables } from '../tables.ts'
import type { Claim } from './read-one.ts'

/**
 * Marks the devices of units as being read by this process. What an earlier attempt still reads of them is
 * not stored any more. Units of devices that are not due are left out: another process has read them.
 */
export async function claimsOf(
  { ctx }: Base,
  units: readonly TakenUnit[],
): Promise<(Claim & { unit: TakenUnit })[]> {
  const ids = units.map(({ key }) => Number(key))
  const started = ctx.clock()
  const [devices, target] = await Promise.all([
    ctx.use('devices').pollable(ids),
    ctx.use('devices').targets(ids),
  ])
  const attempts = ids.map(id => ({ device_id: id, attempt: randomUUID() }))
  const { rows } = await sql<{ device_id: number; attempt: string; asked: boolean }>`
    update backups_device d set status = 'running', attempt = a.attempt, attempted_at = ${started}
    from jsonb_to_recordset(${JSON.stringify(attempts)}::jsonb) as a (device_id integer, attempt uuid)
    where d.device_id = a.device_id and d.next_at <= ${started}
    returning d.device_id, a.attempt, d.asked_at is not null as asked`.execute(tables(ctx.em()))
  const [byId, unitOf] = [
    new Map(devices.map(device => [device.id, device])),
    new Map(units.map(unit => [Number(unit.key), unit])),
  ]
  return rows.flatMap(({ device_id: id, attempt, asked }) => {
    const [device, unit] = [byId.get(id), unitOf.get(id)]
    return device && unit ? [{ device, unit, attempt, asked, started, target: () => target(id) }] : []
  })
}
