import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '@linecard/test-kit'
import type { OwnServer } from '../kit/server.ts'
import { usageOf } from '../kit/processes.ts'
import { sizesOf, type Sizes } from '../kit/sizes.ts'
import { startFleet, type FleetOptions } from './fleet.ts'
import { judge, type Judged } from './judge.ts'

export interface WorkersOptions extends FleetOptions {
  minutes: number
  /** What became due in the last seconds does not count: the time of the lease, and this for what is under way. */
  spareSec: number
}

interface Process {
  name: string
  cpuSec: number
  /** MB of resident memory: after the start, at the end, and the highest. */
  rss: [number, number, number]
}

export interface Findings {
  judged: Judged
  /** Devices with a poll under way when one worker was killed. */
  held: number
  /** Seconds from the kill until the last of those was polled. */
  heldUntil: number
  processes: Process[]
  databaseCpuSec: number
  sizes: [Sizes, Sizes]
  /** Hours between the two. */
  hours: number
  /** Devices that the other worker polled after the kill. */
  polledByOther: number
  results: { result: string; error: string | null; devices: number; spent_ms: number }[]
  load: [number, number]
}

/** CPU and memory of processes from now on. */
function watchProcesses(pids: Readonly<Record<string, number>>) {
  const seen = Object.entries(pids).map(([name, pid]) => {
    const { cpuSec, rss } = usageOf(pid)
    return { name, pid, begin: cpuSec, now: cpuSec, first: rss, last: rss, most: rss }
  })
  const look = () => {
    for (const one of seen) {
      try {
        const { cpuSec, rss } = usageOf(one.pid)
        Object.assign(one, { now: cpuSec, last: rss, most: Math.max(one.most, rss) })
      } catch {
        // It has ended: what was seen last counts.
      }
    }
  }
  const timer = setInterval(look, 1000)
  return (): Process[] => {
    clearInterval(timer)
    look()
    return seen.map(({ name, begin, now, first, last, most }) => ({
      name,
      cpuSec: now - begin,
      rss: [first / 1e6, last / 1e6, most / 1e6],
    }))
  }
}

/** Two workers poll many devices; one of them is killed with -9 in the middle. */
export async function runWorkers(options: WorkersOptions, server: OwnServer): Promise<Findings> {
  const { intervalSec, leaseSec, minutes, spareSec } = options
  const load = loadavg()[0]!
  const fleet = await startFleet(options)
  const { world, agents } = fleet
  try {
    const [first, second] = [await fleet.worker(), await fleet.worker()]
    while ((await world.sql('select from pollers_device')).length < options.devices) await sleep(500)
    const ids = (await world.sql<{ id: number }>('select id from inventory_device')).map(({ id }) => id)
    const ended = watchProcesses({
      'service (plans; this benchmark)': process.pid,
      'worker 1 (killed)': first.pid!,
      'worker 2': second.pid!,
      agents: agents.pid!,
    })
    const databaseCpu = await server.cpuSec()
    const from = Date.now()
    const ms = minutes * 60_000
    await sleep(ms / 2)
    const before = await sizesOf(world.sql)
    const measured = Date.now()
    const active = async () =>
      (
        await world.sql<{ id: number }>(
          "select singleton_key::int as id from pgboss.job where name = 'pollers' and state = 'active'",
        )
      ).map(({ id }) => id)
    // A moment with polls under way.
    while ((await active()).length === 0) await sleep(5)
    first.kill('SIGKILL')
    const killed = Date.now()
    const held = await active()
    await sleep(from + ms - Date.now())
    const to = Date.now() - (leaseSec + spareSec) * 1000
    const sizes = await sizesOf(world.sql)
    const byOther = async () => {
      const own = (await fleet.polls()).filter(one => one.pid === second.pid && one.time.getTime() > killed)
      return new Set(own.map(one => one.device_id)).size
    }
    await until('the other worker has polled all', async () => (await byOther()) === options.devices, {
      timeoutMs: (leaseSec + 2 * intervalSec + 60) * 1000,
      everyMs: 250,
    })
    const polls = await fleet.polls()
    // What the other worker had under way itself began before the kill.
    const longAgo = killed - Math.min(120_000, intervalSec * 500)
    const again = held.map(id => {
      const own = polls.filter(one => one.device_id === id && one.pid === second.pid)
      const times = own.map(({ time }) => time.getTime()).filter(time => time > longAgo)
      return times.length === 0 ? Infinity : Math.max(0, Math.min(...times) - killed)
    })
    return {
      judged: judge(polls, ids, { intervalSec, from, to, held: new Set(held), killed }),
      held: held.length,
      polledByOther: await byOther(),
      heldUntil: Math.max(...again) / 1000,
      processes: ended(),
      databaseCpuSec: (await server.cpuSec()) - databaseCpu,
      sizes: [before, sizes],
      hours: (Date.now() - measured) / 3_600_000,
      results: await world.sql<Findings['results'][number]>(
        `select result, left(error, 90) as error, count(*)::int as devices, round(avg(spent_ms))::int as spent_ms
         from pollers_device group by 1, 2 order by 3 desc limit 10`,
      ),
      load: [load, loadavg()[0]!],
    }
  } finally {
    await fleet.stop()
  }
}
