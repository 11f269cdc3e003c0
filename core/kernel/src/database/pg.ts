import { Client } from 'pg'
import { routeOf } from './tls.ts'

/**
 * One connection outside MikroORM's pool, of the driver that MikroORM uses too, so that all errors have the
 * same form.
 */
export type PgClient = Client

export const applicationName = 'linecard'

/**
 * Connects outside the pool. A query takes at most `queryMs`; 0: as long as it takes. The connection has an
 * `error` listener from the beginning: without one a lost connection would end the process.
 */
export async function connectOnce(
  url: string,
  timeoutMs = 5_000,
  name: string = applicationName,
  queryMs = 15_000,
): Promise<PgClient> {
  const client = new Client({
    ...routeOf(url),
    connectionTimeoutMillis: timeoutMs,
    query_timeout: queryMs,
    application_name: name,
    keepAlive: true,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    client.end().catch(() => undefined)
    throw error
  }
}
