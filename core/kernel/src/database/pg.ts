import { Client } from 'pg'

/**
 * One connection outside MikroORM's pool, with the very driver that MikroORM uses: one set of error shapes in
 * the process.
 */
export type PgClient = Client

export const applicationName = 'linecard'

/**
 * One connection outside the pool. It has an `error` listener from its first moment: without one a lost
 * connection ends the process.
 */
export async function connectOnce(
  url: string,
  timeoutMs = 5_000,
  name: string = applicationName,
): Promise<PgClient> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: 15_000,
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
