import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { StartError } from '../start-error.ts'

/** How `pg` reaches a server. */
export interface Route {
  connectionString: string
  /** Absent: without TLS. */
  ssl?: ConnectionOptions
}

/** Parameters of a URL that are about TLS. `pg` must not see them: it would make its own options of them. */
const parameters = ['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation', 'uselibpqcompat']
/** Modes in which the certificate and the name in it are checked. libpq checks less in the first three. */
const verified = new Set(['prefer', 'require', 'verify-ca', 'verify-full', 'true', '1'])
const off = new Set(['disable', 'false', '0'])

function fileOf(query: URLSearchParams, name: string): string | undefined {
  const file = query.get(name)
  if (file === null) return undefined
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    throw new StartError(
      `${name} of the database URL, ${file}, cannot be read (${code}): give the path of a file in PEM`,
      { cause },
    )
  }
}

/**
 * Takes the parameters of TLS out of the URL of a database. `pg` checks the certificate of a server that is
 * named by its address as if it were `localhost`; here it is checked for that address.
 * @throws StartError for a mode that does not exist, or a file that cannot be read
 */
export function routeOf(url: string): Route {
  const parsed = URL.parse(url)
  const query = parsed?.searchParams
  if (!parsed || !query || !parameters.some(name => query.has(name))) return { connectionString: url }
  const mode = query.get('sslmode') ?? query.get('ssl') ?? 'verify-full'
  const [ca, cert, key] = ['sslrootcert', 'sslcert', 'sslkey'].map(name => fileOf(query, name))
  for (const name of parameters) query.delete(name)
  const connectionString = parsed.href
  if (off.has(mode)) return { connectionString }
  if (mode !== 'no-verify' && !verified.has(mode))
    throw new StartError(`sslmode=${mode} of the database URL is not known: write verify-full or disable`)
  return {
    connectionString,
    ssl: {
      host: decodeURIComponent(parsed.hostname).replace(/^\[(.+)\]$/, '$1') || 'localhost',
      rejectUnauthorized: mode !== 'no-verify',
      ...(ca !== undefined && { ca }),
      ...(cert !== undefined && { cert }),
      ...(key !== undefined && { key }),
    },
  }
}
