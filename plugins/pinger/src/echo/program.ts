import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { isIPv6 } from 'node:net'

export type Family = '-4' | '-6'
export const familyOf = (ip: string): Family => (isIPv6(ip) ? '-6' : '-4')

/** The file of fping in the folders of PATH; null if it is not installed. */
export async function findFping(path = process.env['PATH'] ?? ''): Promise<string | null> {
  // A relative folder of PATH depends on where the service was started.
  for (const folder of path.split(delimiter).filter(isAbsolute)) {
    const file = join(folder, 'fping')
    try {
      await access(file, constants.X_OK)
      return file
    } catch {
      // The next folder.
    }
  }
  return null
}

/**
 * Starts fping for some addresses, without a shell. They are canonical addresses and go in over stdin, where
 * nothing is taken for an option; only root may name a file.
 */
export function startFping(
  program: string,
  args: readonly string[],
  targets: readonly string[],
): ChildProcessWithoutNullStreams {
  const child = spawn(program, args, {
    shell: false,
    stdio: 'pipe',
    env: { LC_ALL: 'C', PATH: process.env['PATH'] ?? '' },
  })
  // If fping ends early, its exit says so.
  child.stdin.on('error', () => {})
  child.stdin.end(targets.map(ip => `${ip}\n`).join(''))
  return child
}
