import { listOf, type InterfaceRef } from '@linecard/driver-kit/modules'
import type { Context } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Config } from '../config.ts'

/** What a device answered about its ONUs. */
export interface Answered {
  deviceId: number
  module: string
  args: Readonly<Record<string, unknown>>
  data: unknown
  /** False: some of it did not arrive. */
  complete: boolean
  time: Date
}

type Row = { interface: InterfaceRef } & Record<string, unknown>
type Limits = Pick<Config, 'onu_rx_min_dbm' | 'onu_rx_max_dbm' | 'onu_olt_rx_min_dbm' | 'onu_olt_rx_max_dbm'>
interface Statement {
  sql: string
  values: readonly unknown[]
}

const levels = ['rx', 'tx', 'olt_rx', 'temp', 'voltage'] as const
const optical = [...levels, 'distance'] as const
/** Texts of an ONU's own making, at most. */
const TEXT = 200

const known = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null
const short = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== ''
    ? value.replaceAll('\0', '').trim().slice(0, TEXT).toWellFormed()
    : null

/** Values outside of their limits are bad since the first reading that found them so. */
const mark = (field: 'rx' | 'olt_rx', value: string, time: string) =>
  `${field}_bad_since = case when ${value} < ? or ${value} > ? then coalesce(o.${field}_bad_since, ${time}) end`
const limitsOf = (limits: Limits, field: 'rx' | 'olt_rx'): [number, number] =>
  field === 'rx'
    ? [limits.onu_rx_min_dbm, limits.onu_rx_max_dbm]
    : [limits.onu_olt_rx_min_dbm, limits.onu_olt_rx_max_dbm]

/** The value after a reading. The fibre is as long as it was. */
const next = (field: string) =>
  field === 'distance'
    ? 'coalesce(r.distance, o.distance)'
    : `case when r.taken then r.${field} else coalesce(r.${field}, o.${field}) end`

/**
 * Optics. An ONU that is away is not measured and keeps its last values with their age, unless `history` is
 * off; so does what did not arrive, and what was not asked for.
 */
function opticalStatement(
  { deviceId, args, data, complete, time }: Answered,
  limits: Limits,
  history: boolean,
): Statement | null {
  const asked = listOf(args['load_only'] as string | string[] | undefined)
  const fields = optical.filter(field => asked?.includes(field) ?? true)
  const rows = (data as Row[])
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
  if (rows.length === 0) return null
  const marked = (['rx', 'olt_rx'] as const).filter(field => fields.includes(field))
  return {
    sql: `
      update inventory_onu o set ${[
        ...fields.map(field => `${field} = ${next(field)}`),
        'optics_at = case when r.measured or r.taken then ?::timestamptz else o.optics_at end',
        ...marked.map(field => mark(field, next(field), '?::timestamptz')),
      ].join(', ')}
      from jsonb_to_recordset(?::jsonb) as r (bind_key bigint, measured boolean, taken boolean, ${fields.map(field => `${field} double precision`).join(', ')})
      where o.device_id = ? and o.bind_key = r.bind_key and (o.optics_at is null or o.optics_at <= ?::timestamptz)`,
    values: [
      time,
      ...marked.flatMap(field => [...limitsOf(limits, field), time]),
      JSON.stringify(rows),
      deviceId,
      time,
    ],
  }
}

const told = (column: string) => `coalesce(r.${column}, o.${column})`
/** Texts that an ONU keeps until it says others. */
const textsStatement =
  (columns: readonly string[]) =>
  ({ deviceId, data }: Answered): Statement | null => {
    const rows = (data as Row[])
      .map(row => ({
        bind_key: row.interface.id,
        ...Object.fromEntries(columns.map(column => [column, short(row[column])])),
      }))
      .filter(row => columns.some(column => (row as Record<string, unknown>)[column] !== null))
    if (rows.length === 0) return null
    return {
      sql: `
      update inventory_onu o set ${columns.map(column => `${column} = ${told(column)}`).join(', ')}
      from jsonb_to_recordset(?::jsonb) as r (bind_key bigint, ${columns.map(column => `${column} text`).join(', ')})
      where o.device_id = ? and o.bind_key = r.bind_key and (${columns.map(column => `o.${column}`).join(', ')}) is distinct from (${columns.map(told).join(', ')})`,
      values: [JSON.stringify(rows), deviceId],
    }
  }

