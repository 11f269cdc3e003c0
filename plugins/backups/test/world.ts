import type { Configurations, Context, DeviceConfiguration, Plugin } from '@linecard/plugin-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import type { Config } from '../src/config.ts'
import backups from '../src/index.ts'
import type { Backups } from '../src/setup.ts'

export type { World }
export { dataOf, keyOf } from '@linecard/test-kit/worlds/inventory'

/** What a device says to a reading: its configuration, or the failure. */
export type Says = () => DeviceConfiguration | Promise<DeviceConfiguration>

export const says =
  (text: string, ended: boolean | null = true): Says =>
  () => ({ text, ended, spent_ms: 5 })

export interface Archive extends World {
  backups: Backups
  /** What devices say, by their ids. */
  devices: Map<number, Says>
  /** Readings so far. */
  reads: number[]
}

/** Comments are not significant, and what follows "secret" is one. */
const written = (devices: Map<number, Says>, reads: number[]): Configurations => ({
  readable: key => key === 'test_switch',
  onu: () => null,
  async read({ deviceId }) {
    reads.push(deviceId!)
    const say = devices.get(deviceId!)
    if (!say) throw new Error(`device ${deviceId} says nothing`)
    return say()
  },
  significant: async (_, text) => text.replace(/^!.*\n/gm, ''),
  masked: async (_, text) => text.replace(/(?<=secret )\S+/g, '***'),
})

const withReader =
  (devices: Map<number, Says>, reads: number[]) =>
  (ctx: Context<Config>): Context<Config> => {
    const reader = written(devices, reads)
    const use: Context['use'] = name => (name === 'configurations' ? (reader as never) : ctx.use(name))
    return new Proxy(ctx, { get: (target, key) => (key === 'use' ? use : Reflect.get(target, key)) })
  }

/** The core with this plugin: devices 7 in group 71 and 8 in group 72, whose configurations are `devices`. */
export async function startWorld(
  settings: Partial<Config> = {},
  others: readonly Plugin[] = [],
): Promise<Archive> {
  const devices = new Map<number, Says>()
  const reads: number[] = []
  const read = withReader(devices, reads)
  let running!: Backups
  const plugin = {
    ...backups,
    async setup(ctx: Context<Config>) {
      running = (await backups.setup(read(ctx))) as Backups
      return running
    },
  }
  const world = await makeWorld({
    plugins: [...others, plugin as typeof backups],
    settings: { identity: { rate_limiter_enabled: false }, backups: settings },
  })
  await world.sql(`insert into inventory_group (id, name) values (71, 'ours'), (72, 'theirs')`)
  await world.sql(
    `insert into inventory_device (id, ip, name, group_id, enabled)
     values (7, '192.0.2.7', 'sw-ours', 71, false), (8, '192.0.2.8', 'sw-theirs', 72, false)`,
  )
  return Object.assign(world, { backups: running, devices, reads })
}

/** Minutes after noon. */
export const at = (minutes: number): Date => new Date(Date.UTC(2026, 2, 1, 12) + minutes * 60_000)

/** A configuration of so many ports. */
export const configurationOf = (ports: number, name = 'sw'): string =>
  [
    '! uptime 5 days',
    `hostname ${name}`,
    'user admin secret Xy77-hidden',
    ...Array.from({ length: ports }, (_, port) => `interface ${port + 1}\n vlan ${100 + port}`),
    'end',
    '',
  ].join('\n')
