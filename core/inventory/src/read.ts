/**
 * `@linecard/inventory/read`: the read models of the inventory, for plugins that require `inventory`. Each
 * function gives a query of what the caller sees, with the columns that it documents: execute it, narrow it
 * with `.where`, or join it:
 *
 *     tables(em)
 *       .selectFrom('plugin_note as n')
 *       .innerJoin(visibleInterfaces(em, caller).as('i'), 'i.id', 'n.interface_id')
 *
 * PostgreSQL flattens such a subquery, and drops the joins of columns that nobody asks for. So it costs no
 * more than a join of the tables themselves. Columns may be added and do not change otherwise.
 */
import type { Caller } from '@linecard/plugin-kit'
import { isOvertaken, sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { closedType } from './closed-type.ts'
import { tables } from './tables.ts'
import { seenDevices, seenInterfaces } from './visibility.ts'

export { assertRemembered, deviceIdNamed } from './named-ids.ts'
export { isRenumbered } from './renumbered.ts'

/**
 * Devices that the caller sees: `id`, `ip` (inet; the address without a prefix as text), `name`,
 * `location`, `description`, `mac`, `serial` (both may be empty), `status` (`Up`, `Down`, `Unknown`),
 * `status_changed_at`, `refreshed_at`, `enabled`, `created_at`, `coordinates`, `group_id`, `access_id`,
 * `model_id`, and of its model `model_key`, `model_name`, `vendor` and `type` (null for a device without a
 * model).
 */
export const visibleDevices = (em: SqlEntityManager, caller: Pick<Caller, 'groupIds'>) =>
  seenDevices(em, caller)
    .leftJoin('inventory_model as m', 'm.id', 'd.model_id')
    .select([
      'd.id',
      'd.ip',
      'd.name',
      'd.location',
      'd.description',
      'd.mac',
      'd.serial',
      'd.status',
      'd.status_changed_at',
      'd.refreshed_at',
      'd.enabled',
      'd.created_at',
      'd.coordinates',
      'd.group_id',
      'd.access_id',
      'd.model_id',
      'm.key as model_key',
      'm.name as model_name',
      'm.vendor',
      'm.type',
    ])

/**
 * Interfaces of these devices: `id`, `device_id`, `bind_key` and `parent_bind_key` (bigint; digits as text),
 * `name`, `type`, `status` (null: unknown), `admin_state`, `description`, `comment`, `agreement`, `serial`,
 * `mac`, `coordinates`, `fdb_enabled` (its MAC addresses are kept), `poll_enabled` (values of it are kept),
 * `created_at`, and of the device `group_id`, `model_id`, `device_ip` (inet) and `device_name`.
 */
export const visibleInterfaces = (em: SqlEntityManager, caller: Pick<Caller, 'groupIds'>) =>
  seenInterfaces(em, caller).select([
    'i.id',
    'i.device_id',
    'i.bind_key',
    'i.parent_bind_key',
    'i.name',
    'i.type',
    'i.status',
    'i.admin_state',
    'i.description',
    'i.comment',
    'i.agreement',
    'i.serial',
    'i.mac',
    'i.coordinates',
    'i.fdb_enabled',
    'i.poll_enabled',
    'i.created_at',
    'd.group_id',
    'd.model_id',
    'd.ip as device_ip',
    'd.name as device_name',
  ])

/**
 * The same interfaces, and the closed ONUs of these devices, which no other list has, for histories: `id`,
 * `device_id`, `name`, `type` (`ONU` for a closed one), `closed_at` (null: it is not closed), `status`,
 * `description`, `comment`, `agreement`, `serial` and `mac`.
 */
export const rememberedInterfaces = (em: SqlEntityManager, caller: Pick<Caller, 'groupIds'>) =>
  seenDevices(em, caller)
    .innerJoin('inventory_interface as i', 'i.device_id', 'd.id')
    .select([
      'i.id',
      'i.device_id',
      'i.name',
      sql<string>`case when i.type = ${sql.lit(closedType)} then 'ONU' else i.type end`.as('type'),
      sql<Date | null>`i.closed_at`.as('closed_at'),
      'i.status',
      'i.description',
      'i.comment',
      'i.agreement',
      'i.serial',
      'i.mac',
    ])

/**
 * The stored ONUs of these devices: `id` of the interface, `device_id`, `bind_key` and `parent_bind_key`
 * (bigint), `name`, `status` (null: never told), `status_changed_at`, `created_at`, `ident`, `ident_type`
 * (`SERIAL`, `MAC`), `serial_hex`, `mac`, `rx` and `olt_rx` (dBm; null: never measured), `bad_since` (outside
 * of the limits of the settings; null: it is not), `vendor`, `model`, `agreement`, the last deregistration
 * and registration as the OLT told them (`last_down_reason`, `last_dereg` and `last_reg` by its clock), and
 * of the device `group_id` and `model_id`.
 */
export const visibleOnus = (em: SqlEntityManager, caller: Pick<Caller, 'groupIds'>) =>
  seenDevices(em, caller)
    .innerJoin('inventory_onu as o', 'o.device_id', 'd.id')
    .select(['o.interface_id as id', 'o.device_id', 'o.bind_key', 'o.parent_bind_key', 'o.name', 'o.status'])
    .select(['o.status_changed_at', 'o.created_at', 'o.ident', 'o.ident_type', 'o.serial_hex', 'o.mac'])
    .select(['o.rx', 'o.olt_rx', 'o.bad_since', 'o.vendor', 'o.model', 'o.agreement'])
    .select(['o.last_down_reason', 'o.last_dereg', 'o.last_reg', 'd.group_id', 'd.model_id'])

/**
 * How many interfaces of a type these devices have in each state: `device_id`, `type`, `up`, `down`,
 * `unknown`, and of the device `group_id` and `model_id`. Kept by triggers: costs one row each.
 */
export const visibleCounts = (em: SqlEntityManager, caller: Pick<Caller, 'groupIds'>) =>
  seenDevices(em, caller)
    .innerJoin('inventory_interface_count as c', 'c.device_id', 'd.id')
    .where('c.type', '<>', closedType)
    .select(['c.device_id', 'c.type', 'c.up', 'c.down', 'c.unknown', 'd.group_id', 'd.model_id'])

/**
 * Where MAC addresses were seen, on these interfaces: `mac` (macaddr; `aa:bb:cc:dd:ee:ff` as text), `vlan_id`
 * (0: none), `first_seen`, `last_seen` (`Date`), `active` (in the last whole FDB),
 * `macs` (different addresses on the port; null: not known), `interface_id`, and of the interface
 * `device_id`, `bind_key`, `parent_bind_key`, `name` and `type`.
 */
export const visibleSightings = (em: SqlEntityManager, caller: Pick<Caller, 'groupIds'>) =>
  seenInterfaces(em, caller)
    .innerJoin('inventory_sighting as s', 's.interface_id', 'i.id')
    .leftJoin('inventory_sighting_port as p', 'p.interface_id', 'i.id')
    .select([
      's.mac',
      's.vlan_id',
      's.first_seen',
      's.last_seen',
      's.active',
      'p.macs',
      's.interface_id',
      'i.device_id',
      'i.bind_key',
      'i.parent_bind_key',
      'i.name',
      'i.type',
    ])

/**
 * Status changes of these interfaces, also of closed ONUs: `id` (bigint; digits as text), `interface_id`,
 * `time` (`Date`), `status` and `previous` (null: unknown), `reason` (null: the device told none), and
 * `changed_by` (login of who set it by hand; null: the device).
 */
export const rememberedStatusChanges = (em: SqlEntityManager, caller: Pick<Caller, 'groupIds'>) =>
  seenDevices(em, caller)
    .innerJoin('inventory_interface as i', 'i.device_id', 'd.id')
    .innerJoin('inventory_interface_status_history as h', 'h.interface_id', 'i.id')
    .select([
      'h.id',
      'h.interface_id',
      'h.time',
      'h.status',
      'h.previous',
      'h.reason',
      'h.login as changed_by',
    ])

/**
 * Whether the inventory has stored states of a device that are newer than those of this reading: it was
 * overtaken, and says nothing any more. `module`: `link_info` or `pon_onts_status`; `time`: when it began.
 */
export async function isOvertakenState(
  em: SqlEntityManager,
  deviceId: number,
  module: string,
  time: Date,
): Promise<boolean> {
  const row = await tables(em)
    .selectFrom('inventory_newest')
    .select(isOvertaken('time', time).as('overtaken'))
    .where('device_id', '=', deviceId)
    .where('module', '=', module)
    .executeTakeFirst()
  return row?.overtaken === true
}
