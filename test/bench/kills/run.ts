import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '@linecard/test-kit'
import { changes } from './changes.ts'
import { groups } from './groups.ts'
import { imports } from './imports.ts'
import { readings } from './readings.ts'
import type { Findings, StartWorkload, Workload } from './workload.ts'
import { startWorld } from './world.ts'

/** Add a workload here. */
export const workloads: readonly StartWorkload[] = [changes, groups, imports, readings]

export interface KillRun {
  kills: number
  /** Longest time from a start until the service listens, ms. */
  slowestStartMs: number
  findings: Readonly<Record<string, Findings>>
}

/** Requests of a workload that are acknowledged before a kill: on a busy machine the first answers come late. */
const leastDone = 3

async function someDone(running: readonly Workload[]): Promise<void> {
  const wanted = running.map(({ done }) => (done ? done() + leastDone : 0))
  const isEnough = () => running.every(({ done }, at) => !done || done() >= wanted[at]!)
  await until('all workloads have got answers', isEnough, { everyMs: 20 })
}

/** Kills the service so many times while all workloads run, up to 2 s after the first answers. */
export async function runKills(kills: number, { switches = 6 } = {}): Promise<KillRun> {
  const world = await startWorld(switches)
  try {
    const running = workloads.map(start => start(world))
    let slowestStartMs = 0
    for (let nth = 0; nth < kills; nth++) {
      const stop = new AbortController()
      const work = Promise.all(running.map(one => one.work(stop.signal)))
      await someDone(running)
      await sleep(2_000 * Math.random())
      await world.kill()
      stop.abort()
      await work
      slowestStartMs = Math.max(slowestStartMs, await world.start())
      for (const one of running) await one.resume()
    }
    const findings: Record<string, Findings> = {}
    for (const one of running) findings[one.name] = await one.findings()
    return { kills, slowestStartMs, findings }
  } finally {
    await world.stop()
  }
}

/** What must be 0 and is not. */
export const faultsOf = ({ findings }: KillRun): string[] =>
  Object.entries(findings).flatMap(([name, { missing, unrecorded, duplicates }]) =>
    Object.entries({ missing, unrecorded, duplicates }).flatMap(([what, count]) =>
      count > 0 ? [`${name}: ${what} ${count}`] : [],
    ),
  )
