import { chmod, mkdir, stat } from 'node:fs/promises'
import type { Logger } from './logger.ts'

const own = 0o700

/**
 * Makes a folder that only the user of the service can enter, whatever the umask. A wider one that exists is
 * narrowed, with a line in the log.
 * @throws Error of the file system
 */
export async function privateFolder(path: string, log: Pick<Logger, 'warn'>): Promise<void> {
  await mkdir(path, { recursive: true, mode: own })
  const mode = (await stat(path)).mode & 0o777
  if (mode === own) return
  await chmod(path, own)
  if ((mode & ~own) !== 0)
    log.warn({ folder: path, from: mode.toString(8), to: '700' }, 'a folder was open to other users')
}
