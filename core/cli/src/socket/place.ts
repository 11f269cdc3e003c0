import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, type Stats } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Longest path of a socket that every system takes, in octets. Linux has room for 107, macOS for 103. */
const mostOctets = 103

/** What keeps a socket from being believed, as the end of a sentence. */
type Distrust = string

const statOf = (path: string): Stats | null => lstatSync(path, { throwIfNoEntry: false }) ?? null

/** The user whose service has this data folder. */
const ownerOf = (dataDir: string): number => statOf(dataDir)?.uid ?? process.getuid!()

/**
 * Path of the socket of a data folder: in a folder of its own that only the user of the service enters. A
 * path that is too long for a socket is replaced by one in the folder for temporary files.
 */
export function socketOf(dataDir: string): string {
  const path = join(dataDir, 'command', 'socket')
  if (Buffer.byteLength(path) <= mostOctets) return path
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 24)
  return join(tmpdir(), `linecard-${ownerOf(dataDir)}`, name)
}

function distrustOf(path: string, found: Stats, owner: number): Distrust | null {
  if (found.uid !== owner) return `${path} belongs to user ${found.uid} and not to ${owner}`
  const mode = found.mode & 0o777
  return (mode & 0o077) === 0 ? null : `${path} is open to other users (mode ${mode.toString(8)})`
}

/** Makes the folder of a socket, for the present user alone. @throws Error if it belongs to another user */
export function makeFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const found = lstatSync(path)
  if (!found.isDirectory() || found.uid !== process.getuid!())
    throw new Error(`${path} is not a folder of the user of the service`)
  chmodSync(path, 0o700)
}

/**
 * Whether a service may be behind the socket, and whether it can be believed: socket and folder must belong
 * to the present user alone. For root they may belong to the owner of the data folder.
 */
export function lookAt(dataDir: string): { path: string; distrust: Distrust | null } | null {
  if (process.platform === 'win32') return null
  try {
    const path = socketOf(dataDir)
    const [folder, socket] = [statOf(dirname(path)), statOf(path)]
    if (!folder || !socket) return null
    const self = process.getuid!()
    const owner = self === 0 ? ownerOf(dataDir) : self
    if (!folder.isDirectory()) return { path, distrust: `${dirname(path)} is not a folder` }
    if (!socket.isSocket()) return { path, distrust: `${path} is not a socket` }
    const distrust = distrustOf(dirname(path), folder, owner) ?? distrustOf(path, socket, owner)
    return { path, distrust }
  } catch {
    // The data folder of another user: what the command does by itself tells why.
    return null
  }
}
