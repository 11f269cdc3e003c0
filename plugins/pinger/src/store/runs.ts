import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'

/** A process that did not get to run for so long did not watch, in ms. */
const stalledMs = 10_000

interface Run {
  id: string | null
  from: number
  until: number
}

async function writeRun(em: SqlEntityManager, worker: string, run: Run): Promise<string> {
  const [from_at, until_at] = [new Date(run.from), new Date(run.until)]
  const db = tables(em)
  if (run.id !== null) {
    const { numUpdatedRows } = await db
      .updateTable('pinger_run')
      .set({ until_at })
      .where('id', '=', run.id)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) return run.id
  }
  // Also if the transaction that gave it its id was undone.
  const added = db.insertInto('pinger_run').values({ worker, from_at, until_at }).returning('id')
  return (await added.executeTakeFirstOrThrow()).id
}

/** The times at which this process watches, without those at which it stood still. */
export function createRuns(now: () => number, worker: string) {
  let runs: Run[] = [{ id: null, from: now(), until: now() }]
  return {
    /** To be called every second. */
    pulse(): void {
      const time = now()
      const last = runs.at(-1)!
      // A clock that was set back begins a run of its own too.
      if (time - last.until > stalledMs || time < last.until) runs.push({ id: null, from: time, until: time })
      else last.until = time
    },
    async write(em: SqlEntityManager): Promise<void> {
      const batch = runs.slice()
      for (const run of batch) run.id = await writeRun(em, worker, run)
      runs = runs.filter((run, at) => at === runs.length - 1 || !batch.includes(run))
    },
  }
}
export type Runs = ReturnType<typeof createRuns>
