import type { AskedPolls, Context } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { tables, type Result, type RunTable } from './tables.ts'

interface Row extends Pick<RunTable, 'device_id' | 'state' | 'error' | 'total'> {
  id: string
  pollers: string[]
  result: Result | null
  done: number
}

export const askedPollsService = (ctx: Pick<Context, 'em'>): AskedPolls => ({
  async recent(ids, limit) {
    const { rows } = await sql<Row>`
      (select id, device_id, pollers, state, result, error, done, total, created_at from pollers_run
        where asked_by is not null and created_at > now() - interval '1 hour'
          and (state <> 'done' or ended_at > now() - interval '10 seconds')
        order by created_at limit ${limit})
      union
      select id, device_id, pollers, state, result, error, done, total, created_at from pollers_run
        where id = any (${[...ids]}::uuid[])
      order by created_at, id`.execute(tables(ctx.em()))
    return rows.map(({ id, device_id, pollers, state, result, error, done, total }) => ({
      id,
      device_id,
      pollers,
      state,
      result,
      error,
      progress: { done, total },
    }))
  },
})
