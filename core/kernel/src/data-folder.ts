import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { privateFolder, type Logger } from '@linecard/plugin-kit'
import { messageOf } from './log/error.ts'
import { makeDataDir } from './vault/secret-file.ts'

/**
 * For root only: the database server runs as another user, who must reach its files below the data folder.
 */
const enterable = 0o711

/** The folder of the embedded server sets its own mode. */
const ofServer = 'postgres'

/** Whether the folder is made for the database server of root, and so may be entered by others. */
const isForServer = (embedded: boolean): boolean => embedded && process.getuid?.() === 0

/** The rights that the data folder should have at most. */
export const dataFolderMode = (embedded: boolean): number => (isForServer(embedded) ? enterable : 0o700)

async function narrowToEnterable(dataDir: string, log: Logger): Promise<void> {
  makeDataDir(dataDir)
  const mode = (await stat(dataDir)).mode & 0o777
  if ((mode & ~enterable) === 0) return
  await chmod(dataDir, enterable)
  log.warn({ folder: dataDir, from: mode.toString(8), to: '711' }, 'the data folder was open to other users')
}

/**
 * Makes the data folder, and narrows it and the folders of plugins in it so that no other user of the machine
 * can read them, whatever the umask. A folder that cannot be narrowed is only logged: it may be mounted so.
 */
export async function openDataFolder(
  dataDir: string,
  { embedded, log }: { embedded: boolean; log: Logger },
): Promise<void> {
  const forServer = isForServer(embedded)
  try {
    await (forServer ? narrowToEnterable(dataDir, log) : privateFolder(dataDir, log))
    for (const entry of await readdir(dataDir, { withFileTypes: true }))
      if (entry.isDirectory() && !(forServer && entry.name === ofServer))
        await privateFolder(join(dataDir, entry.name), log)
  } catch (error) {
    log.warn({ folder: dataDir, reason: messageOf(error) }, 'the data folder cannot be closed to other users')
  }
}
