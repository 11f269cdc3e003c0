import type { Caller } from '@linecard/plugin-kit'
import { sql, type RawBuilder, type SqlBool } from '@linecard/plugin-kit/sql'
import type { DevicesAsked } from '../asked.ts'
import type { Analytics } from '../setup.ts'

/** The asked devices, as a condition on a row that has the columns of `visibleCounts` or its neighbours. */
export function within(alias: string, asked: DevicesAsked, deviceColumn = 'device_id'): RawBuilder<SqlBool> {
  const parts = [
    sql`true`,
    ...(asked.device_id === undefined
      ? []
      : [sql`${sql.ref(`${alias}.${deviceColumn}`)} = ${asked.device_id}`]),
    ...(asked.group_id === undefined ? [] : [sql`${sql.ref(`${alias}.group_id`)} = ${asked.group_id}`]),
    ...(asked.model_id === undefined ? [] : [sql`${sql.ref(`${alias}.model_id`)} = ${asked.model_id}`]),
  ]
  return sql`(${sql.join(parts, sql` and `)})`
}

/**
 * For answers that are numbers: none is told of a device that the caller does not see.
 * @throws ApiError INVENTORY_DEVICE_UNKNOWN (404)
 */
export async function needDevice(
  { ctx }: Analytics,
  caller: Caller,
  { device_id: id }: DevicesAsked,
): Promise<void> {
  if (id !== undefined) await ctx.use('devices').named(id, caller)
}
