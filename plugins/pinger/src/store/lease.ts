import type { Context } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'

/** A process that was silent for so long does not watch any more, in s. */
export const leaseSec = 6

/** Another process watches now: nothing may be written. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/**
 * The lease of a group of workers: who has it watches the devices of the group. Times are those of the
 * database.
 */
export const createLease = (ctx: Pick<Context, 'em' | 'processes' | 'use'>) => {
  const own = ctx.processes.id
  const worker = ctx.use('work').group
  return {
    /** Takes it if nobody has it, or if its holder was silent for too long or is one of `ended`. */
    async take(ended: readonly string[] = []): Promise<boolean> {
      const { rows } = await sql`
        insert into pinger_lease as l (worker, holder, heard_at)
        values (${worker}, ${own}::uuid, clock_timestamp())
        on conflict (worker) do update set holder = excluded.holder, heard_at = excluded.heard_at
          where l.holder is null or l.holder = excluded.holder or l.holder = any (${[...ended]}::uuid[])
            or l.heard_at < clock_timestamp() - make_interval(secs => ${leaseSec})
        returning 1`.execute(tables(ctx.em()))
      return rows.length > 0
    },
    /** Says that this process lives. False: another one has the lease. */
    async renew(): Promise<boolean> {
      const { numUpdatedRows } = await tables(ctx.em())
        .updateTable('pinger_lease')
        .set({ heard_at: sql`clock_timestamp()` })
        .where('worker', '=', worker)
        .where('holder', '=', own)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
    /** Gives it to the next one. */
    async release(): Promise<void> {
      await tables(ctx.em())
        .updateTable('pinger_lease')
        .set({ holder: null })
        .where('worker', '=', worker)
        .where('holder', '=', own)
        .execute()
    },
    /**
     * A transaction during which nobody else can take the lease.
     * @throws LeaseLost
     */
    write: <T>(work: (em: SqlEntityManager) => Promise<T>): Promise<T> =>
      ctx.em().transactional(async em => {
        const held = await tables(em)
          .selectFrom('pinger_lease')
          .select('worker')
          .where('worker', '=', worker)
          .where('holder', '=', own)
          .forShare()
          .executeTakeFirst()
        if (!held) throw new LeaseLost('another process watches the devices')
        return work(em)
      }),
  }
}
export type Lease = ReturnType<typeof createLease>
