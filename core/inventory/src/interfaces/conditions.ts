import type { Caller } from '@linecard/plugin-kit'
import { sql, type Expression, type SqlBool, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { textCondition } from '../search/condition.ts'
import { interfaceKind, onuKind } from '../search/kinds.ts'
import { seenDevices } from '../visibility.ts'
import type { InterfaceQuery } from './bodies.ts'
import { identForms } from './ident.ts'
import { closedType } from '../closed-type.ts'

type Condition = Expression<SqlBool>

/** A column equals one of the values. One value is compared directly, so that an index can give the order. */
const among = (column: string, values: readonly (string | number)[] | undefined): Condition[] =>
  values === undefined
    ? []
    : values.length === 1
      ? [sql<SqlBool>`${sql.ref(column)} = ${values[0]}`]
      : [sql<SqlBool>`${sql.ref(column)} in (${sql.join([...values])})`]

const equal = (column: string, value: string | boolean | undefined): Condition[] =>
  value === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} = ${value}`]

/** Most rows have an empty text there, and the index leaves those out. */
const equalText = (column: string, value: string | undefined): Condition[] => [
  ...equal(column, value),
  ...(value ? [sql<SqlBool>`${sql.ref(column)} <> ''`] : []),
]

/** Free text, of ports and ONUs: each has an index of its own. */
export const contains = (typed: string): Condition | null =>
  textCondition([interfaceKind, onuKind], typed, 'i')

function hasIdent(ident: string): Condition {
  const { serials, mac } = identForms(ident)
  const hasSerial = sql<SqlBool>`upper(i.serial) in (${sql.join(serials)})`
  return mac ? sql`(${hasSerial} or i.mac = ${mac})` : hasSerial
}

/** The devices of the caller's groups, and of the groups that are asked for. */
function onDevices(em: SqlEntityManager, caller: Caller, groups: readonly number[] | undefined): Condition[] {
  if (caller.groupIds === null && groups === undefined) return []
  const devices = seenDevices(em, caller).select('d.id')
  const wanted = groups === undefined ? devices : devices.where('d.group_id', 'in', [...groups])
  return [sql<SqlBool>`i.device_id in (${wanted})`]
}

/** What a query asks of interfaces `i`, within the groups that the caller sees. */
export function conditionsOf(em: SqlEntityManager, caller: Caller, query: InterfaceQuery): Condition[] {
  const text = query.query === undefined ? null : contains(query.query)
  const placed = query.has_coordinates
  return [
    ...among('i.device_id', query.device_id),
    ...onDevices(em, caller, query.group_id),
    // Closed ONUs are listed only when they are asked for.
    ...(query.type === undefined
      ? [sql<SqlBool>`i.type <> ${sql.lit(closedType)}`]
      : among('i.type', query.type)),
    ...among('i.status', query.status),
    ...(query.name === undefined ? [] : [sql<SqlBool>`lower(i.name) = ${query.name.toLowerCase()}`]),
    ...(query.ident === undefined ? [] : [hasIdent(query.ident)]),
    ...equal('i.bind_key', query.bind_key),
    ...equal('i.parent_bind_key', query.parent_bind_key),
    ...equalText('i.agreement', query.agreement),
    ...equalText('i.ip', query.ip),
    ...equal('i.poll_enabled', query.poll_enabled),
    ...equal('i.fdb_enabled', query.fdb_enabled),
    ...equal('i.manual', query.manual),
    ...(placed === undefined
      ? []
      : [placed ? sql<SqlBool>`i.coordinates is not null` : sql<SqlBool>`i.coordinates is null`]),
    ...(text ? [text] : []),
  ]
}
