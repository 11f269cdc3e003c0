import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Driver } from '@linecard/driver-kit'
import { boot, type Running } from '@linecard/kernel'
import type { Context, Plugin } from '@linecard/plugin-kit'
import type { Device } from '@linecard/simulator'

export interface WorldOptions {
  /** Packages of other plugins that it requires, as in `plugins` of the config. The core is always there. */
  plugins?: readonly string[]
  drivers?: readonly Driver[]
  settings?: Readonly<Record<string, Record<string, unknown>>>
  /**
   * A simulated device, which plays this recording and is in the inventory. `drivers` must know its model.
   */
  device?: { recording: string | URL }
}

export interface Answer {
  status: number
  data: never
  error: { code: string; description: string } | null
}

/** A service of its own, with the plugin in it. */
export interface PluginWorld {
  readonly running: Running
  /** What `setup` of the plugin received. */
  readonly context: Context
  /** The device of the options. */
  readonly device: { id: number; ip: string; name: string }
  /** A request as the owner; `key` null: without one. `path` is below `/api/v1`. */
  call(method: string, path: string, body?: unknown, key?: string | null): Promise<Answer>
  /** Key of a new user with these permissions and no other. */
  person(permissions: readonly string[]): Promise<string>
  stop(): Promise<void>
}

const password = 'Long enough password 1'

/** A device on the loopback network. */
async function startDevice({ recording }: { recording: string | URL }): Promise<Device> {
  const simulator = await import('@linecard/simulator')
  const part = () => 1 + Math.floor(Math.random() * 250)
  return simulator.startDevice({ ip: `127.${part()}.${part()}.${part()}`, port: 0, recording })
}

async function addDevice(world: PluginWorld, { ip, port }: Device): Promise<PluginWorld['device']> {
  const must = async (path: string, body: object): Promise<never> => {
    const { data, error } = await world.call('POST', path, body)
    if (error) throw new Error(`${path}: ${error.description}`)
    return data
  }
  const profile: { id: number } = await must('/device-access', {
    name: 'simulated',
    public_community: 'public',
    private_community: 'private',
    params: { sw_core_connection: { snmp_version: '2c', snmp_port: port } },
  })
  const found: { model: { id: number } | null; name: string | null } = await must('/device-detect', {
    ip,
    access_id: profile.id,
  })
  if (!found.model) throw new Error('no driver knows the simulated device: name it in "drivers"')
  const device = { ip, name: found.name ?? ip, model_id: found.model.id, access_id: profile.id }
  return must('/device', device)
}

const configOf = (folder: string, { plugins, settings = {} }: WorldOptions) => ({
  data_dir: folder,
  http: { port: 0 },
  log: { level: 'silent' },
  plugins,
  settings: {
    ...settings,
    equipment: { allow_loopback: true, ...settings['equipment'] },
    system: { new_version_check: false, ...settings['system'] },
  },
})

/**
 * Starts a service with an embedded database in a folder of its own, on a free port of 127.0.0.1.
 * @throws Error if the plugin does not run
 */
export async function startWorld(
  plugin: Plugin,
  testUrl: string,
  { plugins = [], drivers = [], settings = {}, device }: WorldOptions,
): Promise<PluginWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'linecard-plugin-'))
  const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const one of stops.splice(0).toReversed()) await one()
  }
  let context: Context | undefined
  let owner: string | null = null
  let people = 0
  process.env['LINECARD_ADMIN_PASSWORD'] = password
  try {
    const running = await boot({
      env: {},
      lookIn: [dirname(fileURLToPath(testUrl)), import.meta.dirname],
      plugins: [
        {
          ...plugin,
          setup(given: Context) {
            context = given
            return plugin.setup(given as never)
          },
        } as Plugin,
      ],
      drivers,
      config: configOf(folder, { plugins, settings }),
    })
    stops.push(() => running.stop())
    const state = running.components().find(({ key }) => key === plugin.id)
    if (state?.state !== 'ready') throw new Error(`the plugin is ${state?.state}: ${state?.reason}`)
    const world: PluginWorld = {
      running,
      context: context!,
      device: null as never,
      stop,
      async call(method, path, body, key = owner) {
        const answer = await fetch(`${running.url}/api/v1${path}`, {
          method,
          headers: {
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(key ? { 'x-auth-key': key } : {}),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
        const isJson = answer.headers.get('content-type')?.includes('json')
        const envelope = isJson ? ((await answer.json()) as Partial<Answer>) : {}
        await answer.body?.cancel().catch(() => undefined)
        return { status: answer.status, data: envelope.data as never, error: envelope.error ?? null }
      },
      async person(permissions) {
        const login = `person-${++people}`
        const role = await world.call('POST', '/user-role', { name: login, permissions })
        const { id } = role.data as { id: number }
        await world.call('POST', '/user', { login, password, role: { id, name: login }, device_groups: [] })
        const { data, error } = await world.call('POST', '/auth', { login, password }, null)
        if (error) throw new Error(`cannot sign in: ${error.description}`)
        return (data as { key: string }).key
      },
    }
    const signedIn = await world.call('POST', '/auth', { login: 'admin', password }, null)
    owner = (signedIn.data as { key: string }).key
    if (!device) return world
    const simulated = await startDevice(device)
    stops.push(() => simulated.stop())
    return Object.assign(world, { device: await addDevice(world, simulated) })
  } catch (error) {
    await stop()
    throw error
  }
}
