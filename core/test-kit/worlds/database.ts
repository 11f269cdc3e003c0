import { randomBytes } from 'node:crypto'
import { connectOnce, type PgClient } from '../../kernel/src/database/pg.ts'
import { clusterName, startTestServer, type TestServer } from './server.ts'

let own: Promise<TestServer> | null = null

/**
 * URL of the server to test with: LINECARD_TEST_POSTGRES, which the runner sets, else one of this process,
 * which ends with it.
 */
async function serverUrl(): Promise<string> {
  const given = process.env['LINECARD_TEST_POSTGRES']
  if (given) return given
  own ??= startTestServer()
  return (await own).url
}

export interface TestDatabase {
  url: string
  /** A connection to this database. */
  admin: PgClient
  drop(): Promise<void>
}

/** The tables that a database begins with. */
export interface Model {
  name: string
  /** Makes them in an empty database, once a server, and closes its connections. */
  make(url: string): Promise<void>
}

const urlOf = (home: string, name: string) => Object.assign(new URL(home), { pathname: `/${name}` }).href

/**
 * Name of the database of a model, which is copied. Null on a server that outlives the tests: its models
 * would be those of older code.
 */
async function modelOn(home: string, keeper: PgClient, { name, make }: Model): Promise<string | null> {
  const { rows } = await keeper.query<{ cluster_name: string }>('show cluster_name')
  if (rows[0]!.cluster_name !== clusterName) return null
  const database = `linecard_model_${name}`
  const isMade = async () =>
    (await keeper.query('select from pg_database where datname = $1', [database])).rows.length > 0
  if (await isMade()) return database
  // Files of other processes that need it too wait here.
  await keeper.query('select pg_advisory_lock(hashtext($1))', [database])
  try {
    if (await isMade()) return database
    const making = `${database}_making`
    await keeper.query(`drop database if exists ${making} with (force)`)
    await keeper.query(`create database ${making}`)
    await make(urlOf(home, making))
    await keeper.query(`alter database ${making} rename to ${database}`)
    return database
  } finally {
    await keeper.query('select pg_advisory_unlock(hashtext($1))', [database])
  }
}

/** Creates a database: an empty one, or one with the tables of a model. */
export async function createDatabase(model?: Model): Promise<TestDatabase> {
  const home = await serverUrl()
  const name = `linecard_test_${randomBytes(6).toString('hex')}`
  // How long a query takes tells of the machine, not of the code.
  const keeper = await connectOnce(home, 60_000, undefined, 0)
  const source = model ? await modelOn(home, keeper, model) : null
  await keeper.query(`create database ${name}${source ? ` template ${source} strategy file_copy` : ''}`)
  const url = urlOf(home, name)
  const admin = await connectOnce(url, 60_000, undefined, 0)
  return {
    url,
    admin,
    async drop() {
      await admin.end()
      await keeper.query(`drop database ${name} with (force)`)
      await keeper.end()
    },
  }
}
