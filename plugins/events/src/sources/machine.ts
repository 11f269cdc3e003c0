import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import type { Condition, ConditionSource } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Events } from '../setup.ts'
import { tables } from '../tables.ts'

const ofInstallation = { device_id: null, interface_id: null } as const
const percent = (part: number, whole: number) => Math.round((part / whole) * 100)

/** A folder that exists: those of plugins are made when they are needed. */
async function spaceOf(folder: string) {
  for (let at = folder; ; at = dirname(at))
    try {
      return await statfs(at)
    } catch (error) {
      if (at === dirname(at)) throw error
    }
}

/** The disk of the data folder, on the machine that looks. */
export const diskFull: ConditionSource<Events> = {
  label: 'Disk is nearly full',
  severity: 'critical',
  forSec: 60,
  async holding({ ctx }, { deviceIds }) {
    if (deviceIds) return []
    const { bavail, blocks, bsize } = await spaceOf(ctx.folder)
    const [free, whole] = [bavail * bsize, blocks * bsize]
    if (whole === 0 || free / whole >= ctx.config.disk_free_percent / 100) return []
    return [
      {
        ...ofInstallation,
        part: hostname(),
        // Steps of a tenth, so that the title does not change with each file.
        title: `The disk of ${hostname()} is nearly full`,
        description:
          `${percent(free, whole)} % is free where the data folder is. Remove files or enlarge it: ` +
          'without space the database stops.',
        labels: { host: hostname() },
        since: ctx.clock(),
      },
    ]
  },
}

interface Health {
  used: number
  most: number
  age: number
  longest: number
}
const fault = (part: string, title: string, description: string, since: Date): Condition => ({
  ...ofInstallation,
  part,
  title,
  description,
  labels: {},
  since,
})

/** What leads to an outage of the database. If it is away already, nothing can be recorded. */
export const databaseTrouble: ConditionSource<Events> = {
  label: 'Database is in trouble',
  severity: 'critical',
  forSec: 120,
  async holding({ ctx }, { deviceIds }) {
    if (deviceIds) return []
    const { rows } = await sql<Health>`
      select (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as used,
        current_setting('max_connections')::int
          - current_setting('superuser_reserved_connections')::int as most,
        (select max(age(datfrozenxid)) from pg_database)::int as age,
        coalesce((select max(extract(epoch from clock_timestamp() - xact_start)) from pg_stat_activity
          where datname = current_database() and state <> 'idle'), 0)::int as longest`.execute(
      tables(ctx.em() as SqlEntityManager),
    )
    const { used, most, age, longest } = rows[0]!
    const now = ctx.clock()
    const found: Condition[] = []
    if (used >= most * 0.9)
      found.push(
        fault(
          'connections',
          'Nearly all connections of the database are used',
          `${used} of ${most}. Raise max_connections, or run fewer processes.`,
          now,
        ),
      )
    if (age > 1_000_000_000)
      found.push(
        fault(
          'wraparound',
          'The database cannot clean up old transactions',
          `The oldest is ${age} transactions old; at 2,100,000,000 the database stops. ` +
            'Look for transactions that never end.',
          now,
        ),
      )
    if (longest > 3600)
      found.push(
        fault(
          'long_transaction',
          'A transaction of the database has been open for more than an hour',
          'It keeps the database from removing old rows. pg_stat_activity shows who has it.',
          now,
        ),
      )
    return found
  },
}
