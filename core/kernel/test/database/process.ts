/**
 * A process of its own that uses the embedded database of a folder: `node process.ts <folder> <what>`. Killed
 * by the tests.
 */
import type { Migration } from '@linecard/plugin-kit'
import { until } from '@linecard/test-kit'
import { openDatabase } from '../../src/database/index.ts'
import { keptLog } from '@linecard/test-kit/worlds/log'

const [folder = '', what = ''] = process.argv.slice(2)
const say = (word: string) => process.stdout.write(`${word}\n`)

export const migrations: readonly Migration[] = [
  { name: 'pair/0001_init', up: 'create table pair (id int, side text)', down: 'drop table pair' },
  {
    name: 'pair/0002_slow',
    up: 'create table pair_more (id int); insert into pair_more select generate_series(1, 20000); select pg_advisory_xact_lock(1); create table pair_last (id int)',
    down: 'drop table pair_more; drop table pair_last',
  },
]

if (process.argv[1] === import.meta.filename) {
  const database = await openDatabase({ url: null, dataDir: folder, entities: [], log: keptLog() })
  const [{ pid } = { pid: 0 }] = await database
    .em()
    .execute<{ pid: number }[]>("select split_part(pg_read_file('postmaster.pid'), e'\\n', 1)::int as pid")
  say(`open ${pid} ${process.getuid?.()}`)
  if (what === 'write') {
    await database.migrate('pair', migrations.slice(0, 1))
    for (let id = 0; ; id++) {
      // Two rows or none: half a pair would be an incomplete write.
      await database.em().transactional(async em => {
        await em.execute("insert into pair values (?, 'left')", [id])
        await em.execute("insert into pair values (?, 'right')", [id])
      })
      if (id === 50) say('writing')
    }
  }
  if (what === 'migrate') {
    await database.migrate('pair', migrations.slice(0, 1))
    // The migration waits for this lock, which ends with the process.
    await database.em().transactional(async em => {
      await em.execute('select pg_advisory_lock(1)')
      const migrating = database.migrate('pair', migrations)
      await until('the migration is at work', async () => {
        // Inside of the transaction it would see the same picture again and again.
        const found = await database
          .em()
          .execute("select 1 from pg_stat_activity where wait_event = 'advisory'")
        return found.length > 0
      })
      say('migrating')
      await migrating
    })
  }
  if (what === 'hold')
    await new Promise<void>(resolve => {
      process.stdin.once('data', () => resolve())
    })
  await database.stop()
  say('stopped')
}
