import { DeviceError, type Missing } from '@linecard/driver-kit'
import type { Interface } from '@linecard/driver-kit/modules'
import type { Context } from '@linecard/plugin-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import type { Config } from '../src/config.ts'
import plugin from '../src/index.ts'
import type { HeldOlt } from '../src/olt/device.ts'
import { service, type Registrations } from '../src/registrations.ts'

/** An OLT in memory: what stands at the numbers of its one PON port, and what it says to commands. */
export interface Olt {
  /** Idents by number; null: it tells none. */
  onus: Map<number, string | null>
  waiting: string[]
  refused: { ident: string; kind: 'Refused' | 'Rogue'; reason: string | null }[]
  hasRefused: boolean
  /** What its answers lack. */
  missing: Missing[]
  /** Commands that it got. */
  got: string[]
  breakOnError: string[]
  /** Carries a command out. Null: the session is lost; text: why it is refused. */
  does(command: string): string | null | undefined | Promise<string | null | undefined>
  /** How often the inventory read it again; throws: it cannot be read. */
  refresh(): Promise<void>
  refreshed: number
}

export const port = { id: 1_000, name: 'pon 0/1' }

export const newOlt = (onus: readonly (readonly [number, string | null])[] = []): Olt => ({
  onus: new Map(onus),
  waiting: [],
  refused: [],
  hasRefused: true,
  missing: [],
  got: [],
  breakOnError: [],
  does: () => undefined,
  refresh: async () => {},
  refreshed: 0,
})

/** An ONU of that port. */
export const onuOf = (number: number): Interface => ({
  id: port.id + number,
  name: `${port.name}:${number}`,
  type: 'ONU',
  parent: port.id,
  if_index: null,
  _onu: number,
})

async function console(
  olt: Olt,
  args: { commands: { command: string }[] },
  told: (row: object) => Promise<void>,
) {
  for (const { command } of args.commands) {
    const refused = await olt.does(command)
    if (refused === null) throw new DeviceError(olt.got.length === 0 ? 'AuthFailed' : 'SessionLost', 'gone')
    olt.got.push(command)
    await told({ command, output: '', success: refused === undefined, error: refused ?? null })
  }
}

type Called = { commands?: { onCommand(row: object): Promise<void> } }

/** The services of the context that speak with devices are this OLT. */
const services = (olt: Olt) => ({
  equipment: {
    supports: (_: string, { name }: { name: string }) =>
      name === 'pon_onts_serial' || (name === 'refused_onts' && olt.hasRefused),
    async callByName(_: unknown, name: string, args: never, { commands }: Called) {
      const told = <T>(data: T) => ({ data, meta: { missing: olt.missing } })
      const rows = [...olt.onus].map(([number, serial]) => ({ interface: onuOf(number), serial }))
      if (name === 'interfaces_list') return told(rows.map(row => row.interface))
      if (name === 'pon_onts_serial') return told(rows)
      if (name === 'unregistered_onts') return told(olt.waiting.map(_ident => ({ _ident })))
      if (name === 'refused_onts') return told(olt.refused)
      const { command_breaks: breaks } = {
        command_breaks: (args as { break_on_error: string }).break_on_error,
      }
      olt.breakOnError.push(breaks)
      return console(olt, args, row => commands!.onCommand(row))
    },
  },
  interfaces: {
    async refresh() {
      olt.refreshed++
      await olt.refresh()
    },
    onDevice: async () => null,
  },
})

export interface RegistrationWorld extends World {
  parts: Registrations
  /** This OLT as device 7, held by one work. */
  held(olt: Olt): HeldOlt
}

/** The core with this plugin: OLT 7 in group 71, OLT 8 in group 72. */
export async function startWorld(): Promise<RegistrationWorld> {
  let parts!: Registrations
  const own = {
    ...plugin,
    async setup(ctx: Context<Config>) {
      parts = (await plugin.setup(ctx)) as Registrations
      return parts
    },
  } as typeof plugin
  const world = await makeWorld({ plugins: [own], settings: { identity: { rate_limiter_enabled: false } } })
  await world.sql(`insert into inventory_group (id, name) values (71, 'ours'), (72, 'theirs')`)
  await world.sql(
    `insert into inventory_device (id, ip, name, group_id, enabled) values
      (7, '192.0.2.7', 'olt-ours', 71, false), (8, '192.0.2.8', 'olt-theirs', 72, false)`,
  )
  const held = (olt: Olt): HeldOlt => {
    const faked = services(olt) as Record<string, unknown>
    const use = (name: string) => faked[name] ?? parts.ctx.use(name as never)
    const ctx = new Proxy(parts.ctx, { get: (of, key) => (key === 'use' ? use : Reflect.get(of, key)) })
    const target = { deviceId: 7, modelKey: 'test_olt' } as HeldOlt['target']
    return { ctx, target, caller: service, hold: null }
  }
  return Object.assign(world, { parts, held })
}
