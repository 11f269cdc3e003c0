import { ponOntsStatus, listOf, ponOntsReasons, type InterfaceRef } from '@linecard/driver-kit/modules'
import type { Context } from '@linecard/plugin-kit'
import { isAhead, sql, type RawBuilder, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Config } from '../../config.ts'
import { tables } from '../../tables.ts'

/** Nobody has switched the ONU `o` off (`poll_enabled`). The index on those that are off is small. */
const polled = sql`not exists (
  select from inventory_interface p where p.id = o.interface_id and not p.poll_enabled)`

/** What a device answered about its ONUs. */
interface Answered {
  deviceId: number
  module: string
  args: Readonly<Record<string, unknown>>
  data: unknown
  /** False: some of it did not arrive. */
  complete: boolean
  time: Date
}

type AnsweredRow = { interface: InterfaceRef } & Record<string, unknown>

/** Limits of the optical power, in dBm. */
type Limits = Pick<Config, 'onu_rx_min_dbm' | 'onu_rx_max_dbm' | 'onu_olt_rx_min_dbm' | 'onu_olt_rx_max_dbm'>

/** Longest text that is kept of an ONU, characters. */
const maxLength = 200

/** A text of a device, short enough to be kept; null: none. */
const short = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== ''
    ? value.replaceAll('\0', '').trim().slice(0, maxLength).toWellFormed()
    : null

/**
 * Stores texts. An ONU keeps a text until the device gives another one. `always`: also of ONUs that a person
 * has switched off, because it says what they are.
 */
const textsUpdate =
  (names: readonly string[], { always = false } = {}) =>
  ({ deviceId, data }: Answered): RawBuilder<unknown> | null => {
    const rows = (data as AnsweredRow[])
      .map(row => ({
        bind_key: row.interface.id,
        texts: Object.fromEntries(names.map(name => [name, short(row[name])])),
      }))
      .filter(({ texts }) => names.some(name => texts[name] !== null))
      .map(({ bind_key, texts }) => ({ bind_key, ...texts }))
    if (rows.length === 0) return null
    const columns = names.map(name => sql.ref(name))
    const told = columns.map(column => sql`coalesce(r.${column}, o.${column})`)
    return sql`
      update inventory_onu o set ${sql.join(columns.map((column, n) => sql`${column} = ${told[n]}`))}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
        bind_key bigint, ${sql.join(columns.map(column => sql`${column} text`))}
      )
      where o.device_id = ${deviceId} and o.bind_key = r.bind_key and ${always ? sql`true` : polled}
        and (${sql.join(columns.map(column => sql`o.${column}`))}) is distinct from (${sql.join(told)})`
  }

/** States that an ONU has lost its registration for. */
const lost = ['Offline', 'LOS', 'PowerOff']

/**
 * Writes the reason into the last loss of each ONU: an OLT tells the reason of the last deregistration
 * only. A loss before it keeps what was told at its time. The answer may be about one ONU or about all.
 */
async function fillReasons(em: SqlEntityManager, { deviceId, module, data, time }: Answered): Promise<void> {
  if (module !== ponOntsReasons.name) return
  const rows = (data as AnsweredRow[]).flatMap(row => {
    const reason = short(row['last_down_reason'])
    return reason === null ? [] : { bind_key: row.interface.id, reason }
  })
  if (rows.length === 0) return
  await sql`set local enable_nestloop = on`.execute(tables(em))
  await sql`
    update inventory_interface_status_history h set reason = found.reason from (
      select last.id, r.reason
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (bind_key bigint, reason text)
      cross join lateral (
        select id from inventory_interface where device_id = ${deviceId} and bind_key = r.bind_key limit 1
      ) as i
      cross join lateral (
        select c.id, c.reason from inventory_interface_status_history c
        where c.interface_id = i.id and c.time <= ${time}::timestamptz and c.status = any (${lost}::text[])
        order by c.time desc, c.id desc limit 1
      ) as last
      where last.reason is null
    ) as found where h.id = found.id`.execute(tables(em))
}

const levels = ['rx', 'tx', 'olt_rx', 'temp', 'voltage'] as const
const optical = [...levels, 'distance'] as const
type Level = 'rx' | 'olt_rx'

const known = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

const limitsOf = (limits: Limits, field: Level): { min: number; max: number } =>
  field === 'rx'
    ? { min: limits.onu_rx_min_dbm, max: limits.onu_rx_max_dbm }
    : { min: limits.onu_olt_rx_min_dbm, max: limits.onu_olt_rx_max_dbm }

/** A value outside of its limits is bad since the first reading that found it there. */
function badSince(field: Level, value: RawBuilder<unknown>, limits: Limits, time: Date) {
  const { min, max } = limitsOf(limits, field)
  const column = sql.ref(`${field}_bad_since`)
  return sql`${column} = case when ${value} < ${min} or ${value} > ${max}
    then coalesce(o.${column}, ${time}::timestamptz) end`
}

/** The value after a reading. The length of the fibre does not change. */
function next(field: string): RawBuilder<unknown> {
  const column = sql.ref(field)
  return field === 'distance'
    ? sql`coalesce(r.distance, o.distance)`
    : sql`case when r.taken then r.${column} else coalesce(r.${column}, o.${column}) end`
}

function measurements({ args, data, complete }: Answered, history: boolean) {
  const asked = listOf(args['load_only'] as string | string[] | undefined)
  const fields = optical.filter(field => asked?.includes(field) ?? true)
  const rows = (data as AnsweredRow[])
    .map(row => {
      const values = Object.fromEntries(fields.map(field => [field, known(row[field])]))
      const measured = levels.some(field => values[field] != null)
      return {
        bind_key: row.interface.id,
        ...values,
        measured,
        taken: complete && (measured || (!history && fields.some(field => field !== 'distance'))),
      }
    })
    .filter(
      ({ measured, taken, ...row }) => measured || taken || ('distance' in row && row.distance !== null),
    )
  return { fields, rows }
}

/**
 * Stores optics. An ONU that is offline is not measured and keeps its last values with their age, unless
 * `history` is off. Values that did not arrive or were not asked for stay as well.
 */
function opticalUpdate(answered: Answered, limits: Limits, history: boolean): RawBuilder<unknown> | null {
  const { deviceId, time } = answered
  const { fields, rows } = measurements(answered, history)
  if (rows.length === 0) return null
  const marked = (['rx', 'olt_rx'] as const).filter(field => fields.includes(field))
  const sets = [
    ...fields.map(field => sql`${sql.ref(field)} = ${next(field)}`),
    sql`optics_at = case when r.measured or r.taken then ${time}::timestamptz else o.optics_at end`,
    ...marked.map(field => badSince(field, next(field), limits, time)),
  ]
  const columns = fields.map(field => sql`${sql.ref(field)} double precision`)
  return sql`
    update inventory_onu o set ${sql.join(sets)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      bind_key bigint, measured boolean, taken boolean, ${sql.join(columns)}
    )
    where o.device_id = ${deviceId} and o.bind_key = r.bind_key and ${polled}
      and (o.optics_at is null or o.optics_at <= ${time}::timestamptz)`
}

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
