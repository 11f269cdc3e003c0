import type { Context } from '@linecard/plugin-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import fdbHistory from '@linecard/plugin-fdb-history'
import interfaceMarks from '@linecard/plugin-interface-marks'
import type { Config } from '../src/config.ts'
import correlation from '../src/index.ts'
import { look, type Looked } from '../src/outages/look.ts'
import { review } from '../src/outages/review.ts'
import { noteReading, noteRestart } from '../src/picture/asked.ts'

export { dataOf, keyOf } from '@linecard/test-kit/worlds/inventory'

/** A network in the tables of the inventory, and the looks of the plugin at it. */
export interface Street extends World {
  ctx: Context<Config>
  /** ONUs become this, as their OLT tells in a reading of now, and the service looks at it. */
  reads(deviceId: number, states?: Readonly<Record<string, readonly number[]>>): Promise<Looked>
  /** Switch 9 has the IP address in its ARP table, and OLT 7 the MAC address behind an ONU. */
  learns(ip: string, mac: string, onu: number): Promise<void>
  /** A device becomes this, and the service looks at OLT 7. */
  becomes(deviceId: number, status: 'Up' | 'Down'): Promise<void>
  review(deviceId: number): Promise<void>
  /** A poll tells that the OLT has restarted. */
  restarts(deviceId: number): Promise<unknown>
  /** Time of the service goes on. */
  pass(minutes: number): void
}

async function furnish(world: World): Promise<void> {
  await world.sql(`insert into inventory_group (id, name) values (71, 'ours'), (72, 'theirs')`)
  await world.sql(`insert into inventory_device (id, ip, name, group_id, enabled, status, status_changed_at)
    values (7, '192.0.2.7', 'olt-ours', 71, false, 'Up', now()),
      (8, '192.0.2.8', 'olt-theirs', 72, false, 'Up', now()),
      (9, '192.0.2.9', 'switch', 71, false, 'Up', now())`)
  await world.sql(`insert into inventory_interface (id, device_id, bind_key, name, type, status)
    values (101, 7, 1, 'gpon0/1/1', 'PON', 'Up'), (102, 7, 2, 'gpon0/1/2', 'PON', 'Up'),
      (103, 7, 3, 'xge0/9/1', 'XGE', 'Up'), (201, 8, 1, 'gpon0/1/1', 'PON', 'Up'),
      (301, 9, 1, '1/1', 'ETH', 'Up'), (302, 9, 2, 'vlan2', 'VLAN', 'Up')`)
  await world.sql(`insert into inventory_interface
      (id, device_id, bind_key, parent_bind_key, name, type, status, status_changed_at, serial, mac, agreement)
    select first + n, device, first + n, port, 'gpon0/1/' || port || ':' || n, 'ONU', 'Online', now() - interval '1 day',
      'ZTEG0000' || (first + n), '84:79:73:00:' || lpad(port::text, 2, '0') || ':' || lpad(n::text, 2, '0'),
      'c' || (first + n)
    from generate_series(1, 20) n, (values (7, 1, 1000), (7, 2, 1100), (8, 1, 2000)) t (device, port, first)`)
  await world.sql(`update inventory_onu set model = 'F660'`)
}

/**
 * OLT 7 in `ours` (71): PON 101 with ONUs 1001 to 1020, PON 102 with ONUs 1101 to 1120, uplink 103; OLT 8 in
 * `theirs` (72): PON 201 with ONUs 2001 to 2020; switch 9 in `ours` with port 301 and VLAN interface 302. All
 * ONUs are online. OLTs are not asked.
 */
export async function startWorld(): Promise<Street> {
  let own!: Context<Config>
  let ahead = 0
  const plugin = {
    ...correlation,
    setup(ctx: Context<Config>) {
      own = { ...ctx, clock: () => new Date(Date.now() + ahead) }
      return correlation.setup(own)
    },
  } as typeof correlation
  const world = await makeWorld({
    plugins: [interfaceMarks, fdbHistory, plugin],
    settings: { identity: { rate_limiter_enabled: false }, correlation: { ask: false } },
  })
  await furnish(world).catch(async (error: unknown) => {
    await world.stop()
    throw error
  })
  const change = (ids: readonly number[], status: string, at: Date) =>
    world.sql(
      `with before as (
        select id, status from inventory_interface where id = any ($1) and status is distinct from $2
      ), changed as (
        update inventory_interface i set status = $2, status_changed_at = $3 from before b where b.id = i.id
      )
      insert into inventory_interface_status_history (interface_id, status, previous, time)
      select id, $2, status, $3 from before`,
      [ids, status, at],
    )
  return Object.assign(world, {
    ctx: own,
    async reads(deviceId: number, states: Readonly<Record<string, readonly number[]>> = {}) {
      ahead += 10
      const at = own.clock()
      for (const [status, ids] of Object.entries(states)) await change(ids, status, at)
      await noteReading(own, deviceId, at)
      return look(own, deviceId)
    },
    async learns(ip: string, mac: string, onu: number) {
      const told = async (module: string, device: number, row: object) => {
        const answer = { device_id: device, module, args: {}, data: [row], complete: true, time: own.clock() }
        for (const { error } of await world.use('equipment').keep([answer])) throw error
      }
      const port = (id: number, type: string) => ({ id, name: `${id}`, type, parent: null, if_index: id })
      const arp = { interface: port(2, 'VLAN'), ip, mac, vlan_id: 2, status: 'Dynamic' }
      await told('arps', 9, arp)
      const fdb = {
        interface: port(onu, 'ONU'),
        mac_address: mac,
        vlan_id: 2,
        status: 'LEARNED',
        is_dynamic: true,
      }
      await told('fdb', 7, fdb)
      await world.sql(
        `insert into inventory_sighting (interface_id, mac, vlan_id, first_seen, last_seen)
         values ($1, $2, 2, $3, $3) on conflict do nothing`,
        [onu, mac, own.clock()],
      )
    },
    async becomes(deviceId: number, status: 'Up' | 'Down') {
      await world.sql(`update inventory_device set status = $2, status_changed_at = $3 where id = $1`, [
        deviceId,
        status,
        own.clock(),
      ])
      await look(own, 7)
    },
    review: (deviceId: number) => review(own, deviceId),
    restarts: (deviceId: number) => noteRestart(own, deviceId, own.clock()),
    pass(minutes: number) {
      ahead += minutes * 60_000
    },
  })
}
