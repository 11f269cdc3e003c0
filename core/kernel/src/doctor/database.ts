import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, ok, type Finding } from '@linecard/plugin-kit/doctor'
import type { Config } from '../config/schema.ts'
import { packageFolder } from '../database/embedded/binaries.ts'
import { hasHome, openHome } from '../database/embedded/home.ts'
import { urlOf } from '../database/embedded/index.ts'
import { findPostmaster } from '../database/embedded/postmaster.ts'
import { databasePlaceOf, unreachable } from '../database/errors.ts'
import { connectOnce, type PgClient } from '../database/pg.ts'
import { StartError } from '../start-error.ts'

/** Nothing of a check is worth a line of a log. */
const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** The major version of the embedded server, and that which made its data. Null: no data. */
function versions(data: string): { here: string; made: string | null } {
  const { version } = JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')) as {
    version: string
  }
  let made: string | null = null
  try {
    made = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
  } catch {
    // Not made yet, or the data of another user.
  }
  return { here: version.split('.')[0]!, made }
}

/** Where the embedded server can be reached, or what else is to be said of it. Starts nothing. */
async function embedded(dataDir: string): Promise<{ url: string } | Finding> {
  const stopped = (text: string) => ok('database', `embedded PostgreSQL: ${text}`)
  try {
    packageFolder()
    if (!hasHome(dataDir)) return stopped('not made yet; made and started by linecard start')
    const home = await openHome(dataDir, silent)
    const { here, made } = versions(home.data)
    if (made !== null && made !== here)
      return fail(
        'database',
        `${home.data} was made by PostgreSQL ${made} and this is ${here}`,
        'with the version before: linecard backup; with this one: linecard restore into an empty data folder',
      )
    const found = findPostmaster(home.data)
    if (!found || found === 'stale' || !found.port) return stopped('not running; started by linecard start')
    return { url: urlOf(home, found.port) }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return fail('database', error.message, 'correct this, or set DATABASE_URL to an external PostgreSQL')
  }
}

/** Connects to the database of the installation, if it can be reached. */
export async function reach(
  config: Config,
): Promise<{ client: PgClient; finding: Finding } | { client: null; finding: Finding }> {
  const given = config.database.url
  const place = given === null ? await embedded(config.data_dir) : { url: given }
  if ('check' in place) return { client: null, finding: place }
  try {
    const shown = `${given === null ? 'embedded PostgreSQL' : 'PostgreSQL'} at ${databasePlaceOf(place.url)}`
    const client = await connectOnce(place.url)
    return { client, finding: ok('database', `${shown} answers`) }
  } catch (error) {
    const { message } = error instanceof StartError ? error : unreachable(place.url, error)
    return { client: null, finding: fail('database', message, 'the service cannot start without it') }
  }
}
