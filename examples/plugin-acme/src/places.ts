import type { Caller, Context } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Config } from './config.ts'
import { fail } from './errors.ts'
import { tables } from './tables.ts'

/** The place of a device that the caller sees. @throws ApiError PLACES_NONE, or that the device is unknown */
export async function placeOf(ctx: Context<Config>, id: number, caller: Caller) {
  const device = await ctx.use('devices').named(id, caller)
  const row = await tables(ctx.em())
    .selectFrom('places_place')
    .select(['room', 'updated_at'])
    .where('device_id', '=', id)
    .executeTakeFirst()
  if (!row) throw fail('PLACES_NONE', { device: device.name })
  return { device, room: row.room, updated_at: row.updated_at.toISOString() }
}

/** @throws ApiError PLACES_FULL, or that the device is unknown */
export async function setPlace(ctx: Context<Config>, id: number, room: string, caller: Caller) {
  await ctx.use('devices').named(id, caller)
  const db = tables(ctx.em())
  const { count } = await db
    .selectFrom('places_place')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('device_id', '<>', id)
    .executeTakeFirstOrThrow()
  const most = ctx.config.places_at_most
  if (count >= most) throw fail('PLACES_FULL', { most })
  await db
    .insertInto('places_place')
    .values({ device_id: id, room })
    .onConflict(conflict => conflict.column('device_id').doUpdateSet({ room, updated_at: sql`now()` }))
    .execute()
  return placeOf(ctx, id, caller)
}
