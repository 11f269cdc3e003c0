import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { launch, password } from '../api/service.ts'

/** A running service of a checkout, and its API. */
export interface Service {
  pid: number
  /** Asks without looking at the answer. `path` is below `/api/v1`. */
  fetch(method: string, path: string, body?: object, signal?: AbortSignal): Promise<Response>
  /** The data of an answer. Throws if it is an error. */
  ask<T>(method: string, path: string, body?: object): Promise<T>
  /** A page without key, below the root. */
  page(path: string): Promise<Response>
  /** Adds a device with its access. Gives its id. */
  add(device: { ip: string; name: string; access: object }): Promise<number>
  stop(): Promise<void>
}

/** What a benchmark needs besides the usual. */
export interface ServiceExtras {
  drivers?: readonly string[]
  plugins?: readonly string[]
  /** Settings of the equipment part. */
  equipment?: object
}

/** Starts the product of a checkout on this database, with all that a device needs to be asked. */
export async function startService(
  root: string,
  folder: string,
  databaseUrl: string,
  { drivers = [], plugins = [], equipment = {} }: ServiceExtras = {},
): Promise<Service> {
  const configFile = join(folder, 'linecard.json')
  await writeFile(
    configFile,
    JSON.stringify({
      data_dir: join(folder, 'data'),
      http: { host: '127.0.0.1', port: 0, rate_limit: { max: 1_000_000_000 } },
      database: { url: databaseUrl },
      drivers: ['dlink', 'mikrotik', 'huawei', 'cisco', 'generic', ...drivers].map(
        id => `@linecard/driver-${id}`,
      ),
      plugins: ['switches', 'routers', 'search-device', 'diagnostic', ...plugins].map(
        id => `@linecard/plugin-${id}`,
      ),
      settings: {
        equipment: { networks: ['127.0.0.0/8'], allow_loopback: true, ...equipment },
        system: { new_version_check: false },
      },
    }),
  )
  const main = join(root, 'core/cli/src/main.ts')
  const { url, pid, stop } = await launch(
    [main, 'start', '--config', configFile],
    join(folder, 'service.log'),
    { LINECARD_ADMIN_PASSWORD: password },
  )
  let key = ''
  const send: Service['fetch'] = (method, path, body, signal) =>
    fetch(`${url}/api/v1${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
      ...(signal ? { signal } : {}),
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
    pid,
    fetch: send,
    ask,
    page: path => fetch(`${url}${path}`),
    stop,
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
