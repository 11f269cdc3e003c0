import { createHash, randomBytes, randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, realpath, rmdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import type { Logger } from '@linecard/plugin-kit'
import { assertWritable } from '../../vault/writable.ts'
import { StartError } from '../../start-error.ts'
import { createSecretFile, readSecretFile, replaceSecretFile } from '../../vault/secret-file.ts'
import { canEnter, serverAccount, type SystemAccount } from './account.ts'

/** `<dataDir>/postgres.json`, mode 0600: where the server's files are and how to reach it. */
interface StoredHome {
  home: string
  port: number
  password: string
}

/** Where the server of a data folder is and how to reach it. */
export interface Home {
  /** PostgreSQL's own data directory. */
  data: string
  log: string
  /** Where programs are copied to if the account cannot reach node_modules. */
  shelter: string
  account: SystemAccount | null
  password: string
  port: number
  /** Chooses another port and stores it. */
  movePort(): Promise<void>
}

/**
 * For root only: a folder that unprivileged users can reach and only root can write to. Unlike /tmp it is
 * never cleaned up, and it is not the data folder of a service with a user of its own.
 */
const systemHome = '/var/lib/linecard-postgres'

/** Whether this port of 127.0.0.1 is free. */
export const isFree = (port: number): Promise<boolean> =>
  new Promise(done => {
    const probe = createServer()
      .once('error', () => done(false))
      .listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })

/**
 * A port below the range that systems use for outgoing connections, so that it is still free at the next
 * start.
 */
async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = randomInt(20_000, 30_000)
    if (await isFree(port)) return port
  }
  throw new StartError(
    'no free port between 20000 and 29999 on 127.0.0.1 for the embedded PostgreSQL: set DATABASE_URL',
  )
}

/**
 * Chooses the folder of the server's files: `<dataDir>/postgres`. If the service runs as root and the
 * unprivileged user cannot reach the data folder (below /root for example), it is
 * `/var/lib/linecard-postgres/<hash of the data folder>`. It is chosen once and stored in postgres.json.
 */
async function choosePlace(dataDir: string, log: Logger): Promise<string> {
  const near = join(dataDir, 'postgres')
  if (existsSync(join(near, 'data')))
    throw new StartError(
      `${near} holds a database, but ${join(dataDir, 'postgres.json')} with its password is missing: ` +
        'restore that file, or move the folder away to start with an empty database',
    )
  const account = await serverAccount(join(near, 'data'))
  await mkdir(near, { recursive: true, mode: 0o711 })
  // Relative, so that the whole data folder can be moved.
  if (await canEnter(near, account)) return 'postgres'
  // Another process that starts at the same time may use it already.
  await rmdir(near).catch(() => undefined)
  const far = join(systemHome, createHash('sha256').update(dataDir).digest('hex').slice(0, 12))
  const made = await mkdir(far, { recursive: true, mode: 0o711 }).then(
    () => true,
    () => false,
  )
  if (!made || !(await canEnter(far, account)))
    throw new StartError(
      `user ${account?.name} can reach neither ${near} nor ${far} for the embedded PostgreSQL: ` +
        'choose another data folder or set DATABASE_URL',
    )
  log.info(
    { place: far, user: account?.name },
    `the database is in ${far}, because user ${account?.name} cannot reach ${dataDir}`,
  )
  return far
}

function parse(text: string, file: string): StoredHome {
  try {
    const { home, port, password } = JSON.parse(text) as Partial<StoredHome>
    if (home && port && password) return { home, port, password }
  } catch (error) {
    throw new StartError(
      `${file} is not JSON: restore it from a backup; it holds the password of the embedded database`,
      { cause: error },
    )
  }
  throw new StartError(`${file} has no home, port or password: restore it from a backup`)
}

/** Whether an embedded server was made in this data folder. */
export const hasHome = (folder: string): boolean => existsSync(join(folder, 'postgres.json'))

/** Finds or makes the home of the embedded server of a data folder. */
export async function openHome(folder: string, log: Logger): Promise<Home> {
  assertWritable(folder)
  const dataDir = await realpath(folder)
  const file = join(dataDir, 'postgres.json')
  const fresh = async () =>
    createSecretFile(
      file,
      JSON.stringify({
        home: await choosePlace(dataDir, log),
        port: await freePort(),
        password: randomBytes(24).toString('base64url'),
      }),
    )
  const memory = parse(readSecretFile(file) ?? (await fresh()), file)
  const place = resolve(dataDir, memory.home)
  const data = join(place, 'data')
  const home: Home = {
    data,
    log: join(place, 'server.log'),
    shelter: process.getuid?.() === 0 ? systemHome : dataDir,
    account: await serverAccount(data),
    password: memory.password,
    port: memory.port,
    async movePort() {
      home.port = await freePort()
      replaceSecretFile(file, JSON.stringify({ ...memory, port: home.port }))
    },
  }
  return home
}
