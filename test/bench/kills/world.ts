import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, type TestDatabase } from '@linecard/test-kit/worlds/database'
import { program } from '@linecard/test-kit/worlds/linecard'
import { launch, password } from '../../support/launch.ts'

/** A simulated switch of the other process. */
export interface KilledSwitch {
  id: number
  ip: string
  port: number
  ports: number[]
}

/** What a workload asks; a text is CSV. Null: the connection broke, so nobody was told anything. */
export type Ask = (
  method: string,
  path: string,
  body?: object | string,
  headers?: Readonly<Record<string, string>>,
) => Promise<{ status: number; body: { data: never; error?: { code: string; details: never[] } } } | null>

/** An installation whose service is killed and started again on the same data. */
export interface World {
  database: TestDatabase
  switches: readonly KilledSwitch[]
  ask: Ask
  /** Values that the switches were given, one for each SET that they accepted. */
  sets(): { ip: string; value: string }[]
  /** The text of the service's metrics. */
  metrics(): Promise<string>
  /** Ends the service with SIGKILL. */
  kill(): Promise<void>
  /** Starts it again. Gives the time until it listens, in ms. */
  start(): Promise<number>
  stop(): Promise<void>
}

async function startSimulator(file: string, count: number) {
  // Addresses that no other process uses.
  const network = `127.${100 + (process.pid % 100)}.${Math.floor(Math.random() * 250)}`
  const child = fork(join(import.meta.dirname, 'simulator.ts'), [file, String(count), network], {
    execArgv: ['--conditions=source', '--disable-warning=ExperimentalWarning'],
  })
  const [switches] = (await once(child, 'message')) as [Omit<KilledSwitch, 'id'>[]]
  return { switches, stop: () => void child.kill('SIGTERM') }
}

const access = (port: number) => ({
  public_community: 'public',
  private_community: 'private',
  params: {
    sw_core_connection: { snmp_version: '2c', snmp_port: port, snmp_timeout_sec: 5, snmp_repeats: 1 },
  },
})

/** Starts switches, an empty database and a service with the switches in its inventory. */
export async function startWorld(switchCount: number): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'linecard-kills-'))
  const undo: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  try {
    const database = await createDatabase()
    undo.push(() => database.drop())
    const file = join(folder, 'sets')
    const simulator = await startSimulator(file, switchCount)
    undo.push(simulator.stop)
    const configFile = join(folder, 'linecard.json')
    await writeFile(
      configFile,
      JSON.stringify({
        data_dir: join(folder, 'data'),
        http: { host: '127.0.0.1', port: 0, rate_limit: { max: 1_000_000_000 } },
        database: { url: database.url },
        drivers: ['@linecard/driver-huawei', '@linecard/driver-generic'],
        plugins: ['@linecard/plugin-switches'],
        settings: {
          equipment: { networks: ['127.0.0.0/8'], allow_loopback: true },
          system: { new_version_check: false },
        },
      }),
    )
    let service: Awaited<ReturnType<typeof launch>> | null = null
    let key = ''
    undo.push(() => service?.stop())
    const start = async () => {
      const started = performance.now()
      service = await launch([program[1], 'start', '--config', configFile], join(folder, 'service.log'), {
        LINECARD_ADMIN_PASSWORD: password,
      })
      return performance.now() - started
    }
    const ask: Ask = async (method, path, body, headers = {}) => {
      try {
        const answer = await fetch(`${service!.url}/api/v1${path}`, {
          method,
          ...(body && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
          headers: {
            ...(body && { 'content-type': typeof body === 'string' ? 'text/csv' : 'application/json' }),
            ...(key && { 'x-auth-key': key }),
            ...headers,
          },
        })
        return { status: answer.status, body: (await answer.json()) as never }
      } catch {
        return null
      }
    }
    const must = async <T>(path: string, body: object): Promise<T> => {
      const answer = await ask('POST', path, body)
      if (!answer || answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer)}`)
      return answer.body.data
    }
    await start()
    ;({ key } = await must<{ key: string }>('/auth', { login: 'admin', password }))
    const switches: KilledSwitch[] = []
    for (const one of simulator.switches) {
      const { ip, port } = one
      const { id: access_id } = await must<{ id: number }>('/device-access', { name: ip, ...access(port) })
      const { model } = await must<{ model: { id: number } }>('/device-detect', { ip, access_id })
      const device = { ip, name: ip, access_id, model_id: model.id }
      switches.push({ ...one, id: (await must<{ id: number }>('/device', device)).id })
    }
    return {
      database,
      switches,
      ask,
      start,
      stop,
      sets: () =>
        existsSync(file)
          ? readFileSync(file, 'utf8')
              .split('\n')
              .filter(Boolean)
              .map(line => JSON.parse(line))
          : [],
      async metrics() {
        const answer = await fetch(`${service!.url}/api/v1/system/metrics`, {
          headers: { 'x-auth-key': key },
        })
        return answer.text()
      },
      async kill() {
        process.kill(service!.pid, 'SIGKILL')
        // Ends at once: it waits for the end of the process.
        await service!.stop()
        service = null
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}
