import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { clientOf, documentOf, signIn, type Client } from '../support/client.ts'
import { startLinecard, type Service } from '../support/command.ts'
import { contractOf, type Contract } from '../support/contract.ts'
import {
  adminPassword,
  sceneOf,
  startInstallation,
  type Installation,
  type Simulated,
} from '../support/installation.ts'
import { account, fourMakers } from '../support/switches.ts'
import type { World } from './cases.ts'

export interface FuzzWorld {
  house: Installation
  service: Service
  contract: Contract
  /** Brings back what the requests have destroyed, and reads what exists now. */
  renew(): Promise<World>
  /** State of the service that must not grow. */
  state(): Promise<State>
  stop(): Promise<void>
}

export interface State {
  rssMiB: number
  files: number
  poolUsed: number
  poolWaiting: number
}

const { 'sw-dlink': dlink, 'sw-cisco': cisco } = fourMakers
const scene = () =>
  sceneOf(
    [
      { name: 'sw-dlink', ...dlink },
      { name: 'sw-cisco', ...cisco },
    ].map(({ name, vendor, model, console }) => ({ kind: 'switch', name, vendor, model, console })),
  )

/** Lists whose ids, names and addresses requests may name. */
const lists = [
  '/device',
  '/device-model',
  '/device-group',
  '/device-access',
  '/device-interface',
  '/user',
  '/user-role',
  '/system-schedule/tasks',
  '/interface-marks/tags',
] as const

const wordsOf = (rows: readonly Record<string, unknown>[]): string[] =>
  rows
    .slice(0, 12)
    .flatMap(row => ['id', 'ip', 'key', 'name', 'bind_key', 'tag'].map(name => row[name]))
    .filter(value => typeof value === 'number' || (typeof value === 'string' && value !== ''))
    .map(String)

let profiles = 0
/** Adds a switch with a client whose key is new: the requests may have ended every other session. */
async function addDevice(admin: Client, { ip, port, name, console: line }: Simulated): Promise<void> {
  const access = await admin.post<{ id: number }>('/device-access', {
    name: `fuzz ${name} ${++profiles}`,
    public_community: 'public',
    private_community: 'private',
    login: account.login,
    password: account.password,
    params: {
      sw_core_connection: {
        snmp_version: '2c',
        snmp_port: port,
        ...(line?.telnet && { console_connection_type: 'telnet', console_port: line.telnet }),
      },
    },
  })
  const { model } = await admin.post<{ model: { id: number } }>('/device-detect', {
    ip,
    access_id: access.id,
  })
  await admin.post('/device', { ip, name, access_id: access.id, model_id: model.id })
}

/** An installation with two switches, and a service of its own process that is asked. */
export async function startFuzzWorld(): Promise<FuzzWorld> {
  const children: ChildProcess[] = []
  const house = await startInstallation({
    scene: scene(),
    settings: {
      identity: { rate_limiter_enabled: false },
      equipment: { networks: ['127.0.0.0/8'] },
      // Requests break the access profiles: a silent device must not take the time of the run.
      inventory: { snmp_timeout_sec: 0.3, snmp_repeats: 0 },
    },
  })
  const stop = async () => {
    for (const child of children) child.kill('SIGKILL')
    await house.stop()
  }
  try {
    const config = JSON.parse(await readFile(house.configFile, 'utf8')) as object
    const file = `${house.configFile}.fuzz.json`
    await writeFile(file, JSON.stringify({ ...config, log: { level: 'warn' } }))
    const service = await startLinecard(file, children)
    const pid = children[0]!.pid!
    const anonymous = clientOf(service.url)
    const modules = (await signIn(anonymous, 'admin', adminPassword)).get<{ name: string }[]>(
      '/system-switcher-core/modules',
    )
    const moduleNames = (await modules).map(one => (typeof one === 'string' ? one : one.name)).slice(0, 40)

    const devices = async (admin: Client) => {
      const known = await admin.get<{ ip: string }[]>('/device?limit=1000')
      for (const name of ['sw-dlink', 'sw-cisco']) {
        const device = house.simulated(name)
        if (!known.some(({ ip }) => ip === device.ip)) await addDevice(admin, device)
      }
    }
    const document = await documentOf(service.url)
    return {
      house,
      service,
      contract: contractOf(document),
      stop,
      async renew() {
        const admin = await signIn(anonymous, 'admin', adminPassword)
        await devices(admin)
        const rows = await Promise.all(
          lists.map(path => admin.get<Record<string, unknown>[]>(path, { limit: 50 }).catch(() => [])),
        )
        return {
          document,
          key: admin.key!,
          keys: [(await signIn(anonymous, 'admin', adminPassword)).key, null],
          known: [...rows.flatMap(wordsOf), ...moduleNames, 'device', 'cache', 'store'],
        }
      },
      async state() {
        const text = await (await fetch(`${service.url}/health/ready`)).text()
        if (!text.includes('"')) throw new Error(`the service does not answer: ${text}`)
        const { used, waiting } = await poolOf(
          service.url,
          (await signIn(anonymous, 'admin', adminPassword)).key!,
        )
        const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
        return {
          rssMiB: Math.round(Number(kib) / 1024),
          files: readdirSync(`/proc/${pid}/fd`).length,
          poolUsed: used,
          poolWaiting: waiting,
        }
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function poolOf(url: string, key: string): Promise<{ used: number; waiting: number }> {
  const text = await (await fetch(`${url}/metrics`, { headers: { 'x-auth-key': key } })).text()
  const number = (pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? NaN)
  return {
    used: number(/^linecard_database_connections\{[^}]*state="used"[^}]*\} (\d+)/m),
    waiting: number(/^linecard_database_waiting(?:\{[^}]*\})? (\d+)/m),
  }
}
