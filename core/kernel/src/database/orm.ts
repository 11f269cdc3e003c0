import type { EntitySchema } from '@mikro-orm/core'
import { MikroORM } from '@mikro-orm/postgresql'
import type { Logger } from '@linecard/plugin-kit'
import { readDates } from '@linecard/plugin-kit/sql'
import type { Pool } from 'pg'
import { applicationName } from './pg.ts'

/** Connections of one process. */
const poolSize = 15
/** A query that gets no connection within this time fails as unavailable; a longer queue would not help. */
const acquireMs = 3_000
const statementMs = 30_000

/** MikroORM on its pool of connections. `onPoolCreated` gets the pool. */
export const openOrm = (
  clientUrl: string,
  { entities, log }: { entities: readonly EntitySchema[]; log: Logger },
  onPoolCreated: (pool: Pool) => void,
): Promise<MikroORM> =>
  MikroORM.init({
    clientUrl,
    entities: [...entities],
    discovery: { warnWhenNoEntities: false },
    forceUtcTimezone: true,
    colors: false,
    logger: message => log.debug(message),
    driverOptions: {
      // The URL as it is: MikroORM would take it apart and lose sslmode and the like.
      connectionString: clientUrl,
      application_name: applicationName,
      onPoolCreated(pool: Pool) {
        readDates(pool)
        onPoolCreated(pool)
      },
      max: poolSize,
      connectionTimeoutMillis: acquireMs,
      idleTimeoutMillis: 30_000,
      statement_timeout: statementMs,
      idle_in_transaction_session_timeout: 2 * statementMs,
      keepAlive: true,
    },
  })
