import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { program } from '@linecard/test-kit/worlds/linecard'
import { launch, password } from '../../support/launch.ts'
import { processOf } from './processes.ts'

const root = join(import.meta.dirname, '../../..')

/** All plugins of the repository. */
export const allPlugins: readonly string[] = readdirSync(join(root, 'plugins')).filter(id =>
  existsSync(join(root, `plugins/${id}/src/index.ts`)),
)

/** All drivers of the repository. */
export const allDrivers: readonly string[] = readdirSync(join(root, 'drivers')).filter(id =>
  existsSync(join(root, `drivers/${id}/src/index.ts`)),
)

/** A running service, and its API. */
export interface Service {
  url: string
  pid: number
  /** CPU seconds of the process until it was ready. */
  readySec: number
  /** Key of the first owner. */
  key: string
  /** Asks without looking at the answer. `path` is below `/api/v1`. */
  fetch(method: string, path: string, body?: object): Promise<Response>
  /** The data of an answer. Throws if it is an error. */
  ask<T>(method: string, path: string, body?: object): Promise<T>
  /** A page without key, below the root. */
  page(path: string): Promise<Response>
  /** Adds a device with its access. Gives its id. */
  add(device: { ip: string; name: string; access: object }): Promise<number>
  stop(): Promise<void>
}

export interface ServiceOptions {
  databaseUrl: string
  /** Names of packages, without `@linecard/driver-` and `@linecard/plugin-`. */
  drivers: readonly string[]
  plugins: readonly string[]
  /** Where it keeps its files. Default: a new folder, which goes with the service. */
  folder?: string
  /** Processes of workers. Default: none, the service does their work. */
  workers?: number
  settings?: Readonly<Record<string, object>>
}

/** Starts the product as an operator does. Requests are not limited. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { databaseUrl, drivers, plugins, workers = 0, settings = {} } = options
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'linecard-bench-')))
  const configFile = join(folder, 'linecard.json')
  const config = {
    data_dir: join(folder, 'data'),
    http: { host: '127.0.0.1', port: 0, rate_limit: { max: 1_000_000_000 } },
    database: { url: databaseUrl },
    workers: { processes: workers },
    drivers: drivers.map(id => `@linecard/driver-${id}`),
    plugins: plugins.map(id => `@linecard/plugin-${id}`),
    settings: {
      ...settings,
      equipment: { networks: ['127.0.0.0/8'], allow_loopback: true, ...settings['equipment'] },
      system: { new_version_check: false, ...settings['system'] },
    },
  }
  await writeFile(configFile, JSON.stringify(config))
  const removeFolder = async () => {
    if (!options.folder) await rm(folder, { recursive: true, force: true })
  }
  const { url, pid, stop } = await launch(
    // As `npm start`.
    ['--max-semi-space-size=8', program[1], 'start', '--config', configFile],
    join(folder, 'service.log'),
    { LINECARD_ADMIN_PASSWORD: password },
  ).catch(async (error: unknown) => {
    await removeFolder()
    throw error
  })
  const readySec = processOf(pid)!.cpuSec
  let key = ''
  const send: Service['fetch'] = (method, path, body) =>
    fetch(`${url}/api/v1${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(key ? { 'x-auth-key': key } : {}),
      },
    })
  const ask: Service['ask'] = async (method, path, body) => {
    const answer = await send(method, path, body)
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} → ${answer.status}: ${text.slice(0, 500)}`)
    return (JSON.parse(text) as { data: never }).data
  }
  ;({ key } = await ask<{ key: string }>('POST', '/auth', { login: 'admin', password }))
  return {
    url,
    pid,
    readySec,
    key,
    fetch: send,
    ask,
    page: path => fetch(`${url}${path}`),
    async stop() {
      await stop()
      await removeFolder()
    },
    async add({ ip, name, access }) {
      const { id: access_id } = await ask<{ id: number }>('POST', '/device-access', {
        name: `${name} ${ip}`,
        public_community: 'public',
        private_community: 'private',
        ...access,
      })
      const { model } = await ask<{ model: { id: number } | null }>('POST', '/device-detect', {
        ip,
        access_id,
      })
      if (!model) throw new Error(`no driver knows ${name}`)
      const { id } = await ask<{ id: number }>('POST', '/device', { ip, name, access_id, model_id: model.id })
      return id
    },
  }
}
