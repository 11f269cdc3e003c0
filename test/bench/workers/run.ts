import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pollers from '@linecard/plugin-pollers'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import { acme } from '@linecard/test-kit/worlds/acme'
import { nextDue } from '../../../plugins/pollers/src/plan/grid.ts'
import { addressAt } from './addresses.ts'
import { noting } from './noting.ts'

export interface WorkersOptions {
  devices: number
  /** Seconds between two polls of a device, in this run. */
  intervalSec: number
  rounds: number
  leaseSec: number
  /** Kill one of the workers after this part of the run. */
  killAfter: number
}

export interface Findings {
  polls: number
  /** Polls of one device within one interval of its grid. */
  doubled: number
  /** Devices that were not polled at all in one of the rounds. */
  missed: number
  /** Longest time between the due time of a poll and its beginning, seconds: before and after the kill. */
  latest: number
  latestAfterKill: number
  /** Devices with a poll under way when the worker was killed. */
  cut: number
  tables: { name: string; bytes: number; rows: number }[]
  /** How the last polls of the devices went. */
  results: { result: string; error: string | null; devices: number; spent_ms: number }[]
  seconds: number
}

/** Of this run: others may run beside it. */
const agentPort = 16_161 + (process.pid % 20_000)
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

async function child(file: string, args: readonly string[]): Promise<ChildProcess> {
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

const settings = ({ leaseSec, intervalSec, devices }: WorkersOptions) => ({
  equipment: { allow_loopback: true, networks: ['127.0.0.0/8'], poll_devices: 2_000 },
  pollers: {
    lease_sec: leaseSec,
    at_once: Math.min(1_000, devices),
    intervals: { system: intervalSec, interfaces_list: 604_800, interfaces_status: 0, ont_ident: 0 },
  },
})

/** Adds the devices, all of one model, in one statement. */
async function addDevices(world: World, count: number): Promise<void> {
  const access = await world.http('POST', '/device-access', {
    name: 'agents',
    public_community: 'public',
    params: { sw_core_connection: { snmp_port: agentPort, snmp_timeout_sec: 2, snmp_repeats: 2 } },
  })
  const { id } = access.body.data as { id: number }
  const ips = Array.from({ length: count }, (_, n) => addressAt(n))
  await world.sql(
    `insert into inventory_device (ip, name, access_id, model_id, status)
     select ip::inet, ip, $2, (select id from inventory_model where key = 'acme_olt2'), 'Up'
     from unnest($1::text[]) ip`,
    [ips, id],
  )
}

export interface Poll {
  device_id: number
  time: Date
  pid: number
}

/** By device, the polls in the order of their due times. */
export function judge(
  polls: readonly Poll[],
  { intervalSec }: WorkersOptions,
  from: number,
  to: number,
  killed: number,
) {
  const found = { doubled: 0, missed: 0, latest: 0, latestAfterKill: 0 }
  const byDevice = Map.groupBy(polls, ({ device_id: id }) => id)
  for (const [id, own] of byDevice) {
    const times = own.map(({ time }) => time.getTime())
    for (
      let due = nextDue(id, intervalSec, from);
      due + intervalSec * 1000 <= to;
      due += intervalSec * 1000
    ) {
      const inside = times.filter(time => time >= due - 2_500 && time < due + intervalSec * 1000 - 2_500)
      if (inside.length > 1) found.doubled += inside.length - 1
      if (inside.length === 0) found.missed++
      else {
        const late = (Math.min(...inside) - due) / 1000
        const key =
          due + intervalSec * 1000 > killed && due < killed + intervalSec * 1000
            ? 'latestAfterKill'
            : 'latest'
        found[key] = Math.max(found[key], late)
      }
    }
  }
  return found
}

/** A service, agents, and workers as processes of their own. */
export interface Fleet {
  world: World
  /** Starts a worker; its pid is that of its polls. */
  worker(group?: string): Promise<ChildProcess>
  polls(): Promise<Poll[]>
  stop(): Promise<void>
}

/** Starts agents and a service that only plans: its own group of workers has no devices. */
export async function startFleet(options: WorkersOptions, more: Record<string, object> = {}): Promise<Fleet> {
  const wanted = settings(options)
  const all = { ...wanted, pollers: { ...wanted.pollers, ...more['pollers'] } }
  const children: ChildProcess[] = []
  const world = await makeWorld({
    drivers: [acme],
    plugins: [pollers, noting],
    settings: all,
    env: { LINECARD_WORKER_GROUP: 'none' },
  })
  const stop = async () => {
    for (const one of children) one.kill('SIGKILL')
    await world.stop()
  }
  try {
    children.push(await child('agents.ts', [String(agentPort), String(options.devices)]))
    await addDevices(world, options.devices)
  } catch (error) {
    await stop()
    throw error
  }
  const file = JSON.parse(readFileSync(world.configFile, 'utf8')) as object
  const config = JSON.stringify({ ...file, settings: all, log: { level: 'warn' } })
  return {
    world,
    async worker(group = '') {
      const started = await child('child.ts', [config, group])
      children.push(started)
      return started
    },
    polls: () => world.sql<Poll>('select * from noting_poll'),
    stop,
  }
}

const sizes = `
  select relname as name, pg_total_relation_size(oid)::float8 as bytes, greatest(reltuples, 0)::float8 as rows
  from pg_class where relkind = 'r' and (relname like 'pollers\\_%' or relname = 'inventory_device'
    or relname like 'equipment\\_%' or relnamespace = 'pgboss'::regnamespace)
    and pg_total_relation_size(oid) > 100000 order by 2 desc`

/** Two workers poll many devices; one of them is killed. */
export async function runWorkers(options: WorkersOptions): Promise<Findings> {
  const { devices, intervalSec, rounds, killAfter } = options
  const fleet = await startFleet(options)
  const { world } = fleet
  try {
    const first = await fleet.worker()
    await fleet.worker()
    // The first plan spreads the devices over one interval.
    while ((await world.sql('select from pollers_device')).length < devices) await pause(500)
    const from = Date.now()
    const seconds = intervalSec * (rounds + 1)
    await pause(seconds * 1000 * killAfter)
    const killed = Date.now()
    const [active] = await world.sql<{ count: number }>(
      "select count(*)::int as count from pgboss.job where name = 'pollers' and state = 'active'",
    )
    first.kill('SIGKILL')
    await pause(seconds * 1000 * (1 - killAfter))
    const polls = await fleet.polls()
    return {
      polls: polls.length,
      ...judge(polls, options, from, Date.now(), killed),
      cut: active!.count,
      tables: await world.sql<Findings['tables'][number]>(sizes),
      results: await world.sql<Findings['results'][number]>(
        `select result, left(error, 90) as error, count(*)::int as devices, round(avg(spent_ms))::int as spent_ms
         from pollers_device group by 1, 2 order by 3 desc limit 10`,
      ),
      seconds,
    }
  } finally {
    await fleet.stop()
  }
}
