import { brand } from '@linecard/driver-kit'
import { sql, type SqlEntityManager } from '../sql.ts'
import type { Context } from '../context.ts'

/** A process that was silent for so long does not lead any more, in s. */
export const leaseSec = 6

/** Another process leads now: nothing may be written. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
  static {
    brand(this, 'LeaseLost')
  }
}

const db = (em: SqlEntityManager) => em.getKysely<Record<never, never>>()

/** Where a lease is kept. */
export interface LeaseOptions {
  /**
   * Table of the plugin with the columns `worker` (text, primary key), `holder` (uuid, null: nobody) and
   * `heard_at` (timestamptz, not null).
   */
  table: string
  /** The row: one process leads for each. */
  worker: string
}

/**
 * The right to do some work alone in the installation, kept in a table of a plugin. Times are those of the
 * database.
 */
export const createLease = (ctx: Pick<Context, 'em' | 'processes'>, { table, worker }: LeaseOptions) => {
  const own = ctx.processes.id
  const lease = sql.table(table)
  const isOwn = sql`worker = ${worker} and holder = ${own}::uuid`
  return {
    /** Takes it if nobody has it, or if its holder was silent for too long or is one of `ended`. */
    async take(ended: readonly string[] = []): Promise<boolean> {
      const { rows } = await sql`
        insert into ${lease} as l (worker, holder, heard_at)
        values (${worker}, ${own}::uuid, clock_timestamp())
        on conflict (worker) do update set holder = excluded.holder, heard_at = excluded.heard_at
          where l.holder is null or l.holder = excluded.holder or l.holder = any (${[...ended]}::uuid[])
            or l.heard_at < clock_timestamp() - make_interval(secs => ${leaseSec})
        returning 1`.execute(db(ctx.em()))
      return rows.length > 0
    },
    /** Says that this process lives. False: another one has the lease. */
    async renew(): Promise<boolean> {
      const { numAffectedRows = 0n } =
        await sql`update ${lease} set heard_at = clock_timestamp() where ${isOwn}`.execute(db(ctx.em()))
      return numAffectedRows > 0n
    },
    /** Gives it to the next one. */
    async release(): Promise<void> {
      await sql`update ${lease} set holder = null where ${isOwn}`.execute(db(ctx.em()))
    },
    /**
     * A transaction during which nobody else can take the lease.
     * @throws LeaseLost
     */
    write: <T>(work: (em: SqlEntityManager) => Promise<T>): Promise<T> =>
      ctx.em().transactional(async forked => {
        const em = forked as SqlEntityManager
        const { rows } = await sql`select 1 from ${lease} where ${isOwn} for share`.execute(db(em))
        if (rows.length === 0) throw new LeaseLost('another process leads')
        return work(em)
      }),
  }
}
/** A lease of this process, held or not. All its functions throw errors of the database. */
export type Lease = ReturnType<typeof createLease>