const statements: Readonly<
  Record<string, (answered: Answered, limits: Limits, history: boolean) => Statement | null>
> = {
  pon_onts_optical: opticalStatement,
  pon_onts_vendor: textsStatement(['vendor', 'model']),
  pon_onts_reasons: textsStatement(['last_down_reason', 'last_reg', 'last_dereg']),
}

/** Whether answers of this module say something of stored ONUs. */
export const isKept = (module: string): boolean => Object.hasOwn(statements, module)

/**
 * Locks the device as readings of its interfaces do, so that no two readings of it mix. Null: it has gone.
 */
async function locked(
  em: SqlEntityManager,
  { deviceId, module }: Answered,
): Promise<{ history: boolean; last: Date | null } | null> {
  const [row] = await em.execute<{ history: string | null; last: string | null }[]>(
    `
    select coalesce(d.params ->> 'show_optical_info_from_history', m.params ->> 'show_optical_info_from_history') as history,
      (select time from inventory_onu_reading where device_id = d.id and module = ?) as last
    from inventory_device d left join inventory_model m on m.id = d.model_id where d.id = ? for no key update of d`,
    [module, deviceId],
  )
  return row
    ? {
        history: !/^(false|0|no)$/i.test(row.history ?? ''),
        last: row.last === null ? null : new Date(row.last),
      }
    : null
}

/** When a module was last asked of all ONUs of a device, and how that went. */
export const noteReading = (
  em: SqlEntityManager,
  deviceId: number,
  module: string,
  time: Date,
  complete: boolean,
  error: string | null,
): Promise<unknown> =>
  em.execute(
    `
  insert into inventory_onu_reading (device_id, module, time, complete, error) select id, ?, ?, ?, ? from inventory_device where id = ?
  on conflict (device_id, module) do update set time = excluded.time, complete = excluded.complete, error = excluded.error where inventory_onu_reading.time <= excluded.time`,
    [module, time, complete, error, deviceId],
    'run',
  )

/** Stores an answer about ONUs, once, in one statement. Rows of ONUs that are not stored are left out. */
export async function keepAnswer(
  ctx: Pick<Context<Config>, 'em' | 'config'>,
  answered: Answered,
): Promise<void> {
  const statement = Object.hasOwn(statements, answered.module) ? statements[answered.module] : undefined
  if (!statement || !Array.isArray(answered.data)) return
  const whole = answered.args['interface'] === undefined
  await ctx.em().transactional(async forked => {
    const em = forked as SqlEntityManager
    const device = await locked(em, answered)
    // The same answer comes twice, from whoever asked and from the news of it.
    if (!device || (whole && device.last?.getTime() === answered.time.getTime())) return
    const made = statement(answered, ctx.config, device.history)
    if (made) await em.execute(made.sql, [...made.values], 'run')
    if (whole)
      await noteReading(em, answered.deviceId, answered.module, answered.time, answered.complete, null)
  })
}

/** Marks anew what is bad after the limits were changed; a mark that stays keeps its time. */
export async function remark({
  em,
  config,
  clock,
}: Pick<Context<Config>, 'em' | 'config' | 'clock'>): Promise<void> {
  const now = clock()
  for (const field of ['rx', 'olt_rx'] as const) {
    const [least, most] = limitsOf(config, field)
    await em().execute(
      `update inventory_onu o set ${mark(field, `o.${field}`, '?::timestamptz')} where (o.${field}_bad_since is not null) is distinct from coalesce(o.${field} < ? or o.${field} > ?, false)`,
      [least, most, now, least, most],
      'run',
    )
  }
}
