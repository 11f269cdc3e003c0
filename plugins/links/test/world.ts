import type { Context } from '@linecard/plugin-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import generic from '@linecard/driver-generic'
import metrics from '@linecard/plugin-metrics'
import type { Config } from '../src/config.ts'
import links from '../src/index.ts'
import type { Links } from '../src/parts.ts'

export type { World }
export { dataOf, keyOf } from '@linecard/test-kit/worlds/inventory'
export const path = '/component/links'

export interface Net extends World {
  links: Links
}

/**
 * The core with this plugin and series: devices 1 to 8, `sw1` … in group `ours` (71), 9 in `theirs` (72), each with
 * ports 1 to 4 (device 3: ids 301 to 304, bind keys 1 to 4) and an aggregate (id 390, bind key 90).
 */
export async function startNet(
  settings: Partial<Config> = {},
  { clock }: { clock?: () => Date } = {},
): Promise<Net> {
  let parts!: Links
  const plugin = {
    ...links,
    setup(given: Context<Config>) {
      const ctx = clock ? Object.assign(Object.create(given) as Context<Config>, { clock }) : given
      parts = links.setup(ctx) as Links
      return parts
    },
  }
  const world = await makeWorld({
    drivers: [generic],
    plugins: [metrics, plugin as typeof links],
    settings: { identity: { rate_limiter_enabled: false }, links: settings },
  })
  await world.sql(`insert into inventory_group (id, name) values (71, 'ours'), (72, 'theirs')`)
  await world.sql(
    `insert into inventory_device (id, ip, name, group_id, model_id) select n, ('192.0.2.' || n)::inet, 'sw' || n, case n when 9 then 72 else 71 end, (select min(id) from inventory_model) from generate_series(1, 9) n`,
  )
  await world.sql(
    `insert into inventory_interface (id, device_id, bind_key, name, type, status, description) select d * 100 + n, d, n, '1/' || n, 'ETH', 'Up', 'port ' || n from generate_series(1, 9) d, generate_series(1, 4) n`,
  )
  await world.sql(
    `insert into inventory_interface (id, device_id, bind_key, name, type, status) select d * 100 + 90, d, 90, 'po1', 'LACP', 'Up' from generate_series(1, 9) d`,
  )
  return Object.assign(world, { links: parts })
}

/** A link as a scan stores it: `1/1` of device a is interface a01. */
export async function insertLink(
  world: World,
  src: number,
  dest: number,
  more: Record<string, string | number | boolean | null> = {},
): Promise<number> {
  const row = {
    src_device_id: Math.floor(src / 100),
    src_interface_id: src,
    dest_device_id: Math.floor(dest / 100),
    dest_interface_id: dest,
    source: 'automatic',
    state: 'active',
    confidence: 0.95,
    sure: true,
    directed: true,
    created_at: new Date().toISOString(),
    seen_at: new Date().toISOString(),
    ...more,
  }
  const names = Object.keys(row)
  const [made] = await world.sql<{ id: number }>(
    `insert into links_link (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')}) returning id`,
    Object.values(row),
  )
  return made!.id
}
