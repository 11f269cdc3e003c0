import { setTimeout as sleep } from 'node:timers/promises'
import type { Compressed } from './installation.ts'

/** What becomes due when the clock is put ahead: waits for polls and jobs, and starts jobs by their cron. */
export function createWork(sql: Compressed['sql'], request: Compressed['request']) {
  const settled = async (time: number) => {
    for (;;) {
      const [{ left }] = (await sql<{ left: number }>(
        `select (select count(*) from pollers_device where next_at <= $1)::int
          + (select count(*) from pgboss.job where name = 'pollers' and state in ('created', 'active'))::int
          + (select count(*) from kernel_job_run where status = 'running')::int as left`,
        [new Date(time)],
      )) as [{ left: number }]
      if (left === 0) return
      await sleep(20)
    }
  }
  const due = new Map<string, number>()
  const runDueJobs = async (now: number) => {
    const { body } = await request('GET', '/system-schedule/tasks')
    for (const { key, next_runs: next } of body.data as { key: string; next_runs: string[] }[]) {
      if ((due.get(key) ?? Infinity) <= now) {
        const { status } = await request('POST', `/system-schedule/${key}/run`)
        // 409: its cron has started it already.
        if (status >= 300 && status !== 409) throw new Error(`${key}: ${status}`)
      }
      if (next[0]) due.set(key, Date.parse(next[0]))
    }
  }
  return { settled, runDueJobs }
}
