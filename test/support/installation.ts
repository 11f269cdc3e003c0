import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { boot, type Running } from '@linecard/kernel'
import type { Plugin } from '@linecard/plugin-kit'
import { fakeClock, startScene, type RunningScene, type Scene, type SceneDevice } from '@linecard/simulator'
import { createDatabase } from '@linecard/test-kit/worlds/database'
import { coreTables, tablesOf } from '@linecard/test-kit/worlds/migrated'
import { clientOf, signIn, type Client, type Kept } from './client.ts'

export const adminPassword = 'correct horse 17'

export interface InstallationOptions {
  /**
   * Simulated network that is started too. Its devices use free ports. Its time stands still until `clock`
   * moves it.
   */
  scene?: Scene
  /** Settings by plugin id. By default loopback devices are allowed. */
  settings?: Readonly<Record<string, object>>
  /**
   * `external` (default): a new database on the test server. `embedded`: a server in the data folder.
   */
  database?: 'embedded' | 'external'
  /** Another database instead of a new one, e.g. one behind a TCP proxy. */
  databaseUrl?: string
  /** Members of `http` in the config, beside its address. */
  http?: object
  /** In addition to the packages. */
  plugins?: readonly Plugin[]
  /** Packages of feature plugins. Default: all of the repository. */
  features?: readonly string[]
  /** Its environment. */
  env?: Readonly<Record<string, string>>
  /** It does the commands of other processes, as `linecard start` does. */
  commands?: boolean
}

export type Simulated = RunningScene['devices'][number]

export interface Installation {
  readonly url: string
  readonly running: Running
  /** For child processes with the same database and secrets. */
  readonly configFile: string
  readonly folder: string
  readonly databaseUrl: string | null
  /** Time of the simulated network. */
  readonly clock: ReturnType<typeof fakeClock>
  /** Signed in as the first owner. */
  readonly admin: Client
  /** The lines of the log. */
  log(): string
  simulated(name: string): Simulated
  /**
   * Adds a simulated device as an integration does: access profile (with its console if it has telnet),
   * detect, create. Does not wait until its interfaces are read.
   */
  add(device: Simulated, more?: object): Promise<{ id: number; access_id: number }>
  signIn(login: string, password: string): Promise<Client>
  stop(): Promise<void>
}

const packagesOf = (folder: 'drivers' | 'plugins') =>
  readdirSync(folder)
    .filter(id => existsSync(`${folder}/${id}/src/index.ts`))
    .toSorted()
    .map(id => `@linecard/${folder.slice(0, -1)}-${id}`)

/** Every driver and every feature plugin of the repository. */
export const drivers: readonly string[] = packagesOf('drivers')
export const features: readonly string[] = packagesOf('plugins')
/** Drivers have no tables. */
const allTables = tablesOf('all', { plugins: features })

/** Addresses that no other test file uses: each process draws its own network. */
const net = `127.${20 + (randomBytes(1)[0]! % 200)}.${randomBytes(1)[0]!}`
export const ip = (host: number): string => `${net}.${host}`
/** A scene with addresses of this process. */
export const sceneOf = (
  devices: readonly (Record<string, unknown> & { kind: string; name: string })[],
  more: Omit<Scene, 'devices'> = {},
): Scene => ({
  ...more,
  devices: devices.map((device, n) => ({ ip: ip(n + 1), ...device }) as unknown as SceneDevice),
})

/** By the features of an installation: with the same packages each serves the same document. */
const contracts = new Map<string, Kept>()
function contractOf({ features: chosen = features, plugins = [] }: InstallationOptions): Kept {
  const kept = { contract: null }
  if (plugins.length > 0) return kept
  const key = chosen.join(' ')
  return contracts.get(key) ?? (contracts.set(key, kept), kept)
}

