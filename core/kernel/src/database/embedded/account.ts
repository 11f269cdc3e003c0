import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { StartError } from '../../start-error.ts'

/** The unprivileged user as which the server runs, because PostgreSQL refuses root. */
export interface SystemAccount {
  name: string
  uid: number
  gid: number
}

// The server must not get DATABASE_URL, keys, PGPORT or PGDATA.
const kept = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot']
export const cleanEnv = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(kept.map(name => [name, process.env[name]])),
  LC_ALL: 'C',
})

/**
 * How a child process of this account is spawned. Its folder is /, which every user can enter.
 */
export const spawnOptions = (account: SystemAccount | null) => ({
  ...(account && { uid: account.uid, gid: account.gid, cwd: '/' }),
  env: cleanEnv(),
  windowsHide: true,
})

/** Runs a command to its end and returns its output. @throws Error with the output if it fails */
export function run(
  file: string,
  args: readonly string[],
  account: SystemAccount | null,
  timeoutMs = 60_000,
): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(file, args, { ...spawnOptions(account), timeout: timeoutMs }, (error, stdout, stderr) => {
      if (error)
        reject(new Error(`${file}: ${stderr.trim() || stdout.trim() || error.message}`, { cause: error }))
      else resolve(stdout)
    })
  })
}

async function lookUp(name: string): Promise<SystemAccount | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name], null), run('id', ['-g', name], null)])
    return { name, uid: Number(uid), gid: Number(gid) }
  } catch {
    return null
  }
}

/**
 * Null if the service does not run as root. Existing data keep their owner. New data belong to the user
 * `postgres`, or to `nobody` if there is no such user.
 */
export async function serverAccount(data: string): Promise<SystemAccount | null> {
  if (process.getuid?.() !== 0) return null
  const owner = await stat(data).catch(() => null)
  if (owner && owner.uid !== 0) return { name: String(owner.uid), uid: owner.uid, gid: owner.gid }
  const account = (await lookUp('postgres')) ?? (await lookUp('nobody'))
  if (!account)
    throw new StartError(
      'the embedded PostgreSQL cannot run as root and neither user postgres nor nobody exists: ' +
        'start the service as an ordinary user or set DATABASE_URL',
    )
  return account
}

/** Whether the account can enter a folder. Null is the account of this process, which can. */
export async function canEnter(folder: string, account: SystemAccount | null): Promise<boolean> {
  return (
    account === null ||
    run('sh', ['-c', 'cd "$0"', folder], account).then(
      () => true,
      () => false,
    )
  )
}
