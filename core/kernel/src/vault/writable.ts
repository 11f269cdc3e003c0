import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { StartError } from '../start-error.ts'
import { makeDataDir } from './secret-file.ts'

const reasons: Readonly<Record<string, string>> = {
  EROFS: 'is read-only: mount its file system for writing',
  EACCES: 'may not be written by this user: give it to the user of the service',
  EPERM: 'may not be written by this user: give it to the user of the service',
  ENOSPC: 'cannot be made, because the disk is full',
  ENOTDIR: 'is not a folder',
}

/** The folder itself, or the one above in which it would be made. */
export const nearest = (folder: string): string => (existsSync(folder) ? folder : nearest(dirname(folder)))

/** Does something with the data folder. @throws StartError that says why the folder cannot be used */
function using(dataDir: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!Object.hasOwn(reasons, code)) throw error
    throw new StartError(
      `the data folder ${dataDir} ${reasons[code]}, or name another one in "data_dir" (${code})`,
      { cause: error },
    )
  }
}

/** @throws StartError that says why the data folder cannot be written to, or be made. Makes nothing */
export const assertMayWrite = (dataDir: string): void =>
  using(dataDir, () => accessSync(join(nearest(dataDir), '.', sep), constants.W_OK | constants.X_OK))

/** Makes the data folder if there is none. @throws StartError that says why it cannot be written to */
export function assertWritable(dataDir: string): void {
  // Node says ENOENT, and not why, if it cannot make a folder below a read-only one.
  assertMayWrite(dataDir)
  using(dataDir, () => {
    makeDataDir(dataDir)
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  })
}
