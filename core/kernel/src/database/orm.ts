import type { EntitySchema } from '@mikro-orm/core'
import { MikroORM, type PostgreSqlDriver } from '@mikro-orm/postgresql'
import type { Logger } from '@linecard/plugin-kit'
import { readDates } from '@linecard/plugin-kit/sql'
import type { Pool } from 'pg'
import { CutProofSqlDriver } from './driver.ts'
import { applicationName } from './pg.ts'
import { poolSizes, watchPool, type PoolView } from './pool.ts'
import { routeOf } from './tls.ts'

/** A query that gets no connection within this time fails as unavailable; a longer queue would not help. */
const acquireMs = 3_000
const statementMs = 30_000

/** MikroORM on its pool of connections, which is created at the first query. */
export const openOrm = (
  clientUrl: string,
  {
    entities,
    log,
    mode = 'command',
  }: { entities: readonly EntitySchema[]; log: Logger; mode?: keyof typeof poolSizes },
  onPoolCreated: (pool: PoolView) => void,
): Promise<MikroORM> =>
  MikroORM.init({
    driver: CutProofSqlDriver as typeof PostgreSqlDriver,
    clientUrl,
    entities: [...entities],
    discovery: { warnWhenNoEntities: false },
    forceUtcTimezone: true,
    colors: false,
    logger: message => log.debug(message),
    driverOptions: {
      // MikroORM would take the URL apart and lose what it says of TLS.
      ...routeOf(clientUrl),
      application_name: applicationName,
      onPoolCreated(created: Pool) {
        readDates(created)
        onPoolCreated(watchPool(created))
      },
      max: poolSizes[mode],
      connectionTimeoutMillis: acquireMs,
      idleTimeoutMillis: 30_000,
      statement_timeout: statementMs,
      idle_in_transaction_session_timeout: 2 * statementMs,
      keepAlive: true,
    },
  })
