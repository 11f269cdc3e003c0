import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import generic from '@linecard/driver-generic'
import metrics from '@linecard/plugin-metrics'
import pollers from '@linecard/plugin-pollers'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import { addressAt } from './addresses.ts'
import { noting } from './noting.ts'
import { portsPerSwitch } from './switch.ts'

export interface FleetOptions {
  devices: number
  /** Seconds between two polls of a device. */
  intervalSec: number
  leaseSec: number
}

export interface Poll {
  device_id: number
  time: Date
  pid: number
  /** When it was due, in ms, as the table said while it was stored. */
  due: number
}

/** A service, agents, and workers as processes of their own. */
export interface Fleet {
  world: World
  agents: ChildProcess
  /** Starts a worker; its pid is that of its polls. */
  worker(group?: string): Promise<ChildProcess>
  polls(): Promise<Poll[]>
  stop(): Promise<void>
}

/** Starts a file of this folder, and waits for its first message. */
export async function child(file: string, args: readonly string[]): Promise<ChildProcess> {
  const started = spawn(
    process.execPath,
    [
      '--conditions=source',
      '--disable-warning=ExperimentalWarning',
      join(import.meta.dirname, file),
      ...args,
    ],
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  )
  await Promise.race([
    once(started, 'message'),
    once(started, 'exit').then(([code]) => {
      throw new Error(`${file} ended with code ${String(code)}`)
    }),
  ])
  return started
}

/** Pollers that are off: the switches of the benchmark have nothing for them. */
const off = ['ont_ident', 'fdb_table', 'optical_strength', 'ont_vendor', 'pon_ports', 'card_status']
const offOfMetrics = ['sys_resources', 'sensors', 'sfp_optical', 'pon_port_loading', 'bgp_sessions']

const settings = ({ leaseSec, intervalSec, devices }: FleetOptions) => ({
  equipment: { allow_loopback: true, networks: ['127.0.0.0/8'] },
  pollers: {
    lease_sec: leaseSec,
    at_once: Math.min(300, devices),
    intervals: {
      ...Object.fromEntries([...off, ...offOfMetrics].map(key => [key, 0])),
      system: intervalSec,
      interfaces_status: intervalSec,
      counters: intervalSec,
      interfaces_list: 604_800,
    },
  },
})

/** Adds the devices, all of one model, and their ports, as a reading would have stored them. */
export async function addDevices(
  sql: World['sql'],
  accessId: number,
  addresses: readonly string[],
): Promise<void> {
  await sql(
    `insert into inventory_device (ip, name, access_id, model_id, status)
     select ip::inet, ip, $2, (select id from inventory_model where key = 'generic_snmp'), 'Up'
     from unnest($1::text[]) ip`,
    [addresses, accessId],
  )
  await sql(
    `insert into inventory_interface (device_id, bind_key, name, type)
     select d.id, n, 'Gi0/' || n, 'ETH' from inventory_device d, generate_series(1, ${portsPerSwitch}) n
     where d.access_id = $1 order by 1, 2`,
    [accessId],
  )
}

/** Starts agents and a service that only plans: its own group of workers has no devices. */
export async function startFleet(options: FleetOptions, more: Record<string, object> = {}): Promise<Fleet> {
  /** Of this run: others may run beside it. */
  const agentPort = 16_161 + (process.pid % 20_000)
  const wanted = settings(options)
  const all = { ...wanted, pollers: { ...wanted.pollers, ...more['pollers'] } }
  const children: ChildProcess[] = []
  const world = await makeWorld({
    drivers: [generic],
    plugins: [pollers, metrics, noting],
    settings: all,
    env: { LINECARD_WORKER_GROUP: 'none' },
  })
  const stop = async () => {
    for (const one of children) one.kill('SIGKILL')
    await world.stop()
  }
  try {
    children.push(await child('agents.ts', [String(agentPort), String(options.devices)]))
    const access = await world.http('POST', '/device-access', {
      name: 'agents',
      public_community: 'public',
      params: { sw_core_connection: { snmp_port: agentPort, snmp_timeout_sec: 2, snmp_repeats: 2 } },
    })
    const { id } = access.body.data as { id: number }
    await addDevices(
      world.sql,
      id,
      Array.from({ length: options.devices }, (_, n) => addressAt(n)),
    )
  } catch (error) {
    await stop()
    throw error
  }
  const file = JSON.parse(readFileSync(world.configFile, 'utf8')) as object
  const config = JSON.stringify({ ...file, settings: all, log: { level: 'warn' } })
  return {
    world,
    agents: children[0]!,
    async worker(group = '') {
      const started = await child('child.ts', [config, group])
      children.push(started)
      return started
    },
    polls: () => world.sql<Poll>('select * from noting_poll'),
    stop,
  }
}
