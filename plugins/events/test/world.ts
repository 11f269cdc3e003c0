import {
  definePlugin,
  type Condition,
  type ConditionsAsked,
  type Context,
  type NetworkEvents,
  type Plugin,
  type Severity,
} from '@linecard/plugin-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import type { Config } from '../src/config.ts'
import events from '../src/index.ts'
import type { Engine } from '../src/engine/engine.ts'
import type { Events } from '../src/setup.ts'
import { until } from '@linecard/test-kit'

export { dataOf, keyOf } from '@linecard/test-kit/worlds/inventory'
export type { World }

/** What the test says of one condition. */
export interface Scene {
  /** Conditions by name of events. An error: the source throws it. A function is called. */
  holding: Record<string, Condition[] | Error | ((asked: ConditionsAsked) => Promise<Condition[]>)>
  /** Devices asked for, by name. */
  asked: [name: string, deviceIds: readonly number[] | null][]
}

/** A condition of device 7, with what a test says about it. */
export const condition = (more: Partial<Condition> = {}): Condition => ({
  device_id: 7,
  interface_id: null,
  part: '',
  title: 'lost',
  description: 'It is gone.',
  labels: {},
  since: new Date(0),
  ...more,
})

export const sourcesOf = (scene: Scene, specs: Record<string, { severity?: Severity; forSec?: number }>) =>
  definePlugin({
    id: 'weather',
    api: 1,
    conditions: Object.fromEntries(
      Object.entries(specs).map(([name, { severity = 'warning', forSec = 0 }]) => [
        name,
        {
          label: name,
          severity,
          forSec,
          async holding(_: Context, asked: ConditionsAsked) {
            scene.asked.push([name, asked.deviceIds])
            const held = scene.holding[name] ?? []
            if (held instanceof Error) throw held
            const all = typeof held === 'function' ? await held(asked) : held
            return all.filter(
              ({ device_id: id }) => !asked.deviceIds || (id !== null && asked.deviceIds.includes(id)),
            )
          },
        },
      ]),
    ),
  })

export interface Sky extends World {
  scene: Scene
  events: Events
  service: NetworkEvents
  /** The engine of this process, when it leads. */
  engine(): Promise<Engine>
  /** Says what holds, and looks at it. */
  round(holding?: Scene['holding']): Promise<void>
  /** Titles of open events, in order of their ids. */
  open(): Promise<string[]>
  /** `kind title` of all changes. */
  changes(after?: number): Promise<string[]>
  /** Lets time pass for the engine. */
  pass(seconds: number): void
}

/** Switch 7 in `ours` (71) with ports 101 to 110, switch 8 in `theirs` (72) with ports 201 to 210. */
export async function startWorld(
  specs: Parameters<typeof sourcesOf>[1],
  settings: Partial<Config> = {},
  more: readonly Plugin[] = [],
): Promise<Sky> {
  const scene: Scene = { holding: {}, asked: [] }
  let own!: Events
  let ahead = 0
  const plugin = {
    ...events,
    setup(ctx: Context<Config>) {
      own = events.setup({ ...ctx, clock: () => new Date(Date.now() + ahead * 1000) }) as Events
      return own
    },
  }
  const world = await makeWorld({
    plugins: [...more, plugin as typeof events, sourcesOf(scene, specs)],
    settings: { identity: { rate_limiter_enabled: false }, events: { round_sec: 3600, ...settings } },
  })
  await world.sql(`insert into inventory_group (id, name) values (71, 'ours'), (72, 'theirs')`)
  await world.sql(
    `insert into inventory_device (id, ip, name, group_id, enabled) values (7, '192.0.2.7', 'sw-ours', 71, false), (8, '192.0.2.8', 'sw-theirs', 72, false)`,
  )
  await world.sql(
    `insert into inventory_interface (id, device_id, bind_key, name, type) select d * 100 - 600 + n, d, n, '1/' || n, 'ETH' from generate_series(1, 10) n, (values (7), (8)) t (d)`,
  )
  const service = world.use('network-events')
  const engine = async () => {
    await until('this process leads', () => own.lead.led() !== null)
    return own.lead.led()!
  }
  return Object.assign(world, {
    scene,
    service,
    engine,
    get events() {
      return own
    },
    async round(holding?: Scene['holding']) {
      if (holding) scene.holding = holding
      const running = await engine()
      await running.round()
      await running.round()
    },
    async open() {
      const rows = await world.sql<{ title: string }>(
        `select title from events_event where resolved_at is null order by id`,
      )
      return rows.map(({ title }) => title)
    },
    async changes(after = 0) {
      const found = await service.changesAfter(after, 1000)
      return found.map(({ kind, event }) => `${kind} ${event.annotation}`)
    },
    pass(seconds: number) {
      ahead += seconds
    },
  })
}
