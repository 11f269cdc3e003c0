import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fakeClock, startScene, type SimulatedOlt } from '@linecard/simulator'
import { createDatabase } from '@linecard/test-kit/worlds/database'
import { program } from '@linecard/test-kit/worlds/linecard'
import { launch, password } from '../../support/launch.ts'
import { readingJob, sceneOf } from '../../support/installation.ts'
import { account } from '../olts/world.ts'

const names = ['olt', 'other']
const enable = 'en-4kQ2'
/** Attempts to start the service. */
const mostStarts = 3

/** An answer; null: the connection broke, so nobody was told anything. */
export interface Told<T = unknown> {
  status: number
  data: T
  code: string | null
}

/** Two living OLTs in this process, and the service in another one, which is killed and started again. */
export interface KilledHouse {
  olt: SimulatedOlt
  /** Id of the OLT in the inventory. */
  id: number
  modelKey: string
  ask<T>(
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Told<T> | null>
  /** A second OLT like it. */
  other: { olt: SimulatedOlt; id: number }
  /**
   * Calls this with each line of the console, before the OLT does it; and with the one that it is. True: the
   * session ends there.
   */
  watch(line: ((text: string, olt: SimulatedOlt) => boolean | void) | null): void
  /** The first OLT answers nobody from now on, neither SNMP nor the console, until it is called with false. */
  silence(on: boolean): void
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** Which OLT it is, and its driver. */
export interface KilledOlt {
  vendor: 'zte' | 'vsol'
  model: string
}

export async function startKilledHouse(
  { vendor, model }: KilledOlt = { vendor: 'zte', model: 'C320' },
): Promise<KilledHouse> {
  const undo: (() => unknown)[] = []
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  try {
    const folder = await mkdtemp(join(tmpdir(), 'linecard-registration-'))
    undo.push(() => rm(folder, { recursive: true, force: true }))
    const database = await createDatabase()
    undo.push(() => database.drop())
    const clock = fakeClock()
    const scene = await startScene(
      sceneOf(
        names.map(name => ({
          kind: 'olt',
          name,
          vendor,
          model,
          steady: true,
          onusOnEveryPort: 1,
          console: { telnet: 0, ...account, enable },
        })),
      ),
      { port: 0, clock },
    )
    undo.push(() => scene.stop())
    const time = setInterval(() => void clock.advance(5_000), 100)
    undo.push(() => clearInterval(time))
    const configFile = join(folder, 'linecard.json')
    await writeFile(
      configFile,
      JSON.stringify({
        data_dir: join(folder, 'data'),
        http: { host: '127.0.0.1', port: 0 },
        database: { url: database.url },
        drivers: [`@linecard/driver-${vendor}`, '@linecard/driver-generic'],
        plugins: ['@linecard/plugin-onts-registration'],
        settings: { equipment: { allow_loopback: true }, system: { new_version_check: false } },
      }),
    )
    let service: Awaited<ReturnType<typeof launch>> | null = null
    undo.push(() => service?.stop())
    let key = ''
    const ask: KilledHouse['ask'] = async (method, path, body, headers = {}) => {
      try {
        const answer = await fetch(`${service!.url}/api/v1${path}`, {
          method,
          ...(body && { body: JSON.stringify(body) }),
          headers: {
            ...(body && { 'content-type': 'application/json' }),
            ...(key && { 'x-auth-key': key }),
            ...headers,
          },
        })
        const { data, error } = (await answer.json()) as { data: never; error?: { code: string } }
        return { status: answer.status, data, code: error?.code ?? null }
      } catch {
        return null
      }
    }
    const must = async <T>(path: string, body: object, method = 'POST'): Promise<T> => {
      const answer = await ask<T>(method, path, body)
      if (!answer || answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer)}`)
      return answer.data
    }
    const start = async () => {
      const args = [program[1], 'start', '--config', configFile]
      for (let count = 1; ; count++)
        try {
          service = await launch(args, join(folder, 'service.log'), { LINECARD_ADMIN_PASSWORD: password })
          return
        } catch (error) {
          // Other tests may have all connections of the database server for a moment.
          if (count === mostStarts) throw error
          await sleep(5_000)
        }
    }
    await start()
    ;({ key } = await must<{ key: string }>('/auth', { login: 'admin', password }))
    await must(readingJob, { enabled: false }, 'PUT')
    const added = async (at: number) => {
      const { ip, port, console: shell, simulated } = scene.devices[at]!
      const name = names[at]!
      const { id: access_id } = await must<{ id: number }>('/device-access', {
        name,
        public_community: 'public',
        ...account,
        enable_password: enable,
        params: {
          sw_core_connection: {
            snmp_version: '2c',
            snmp_port: port,
            snmp_timeout_sec: 2,
            snmp_repeats: 1,
            console_connection_type: 'telnet',
            console_port: shell!.telnet,
          },
        },
      })
      const found = await must<{ model: { id: number; key: string } }>('/device-detect', { ip, access_id })
      const { id } = await must<{ id: number }>('/device', { ip, name, access_id, model_id: found.model.id })
      return { olt: simulated as SimulatedOlt, id, modelKey: found.model.key }
    }
    const [first, other] = [await added(0), await added(1)]
    return {
      ...first,
      other,
      ask,
      start,
      stop,
      watch(line) {
        for (const { console: shell, simulated } of scene.devices) {
          const command = Object.assign(/(?:)/, {
            test: (text: string) => line?.(text.trim(), simulated as SimulatedOlt) === true,
          })
          shell!.behaviour = line ? { drop: { command, after: 0 } } : {}
        }
      },
      silence(on) {
        const { behaviour, console: shell } = scene.devices[0]!
        if (on) behaviour.tamper = () => null
        else delete behaviour.tamper
        shell!.behaviour = on ? { mute: 'login' } : {}
        shell!.drop()
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
