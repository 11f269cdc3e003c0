import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { sql } from '@linecard/plugin-kit/sql'
import { withTimeLimit } from '../time-limit.ts'
import { refusalOf } from './errors.ts'
import type { PoolView } from './pool.ts'

/** Up: it answers and takes changes. Full: its disk is, as far as this process has heard. */
export type DatabaseState = 'Up' | 'Down' | 'Read-only' | 'Full'

/** Refused by a standby and by a read-only server, and writes nothing. */
const asksToWrite = sql`select 1 from mikro_orm_migrations where false for update`

/** Rows of this length are not compressed. 100 of them need 25 new pages. */
const rowBytes = 1_900

/** A table that is rolled back: it stands on the disk of all tables, which has to have room for it. */
const fillPages = (em: SqlEntityManager) =>
  em.transactional(async inside => {
    const [{ pid }] = (await inside.execute('select pg_backend_pid() as pid')) as [{ pid: number }]
    await inside.execute(
      `create unlogged table linecard_room_${pid} as
       select repeat('x', ${rowBytes}) as filler from generate_series(1, 100)`,
    )
    await inside.execute(`drop table linecard_room_${pid}`)
  })

/** How the database is within `timeoutMs`. Never throws. */
export async function stateOf(
  em: () => SqlEntityManager,
  pool: Pick<PoolView, 'isFull' | 'hasRoom'>,
  timeoutMs: number,
): Promise<DatabaseState> {
  const look = async () => {
    await asksToWrite.execute(em().getKysely())
    if (!pool.isFull()) return
    await fillPages(em())
    pool.hasRoom()
  }
  try {
    await withTimeLimit(timeoutMs, 'state of the database', look())
    return 'Up'
  } catch (error) {
    return refusalOf(error) ?? 'Down'
  }
}
