import type { Context } from '@linecard/plugin-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import interfaceMarks from '@linecard/plugin-interface-marks'
import type { Config } from '../src/config.ts'
import fdbHistory from '../src/index.ts'
import type { History } from '../src/setup.ts'

export type { World }
export { dataOf, keyOf } from '@linecard/test-kit/worlds/inventory'

export interface Houses extends World {
  history: History
}

/**
 * The core with this plugin: switch 7 in `ours` (71) with ports 101 to 110 (bind keys 1 to 10), ONU 120 behind
 * it, switch 8 in `theirs` (72) with ports 201 to 210, router 9 in `ours` with interface 301.
 */
export async function startWorld(settings: Partial<Config> = {}): Promise<Houses> {
  let history!: History
  const plugin = {
    ...fdbHistory,
    setup(ctx: Context<Config>) {
      history = fdbHistory.setup(ctx) as History
      return history
    },
  }
  const world = await makeWorld({
    plugins: [interfaceMarks, plugin as typeof fdbHistory],
    settings: { identity: { rate_limiter_enabled: false }, 'fdb-history': settings },
  })
  await world.sql(`insert into inventory_group (id, name) values (71, 'ours'), (72, 'theirs')`)
  await world.sql(
    `insert into inventory_device (id, ip, name, group_id, enabled) values (7, '192.0.2.7', 'sw-ours', 71, false), (8, '192.0.2.8', 'sw-theirs', 72, false), (9, '192.0.2.9', 'router', 71, false)`,
  )
  await world.sql(
    `insert into inventory_interface (id, device_id, bind_key, name, type, description) select 100 + n, 7, n, '1/' || n, 'ETH', 'house ' || n from generate_series(1, 10) n`,
  )
  await world.sql(
    `insert into inventory_interface (id, device_id, bind_key, name, type, agreement, serial) values (120, 7, 1001, 'pon0/1:1', 'ONU', '10130', 'ZTEGC1086C71')`,
  )
  await world.sql(
    `insert into inventory_interface (id, device_id, bind_key, name, type) select 200 + n, 8, n, '1/' || n, 'ETH' from generate_series(1, 10) n`,
  )
  await world.sql(
    `insert into inventory_interface (id, device_id, bind_key, name, type) values (301, 9, 5, 'vlan301', 'VLAN')`,
  )
  return Object.assign(world, { history })
}

/** Minutes after noon. */
export const at = (minutes: number): Date => new Date(Date.UTC(2026, 2, 1, 12) + minutes * 60_000)

export type Seen = [mac: string, bindKey: number, vlan?: number | null]
const named = (key: number) => (key > 1000 ? `pon0/1:${key - 1000}` : `1/${key}`)
export const fdbRow = ([mac, key, vlan = 301]: Seen, name = named(key)) => ({
  interface: { id: key, name, type: key > 1000 ? 'ONU' : 'ETH', parent: null, if_index: key },
  mac_address: mac,
  vlan_id: vlan,
  status: 'LEARNED',
  is_dynamic: true,
})
export const arpRow = ([ip, mac]: [ip: string, mac: string]) => ({
  interface: { id: 5, name: 'vlan301', type: 'VLAN', parent: null, if_index: 5 },
  ip,
  mac,
  vlan_id: 301,
  status: 'Dynamic',
})

interface Options {
  device?: number
  complete?: boolean
}

/** A device has answered for its whole table, whoever asked. */
export async function answers(
  world: World,
  module: string,
  data: unknown,
  time: Date,
  { device = 7, complete = true }: Options = {},
): Promise<void> {
  const answer = { device_id: device, module, args: {}, data, complete, time }
  for (const { error } of await world.use('equipment').keep([answer])) throw error
}

export const readFdb = (world: World, minutes: number, seen: readonly Seen[], options: Options = {}) =>
  answers(
    world,
    'fdb',
    seen.map(row => fdbRow(row)),
    at(minutes),
    options,
  )
export const readArp = (
  world: World,
  minutes: number,
  seen: readonly [string, string][],
  options: Options = {},
) => answers(world, 'arps', seen.map(arpRow), at(minutes), { device: 9, ...options })

/** `mac port from–to`, in minutes after noon; `…` is an open end. */
export async function stays(world: World, where = 'true'): Promise<string[]> {
  const rows = await world.sql<Record<string, string | number | null>>(
    `select mac::text, interface_id, first_seen, closed_at, flaps,
       case when closed_at is null then greatest(last_seen, complete_at) else last_seen end as last_seen
     from fdb_history_interval s left join fdb_history_reading r on r.device_id = s.device_id and kind = 'fdb'
     where ${where} order by s.id`,
  )
  const minute = (text: unknown) => (new Date(String(text)).getTime() - at(0).getTime()) / 60_000
  return rows.map(
    row =>
      `${String(row['mac']).slice(-2)} ${row['interface_id']} ${minute(row['first_seen'])}-${minute(row['last_seen'])}` +
      (row['closed_at'] === null ? ' open' : '') +
      (row['flaps'] ? ` flaps` : ''),
  )
}
