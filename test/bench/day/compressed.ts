import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createDatabase } from '@linecard/test-kit/worlds/database'
import { fakeFping } from '@linecard/test-kit/worlds/fping'
import { startServer } from '../kit/server.ts'
import { usageOf } from '../kit/processes.ts'
import { addressAt } from '../workers/addresses.ts'
import { addDevices, child } from '../workers/fleet.ts'
import { sizesOf } from '../kit/sizes.ts'
import { installClock } from './clock.ts'
import { startService } from './ask.ts'
import type { Answer, Compressed, CompressedOptions } from './installation.ts'
import { createWork } from './work.ts'

/** The period of the pinger, and how much faster the played fping runs: an echo in 0.1 s of real time. */
const [pingSec, pingSpeed] = [300, 3_000]
const dayMs = 86_400_000

/** Starts it at the next midnight. */
export async function startCompressed(options: CompressedOptions): Promise<Compressed> {
  const undo: (() => unknown)[] = []
  const stop = async () => {
    for (const end of undo.splice(0).toReversed()) await end()
  }
  try {
    return await start(options, undo, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function start(
  { switches, settings, onAhead = () => {} }: CompressedOptions,
  undo: (() => unknown)[],
  stop: () => Promise<void>,
): Promise<Compressed> {
  const server = await startServer()
  undo.push(server.stop)
  const database = await createDatabase()
  undo.push(() => database.drop())
  const setClock = await installClock(database.admin, new URL(database.url).pathname.slice(1))
  const folder = await mkdtemp(join(tmpdir(), 'linecard-day-'))
  undo.push(() => rm(folder, { recursive: true, force: true }))
  const fping = await fakeFping()
  undo.push(() => fping.end())
  fping.use()
  await fping.weather({ speed: pingSpeed })

  let aheadMs = dayMs - (Date.now() % dayMs)
  await setClock(aheadMs)
  onAhead(aheadMs)
  process.env['LINECARD_ADMIN_PASSWORD'] = 'first-owner-password'
  const { service, ask } = startService({
    aheadMs,
    data_dir: folder,
    http: { port: 0 },
    database: { url: database.url },
    log: { level: 'error' },
    settings: {
      ...settings,
      equipment: { allow_loopback: true, networks: ['127.0.0.0/8'], ...settings['equipment'] },
      system: { new_version_check: false, ...settings['system'] },
      pinger: { period_sec: pingSec, store_sec: 1, tcp_ports: [], ...settings['pinger'] },
    },
  })
  undo.push(async () => {
    if (service.exitCode !== null) return
    await Promise.race([ask('stop'), sleep(10_000)])
    service.kill('SIGKILL')
  })
  await Promise.race([
    once(service, 'message'),
    once(service, 'exit').then(() => {
      throw new Error('the service did not start')
    }),
  ])
  const agentPort = 16_161 + (process.pid % 20_000)
  const agents = await child('agents.ts', [String(agentPort), String(switches)])
  undo.push(() => agents.kill('SIGKILL'))
  agents.send(aheadMs)

  // Large statements take longer than those of the test kit may.
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  undo.push(() => client.end())
  const sql = async <T extends object>(text: string, values: unknown[] = []) =>
    (await client.query(text, values)).rows as unknown as T[]
  // The queue names the function of the catalogue itself. Without this its ended runs would never be old.
  await sql(`create or replace function pgboss.job_now() returns timestamptz language sql stable
    as 'select bench_clock.now()'`)
  const request: Compressed['request'] = async (method, path, body) =>
    (await ask('request', { method, path, ...(body !== undefined && { body }) })) as Answer
  const access = await request('POST', '/device-access', {
    name: 'agents',
    public_community: 'public',
    params: { sw_core_connection: { snmp_port: agentPort, snmp_timeout_sec: 2, snmp_repeats: 2 } },
  })
  if (access.status !== 201) throw new Error(JSON.stringify(access.body))
  const addresses = Array.from({ length: switches }, (_, n) => addressAt(n))
  await addDevices(sql, (access.body.data as { id: number }).id, addresses)

  const { settled, runDueJobs } = createWork(sql, request)
  return {
    async step(ms) {
      aheadMs += ms
      await setClock(aheadMs)
      onAhead(aheadMs)
      agents.send(aheadMs)
      await ask('ahead', aheadMs)
      const time = Date.now() + aheadMs
      const unplanned = await sql(
        'select from inventory_device d where not exists (select from pollers_device p where p.device_id = d.id)',
      )
      if (unplanned.length > 0) await ask('plan')
      await ask('handOut')
      await runDueJobs(time)
      await settled(time)
    },
    now: () => Date.now() + aheadMs,
    figures: () => ask('figures'),
    sizes: () => sizesOf(sql),
    sql,
    request,
    cpu: async () => ({
      service: usageOf(service.pid!).cpuSec,
      agents: usageOf(agents.pid!).cpuSec,
      database: await server.cpuSec(),
    }),
    stop,
  }
}
