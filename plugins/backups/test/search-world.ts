import type { Context } from '@linecard/plugin-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import cisco from '@linecard/driver-cisco'
import type { Base } from '../src/base.ts'
import type { Config } from '../src/config.ts'
import backups from '../src/index.ts'
import { storeVersion } from '../src/versions/store.ts'

export { dataOf, keyOf } from '@linecard/test-kit/worlds/inventory'

export interface Shelf extends World {
  base: Base
  /** Stores a version of a device, seen so many minutes after noon. */
  put(device: number, text: string, minutes?: number): Promise<void>
  model: number
}

/** Minutes after noon. */
export const at = (minutes: number): Date => new Date(Date.UTC(2026, 2, 1, 12) + minutes * 60_000)

/** The core with this plugin and Cisco: devices 1 to 3 in group 71 `ours`, 4 in group 72 `theirs`. */
export async function startShelf(settings: Partial<Config> = {}): Promise<Shelf> {
  let base!: Base
  const plugin = {
    ...backups,
    async setup(ctx: Context<Config>) {
      const running = await backups.setup(ctx)
      base = running as Base
      return running
    },
  }
  const world = await makeWorld({
    drivers: [cisco],
    plugins: [plugin as typeof backups],
    settings: { identity: { rate_limiter_enabled: false }, backups: { on_by_default: true, ...settings } },
  })
  const models = await world.sql<{ id: number }>(
    `select id from inventory_model where key = 'cisco_ios' or key like 'cisco%' order by key = 'cisco_ios' desc, key limit 1`,
  )
  const model = models[0]!.id
  await world.sql(`insert into inventory_group (id, name) values (71, 'ours'), (72, 'theirs')`)
  await world.sql(
    `insert into inventory_device (id, ip, name, group_id, enabled, model_id)
     select n, ('192.0.2.' || n)::inet, 'sw-' || n, case when n < 4 then 71 else 72 end, false, ${model} from generate_series(1, 4) n`,
  )
  const [{ key }] = (await world.sql<{ key: string }>(
    `select key from inventory_model where id = ${model}`,
  )) as [{ key: string }]
  return Object.assign(world, {
    base,
    model,
    async put(device_id: number, text: string, minutes = 0) {
      await storeVersion(base, {
        device_id,
        model_key: key,
        text,
        time: at(minutes),
        attempt: null,
        accepted: true,
      })
    },
  })
}

export const nothing = { signal: new AbortController().signal, progress() {}, args: {} }
