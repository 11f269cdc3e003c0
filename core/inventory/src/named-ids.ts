import { canonicalAddress, type Caller, type Context } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { seenDevices } from './visibility.ts'

/**
 * The id of a device that a path names by its id or its address. The device needs no access profile: it is
 * not asked.
 * @throws ApiError 404 if the caller sees no such device
 */
export async function deviceIdNamed(
  ctx: Pick<Context, 'em' | 'use'>,
  word: string,
  caller: Caller,
): Promise<number> {
  if (/^-?\d+$/.test(word)) return (await ctx.use('devices').named(Number(word), caller)).id
  const ip = canonicalAddress(word)
  const row =
    ip === null
      ? undefined
      : await seenDevices(ctx.em(), caller)
          .select('d.id')
          .where(sql<boolean>`d.ip = ${ip}::inet`)
          .executeTakeFirst()
  return row?.id ?? (await ctx.use('devices').target({ ip: word }, caller)).deviceId!
}

/**
 * Makes sure that the caller sees an interface. A closed ONU counts, which other operations do not know.
 * @throws INVENTORY_INTERFACE_UNKNOWN (404)
 */
export async function assertRemembered(
  ctx: Pick<Context, 'em' | 'use'>,
  id: number,
  caller: Caller,
): Promise<void> {
  const row = await seenDevices(ctx.em(), caller)
    .innerJoin('inventory_interface as i', 'i.device_id', 'd.id')
    .select('i.id')
    .where('i.id', '=', id)
    .executeTakeFirst()
  if (!row) await ctx.use('interfaces').named(id, caller)
}
