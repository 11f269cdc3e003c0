import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from '../start-error.ts'

/**
 * Makes the data folder. For root, other users may enter it but not list it: the database server runs as
 * another user then.
 */
export function makeDataDir(dataDir: string): void {
  if (existsSync(dataDir)) return
  mkdirSync(dataDir, { recursive: true })
  chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
}

const isCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code

/** Writes a file of mode 0600 beside its place first, so that no process reads half of it. */
function beside(file: string, text: string, place: (temporary: string) => void): void {
  makeDataDir(dirname(file))
  const temporary = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' })
  try {
    place(temporary)
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** Content of a file. Null if there is none. @throws StartError with advice if it may not be read */
export function readSecretFile(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    if (isCode(error, 'EACCES'))
      throw new StartError(
        `${file} may not be read: it belongs to another user. Start the service as that user`,
        { cause: error },
      )
    throw error
  }
}

/**
 * Content of a secret file, which is made with `text` if there is none. If several processes start at once,
 * one writes it and all read the same.
 */
export function createSecretFile(file: string, text: string): string {
  const known = readSecretFile(file)
  if (known !== null) return known
  beside(file, text, temporary => {
    // A link, unlike a rename, never replaces what another process has just put there.
    try {
      linkSync(temporary, file)
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error
    }
  })
  return readFileSync(file, 'utf8')
}

export function replaceSecretFile(file: string, text: string): void {
  beside(file, text, temporary => renameSync(temporary, file))
}
