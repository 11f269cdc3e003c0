import type { Plugin } from '@linecard/plugin-kit'
import { until } from '@linecard/test-kit'
import { makeWorld, type Answer, type World } from '@linecard/test-kit/worlds/core'
import analytics from '../src/index.ts'

export type { Answer, World }
export const base = '/component/analytics'

/**
 * The core with this plugin: device 7 in `ours` (71) with ports 101 to 110 and ONUs 121 to 129 below the PON port 120,
 * device 8 in `theirs` (72) with ports 201 to 203 and ONU 221 below 220. Its jobs run only when a test says so.
 */
export async function startWorld(
  plugins: readonly Plugin[] = [],
  settings: Record<string, Record<string, unknown>> = {},
): Promise<World> {
  const world = await makeWorld({
    plugins: [analytics, ...plugins],
    settings: { identity: { rate_limiter_enabled: false }, ...settings },
  })
  for (const job of ['online', 'errors', 'duplicated_mac_addresses', 'trim'])
    await world.http('PUT', `/system-schedule/analytics.${job}`, { enabled: false })
  return world
}

export async function fill(world: World): Promise<void> {
  await world.sql(`insert into inventory_group (id, name) values (71, 'ours'), (72, 'theirs')`)
  await world.sql(
    `insert into inventory_device (id, ip, name, group_id, enabled, status) values
      (7, '192.0.2.7', '=HYPERLINK("http://x.example")', 71, true, 'Up'), (8, '192.0.2.8', 'olt, "theirs"', 72, true, 'Down')`,
  )
  await world.sql(
    `insert into inventory_interface (id, device_id, bind_key, name, type, status)
      select 100 + n, 7, n, 'port ' || n, 'ETH', 'Up' from generate_series(1, 10) n`,
  )
  await world.sql(
    `insert into inventory_interface (id, device_id, bind_key, name, type) select 200 + n, 8, n, 'hidden ' || n, 'ETH' from generate_series(1, 3) n`,
  )
  await world.sql(
    `insert into inventory_interface (id, device_id, bind_key, name, type, status, created_at) values
      (120, 7, 1000, 'pon 1', 'PON', 'Up', now() - interval '1 year'), (220, 8, 1000, 'pon 1', 'PON', 'Up', now())`,
  )
  await world.sql(
    `insert into inventory_interface (id, device_id, bind_key, parent_bind_key, name, type, status, serial, description)
      select 120 + n, 7, 1000 + n, 1000, 'pon 1:' || n, 'ONU', case when n > 7 then 'LOS' else 'Online' end,
        'ZTEGC10000' || lpad(n::text, 2, '0'), case when n = 1 then '=cmd|''/C calc''!A0' else 'customer ' || n end
      from generate_series(1, 9) n`,
  )
  await world.sql(
    `insert into inventory_interface (id, device_id, bind_key, parent_bind_key, name, type, status, serial)
      values (221, 8, 1001, 1000, 'pon 1:1', 'ONU', 'Online', 'ZTEGC1000001')`,
  )
  await world.sql(
    `update inventory_onu set rx = -18 - (interface_id - 120), olt_rx = -20, optics_at = now() where device_id = 7`,
  )
  await world.sql(`update inventory_onu set rx_bad_since = now() where rx < -25`)
}

/** Runs a job and waits for its good end. */
export async function runJob(world: World, key: string): Promise<void> {
  const { status, text, body } = await world.http('POST', `/system-schedule/${key}/run`)
  if (status >= 300) throw new Error(text)
  const { id } = body.data as { id: string }
  const run = await until(
    `${key} ends`,
    async () => {
      const { runs } = await world.use('jobs').reports({ id, limit: 1, offset: 0, lines: true })
      return runs[0] && runs[0].status !== 'running' ? runs[0] : null
    },
    { everyMs: 50 },
  )
  if (run.status !== 'ok') throw new Error(JSON.stringify(run))
}

/** An answer that must be good. */
export async function get<T>(world: World, path: string, key?: string): Promise<{ data: T; meta: never }> {
  const { status, text, body } = await world.http('GET', base + path, undefined, key)
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
  return body as unknown as { data: T; meta: never }
}
