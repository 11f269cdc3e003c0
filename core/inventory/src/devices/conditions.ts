import type { Caller } from '@linecard/plugin-kit'
import { sql, type Expression, type RawBuilder, type SqlBool } from '@linecard/plugin-kit/sql'
import { textCondition } from '../search/condition.ts'
import { deviceKind } from '../search/kinds.ts'
import { inGroups } from '../visibility.ts'
import type { DeviceQuery } from './bodies.ts'

/** All of these hold. */
export const allOf = (parts: readonly Expression<unknown>[]): RawBuilder<SqlBool> =>
  parts.length ? sql`(${sql.join([...parts], sql` and `)})` : sql`true`

/** What a query asks of devices `d`, within the groups that the caller sees. */
export function conditionsOf(
  caller: Pick<Caller, 'groupIds'>,
  query: Omit<DeviceQuery, 'ip'>,
): RawBuilder<SqlBool> {
  const { group_id: group, model_id: model, type, vendor, status, enabled, query: typed } = query
  const visible = inGroups(caller, 'd.group_id')
  const text = typed === undefined ? null : textCondition([deviceKind], typed, 'd', { few: true })
  return allOf([
    ...(visible ? [visible] : []),
    ...(group === undefined ? [] : [sql`d.group_id = ${group}`]),
    ...(model === undefined ? [] : [sql`d.model_id = ${model}`]),
    ...(type === undefined ? [] : [sql`d.model_id in (select id from inventory_model where type = ${type})`]),
    ...(vendor === undefined
      ? []
      : [sql`d.model_id in (select id from inventory_model where vendor = ${vendor})`]),
    ...(status === undefined ? [] : [sql`d.status = ${status}`]),
    ...(enabled === undefined ? [] : [sql`d.enabled = ${enabled}`]),
    ...(text ? [sql`(${text})`] : []),
  ])
}
