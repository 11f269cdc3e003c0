import { setTimeout as sleep } from 'node:timers/promises'
import { changes } from './changes.ts'
import { groups } from './groups.ts'
import { imports } from './imports.ts'
import { readings } from './readings.ts'
import type { Findings, StartWorkload } from './workload.ts'
import { startWorld } from './world.ts'

/** Add a workload here. */
export const workloads: readonly StartWorkload[] = [changes, groups, imports, readings]

export interface KillRun {
  kills: number
  /** Longest time from a start until the service listens, ms. */
  slowestStartMs: number
  findings: Readonly<Record<string, Findings>>
}

/** Kills the service so many times while all workloads run, each time after 1 to 3 s. */
export async function runKills(kills: number, { switches = 6 } = {}): Promise<KillRun> {
  const world = await startWorld(switches)
  try {
    const running = workloads.map(start => start(world))
    let slowestStartMs = 0
    for (let nth = 0; nth < kills; nth++) {
      const stop = new AbortController()
      const work = Promise.all(running.map(one => one.work(stop.signal)))
      await sleep(1_000 + 2_000 * Math.random())
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