/** The complete service in this process, with the settings of the all-in-one example, and its network. */
export async function startInstallation(options: InstallationOptions = {}): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'linecard-e2e-'))
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  try {
    const made =
      options.databaseUrl || options.database === 'embedded'
        ? null
        : await createDatabase(options.features ? coreTables : allTables)
    if (made) undo.push(() => made.drop())
    const databaseUrl = options.databaseUrl ?? made?.url ?? null
    const clock = fakeClock()
    const scene = options.scene ? await startScene(options.scene, { port: 0, clock }) : null
    if (scene) undo.push(() => scene.stop())

    // All services of one database have the same key.
    if (options.databaseUrl) {
      const key = createHash('sha256').update(options.databaseUrl).digest('base64')
      await mkdir(join(folder, 'data'))
      await writeFile(join(folder, 'data', 'vault.key'), key, { mode: 0o600 })
    }
    const has = (id: string) => (options.features ?? features).includes(`@linecard/plugin-${id}`)
    const configFile = join(folder, 'linecard.json')
    await writeFile(
      configFile,
      JSON.stringify({
        data_dir: join(folder, 'data'),
        http: { ...options.http, host: '127.0.0.1', port: 0 },
        database: { url: databaseUrl },
        drivers,
        plugins: options.features ?? features,
        settings: {
          ...options.settings,
          // What tests see change must not depend on when a poll is due, and nothing leaves this machine.
          ...(has('pollers') && { pollers: { polling: false, ...options.settings?.['pollers'] } }),
          ...(has('pinger') && { pinger: { pinging: false, ...options.settings?.['pinger'] } }),
          equipment: { allow_loopback: true, ...options.settings?.['equipment'] },
          system: {
            new_version_check: false,
            external_http_address: 'https://noc.example.net',
            ...options.settings?.['system'],
          },
        },
      }),
    )
    let log = ''
    process.env['LINECARD_ADMIN_PASSWORD'] = adminPassword
    const running = await boot({
      configFile,
      env: options.env ?? {},
      plugins: options.plugins ?? [],
      logTo: {
        write(line: string) {
          log += line
        },
      },
    })
    undo.push(() => running.stop())
    if (options.commands) {
      const { serveCommands } = await import('../../core/cli/src/service.ts')
      const socket = await serveCommands(running, join(folder, 'data'), why => {
        throw new Error(why)
      })
      undo.push(() => socket.close())
    }
    const anonymous = clientOf(running.url!, null, contractOf(options))
    const admin = await signIn(anonymous, 'admin', adminPassword)

    const simulated = (name: string) => {
      const found = scene?.devices.find(device => device.name === name)
      if (!found) throw new Error(`the scene has no device "${name}"`)
      return found
    }
    return {
      url: running.url!,
      running,
      configFile,
      folder,
      databaseUrl,
      clock,
      admin,
      simulated,
      stop,
      log: () => log,
      signIn: (login, password) => signIn(anonymous, login, password),
      async add(device, more = {}) {
        const telnet = device.console?.telnet
        const access = await admin.post<{ id: number }>('/device-access', {
          name: `${device.name} ${device.ip}:${device.port} ${randomBytes(3).toString('hex')}`,
          public_community: 'public',
          private_community: 'private',
          ...(telnet && { login: 'admin', password: 'admin' }),
          params: {
            sw_core_connection: {
              snmp_version: '2c',
              snmp_port: device.port,
              snmp_timeout_sec: 0.4,
              snmp_repeats: 1,
              ...(telnet && { console_connection_type: 'telnet', console_port: telnet }),
            },
          },
        })
        const found = await admin.post<{ model: { id: number } | null; name: string }>('/device-detect', {
          ip: device.ip,
          access_id: access.id,
        })
        if (!found.model) throw new Error(`no driver knows ${device.name}`)
        const { id } = await admin.post<{ id: number }>('/device', {
          ip: device.ip,
          name: found.name,
          access_id: access.id,
          model_id: found.model.id,
          ...more,
        })
        return { id, access_id: access.id }
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The job that asks OLTs every five minutes: its commands and requests would be among those of a test. */
export const readingJob = '/system-schedule/onts-registration.refresh'

/**
 * From now on the service asks devices only on request. For tests that count requests or commands of a device.
 */
export async function withoutReadings(admin: Client): Promise<void> {
  const tasks = await admin.get<{ key: string }[]>('/system-schedule/tasks')
  if (tasks.some(({ key }) => readingJob === `/system-schedule/${key}`))
    await admin.put(readingJob, { enabled: false })
}
