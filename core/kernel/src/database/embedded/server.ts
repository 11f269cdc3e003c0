import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartError } from '../../start-error.ts'
import { run, spawnOptions } from './account.ts'
import type { Binaries } from './binaries.ts'
import type { Home } from './home.ts'

export const superuser = 'linecard'
const maxLogBytes = 4 * 1024 * 1024

/** Last lines of the server's log, which say why it did not start. */
export async function endOfLog(file: string, lines = 6): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.trim().split('\n').slice(-lines).join('\n')
}

/**
 * Makes the data directory if there is none: UTF-8, sorted by code point whatever the machine's locale,
 * logins by password only. It gets its name when it is complete, so that a killed attempt leaves no half of
 * it. Returns whether it was made.
 */
export async function initialise(
  { data, account, password }: Home,
  { initdb, version }: Binaries,
): Promise<boolean> {
  if (existsSync(data)) {
    const was = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim()
    if (was !== version.split('.')[0])
      throw new StartError(
        `${data} was made by PostgreSQL ${was} and this is ${version}: ` +
          'dump it with the old version and load it into a new one',
      )
    return false
  }
  const fresh = await mkdtemp(join(dirname(data), 'new-'))
  const passwordFile = `${fresh}.pw`
  try {
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600, flag: 'wx' })
    if (account) await Promise.all([fresh, passwordFile].map(path => chown(path, account.uid, account.gid)))
    await run(
      initdb,
      [
        '-D',
        fresh,
        '-U',
        superuser,
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-sync',
        '--no-instructions',
      ],
      account,
    )
    await rename(fresh, data).catch((error: unknown) => {
      if (!existsSync(data)) throw error
    })
    return true
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`the embedded PostgreSQL could not make its data directory ${data}: ${reason}`, {
      cause: error,
    })
  } finally {
    await Promise.all([fresh, passwordFile].map(path => rm(path, { recursive: true, force: true })))
  }
}

// What the server of one product needs: no socket file, and no statements in its log, as these have secrets.
const settings = (port: number): Record<string, string | number> => ({
  listen_addresses: '127.0.0.1',
  port,
  unix_socket_directories: '',
  max_connections: 100,
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_error_statement: 'panic',
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
})

/**
 * Starts the server in a session of its own, so that neither Ctrl-C nor the end of this process ends it.
 * `ended` becomes true when it ends.
 */
export async function launch(
  { data, log, port, account }: Home,
  { postgres }: Binaries,
): Promise<{ ended: boolean; error: Error | null }> {
  const size = await stat(log).then(
    found => found.size,
    () => 0,
  )
  if (size > maxLogBytes) await rename(log, `${log}.1`)
  const file = await open(log, 'a', 0o600)
  const state: { ended: boolean; error: Error | null } = { ended: false, error: null }
  try {
    const args = Object.entries(settings(port)).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const child = spawn(postgres, ['-D', data, ...args], {
      ...spawnOptions(account),
      detached: true,
      stdio: ['ignore', file.fd, file.fd],
    })
    child.on('error', error => {
      state.ended = true
      state.error = error
    })
    child.on('exit', () => {
      state.ended = true
    })
    child.unref()
  } finally {
    await file.close()
  }
  return state
}

/** Writes to disk what `initialise` left in memory, while the server runs. */
export const syncToDisk = ({ data, account }: Home, { initdb }: Binaries) =>
  run(initdb, ['-D', data, '--sync-only'], account)

/** Stops the server. Open transactions are rolled back, and everything is written to disk. */
export const shutDown = ({ data, account }: Home, { pgCtl }: Binaries) =>
  run(pgCtl, ['stop', '-D', data, '-m', 'fast', '-w', '-t', '8'], account)
