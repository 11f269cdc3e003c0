import { ponOntsStatus } from '@linecard/driver-kit/modules'
import type { Context } from '@linecard/plugin-kit'
import { isAhead, sql, type RawBuilder, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Config } from '../../config.ts'
import { tables } from '../../tables.ts'
import type { Answered, Limits } from './answered.ts'
import { badSince, limitsOf, opticalUpdate } from './optical.ts'
import { fillReasons } from './reasons.ts'
import { textsUpdate } from './texts.ts'

/** Modules about ONUs, with the update that stores an answer; null: nothing to store. */
const updates: Readonly<
  Record<string, (answered: Answered, limits: Limits, history: boolean) => RawBuilder<unknown> | null>
> = {
  pon_onts_optical: opticalUpdate,
  pon_onts_vendor: textsUpdate(['vendor', 'model'], { always: true }),
  pon_onts_status: textsUpdate(['bind_status']),
  pon_onts_reasons: textsUpdate(['last_down_reason', 'last_reg', 'last_dereg']),
}

/** The reading of the states is noted before, with the states of the ONUs themselves. */
const isStates = (module: string): boolean => module === ponOntsStatus.name

/**
 * Locks the device like a reading of its interfaces, so that two readings do not mix. Null: it was deleted.
 */
async function lockDevice(
  em: SqlEntityManager,
  { deviceId, module }: Answered,
): Promise<{ history: boolean; last: Date | null } | null> {
  const key = sql.lit('show_optical_info_from_history')
  const row = await tables(em)
    .selectFrom('inventory_device as d')
    .leftJoin('inventory_model as m', 'm.id', 'd.model_id')
    .select(sql<string | null>`coalesce(d.params ->> ${key}, m.params ->> ${key})`.as('history'))
    .select(query =>
      query
        .selectFrom(isStates(module) ? 'inventory_newest' : 'inventory_onu_reading')
        .select('time')
        .whereRef('device_id', '=', 'd.id')
        .where('module', '=', module)
        .where(sql<boolean>`not ${isAhead('time')}`)
        .as('last'),
    )
    .where('d.id', '=', deviceId)
    .forNoKeyUpdate('d')
    .executeTakeFirst()
  return row ? { history: !/^(false|0|no)$/i.test(row.history ?? ''), last: row.last } : null
}

/** Stores the time and the result of the last reading of a module for all ONUs of a device. */
export const noteReading = (
  em: SqlEntityManager,
  deviceId: number,
  module: string,
  time: Date,
  complete: boolean,
  error: string | null,
): Promise<unknown> =>
  sql`
    insert into inventory_onu_reading (device_id, module, time, complete, error)
    select id, ${module}, ${time}::timestamptz, ${complete}::boolean, ${error}
    from inventory_device where id = ${deviceId}
    on conflict (device_id, module) do update
      set time = excluded.time, complete = excluded.complete, error = excluded.error
      where inventory_onu_reading.time <= excluded.time
        or ${isAhead('inventory_onu_reading.time')}`.execute(tables(em))

/**
 * Stores an answer about ONUs, once, in one statement. Rows of ONUs that are not stored are left out. Of
 * other modules only the time is stored.
 */
export async function keepAnswer(
  ctx: Pick<Context<Config>, 'em' | 'config'>,
  answered: Answered,
): Promise<void> {
  const { module } = answered
  const update = Object.hasOwn(updates, module) ? updates[module] : undefined
  if (!Array.isArray(answered.data)) return
  const whole = answered.args['interface'] === undefined
  await ctx.em().transactional(async forked => {
    const em = forked as SqlEntityManager
    const device = await lockDevice(em, answered)
    // A slow answer is overtaken by a newer one.
    const { last = null } = device ?? {}
    const isOld = last !== null && (isStates(module) ? last > answered.time : last >= answered.time)
    if (!device || (whole && isOld)) return
    const made = update?.(answered, ctx.config, device.history)
    // All rows with all ONUs: a table that is taken for almost empty would be read once for each row.
    if (made && whole) await sql`set local enable_nestloop = off`.execute(tables(em))
    if (made) await made.execute(tables(em))
    await fillReasons(em, answered)
    // States are as old as the list of interfaces.
    if (whole && !isStates(module))
      await noteReading(em, answered.deviceId, answered.module, answered.time, answered.complete, null)
  })
}

/** Marks bad signals again after the limits changed. A mark that stays keeps its time. */
export async function remark({
  em,
  config,
  clock,
}: Pick<Context<Config>, 'em' | 'config' | 'clock'>): Promise<void> {
  const now = clock()
  for (const field of ['rx', 'olt_rx'] as const) {
    const { min, max } = limitsOf(config, field)
    const value = sql`o.${sql.ref(field)}`
    await sql`
      update inventory_onu o set ${badSince(field, value, config, now)}
      where (o.${sql.ref(`${field}_bad_since`)} is not null)
        is distinct from coalesce(${value} < ${min} or ${value} > ${max}, false)`.execute(tables(em()))
  }
}
