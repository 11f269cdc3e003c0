import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'

/** The file of a program in the folders of PATH; null if it is not installed. */
export async function programOf(name: string, path: string): Promise<string | null> {
  // A relative folder of PATH depends on where the service was started.
  for (const folder of path.split(delimiter).filter(isAbsolute)) {
    const file = join(folder, name)
    if (
      await access(file, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return file
  }
  return null
}

/** `code` is null if the program was stopped, by the time or by the signal. */
export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/**
 * Runs a program with its arguments, without a shell (fault 64). Its output is cut at 64 KiB, its time at
 * `ms`.
 * @throws the signal's reason
 */
export function run(
  program: string,
  args: readonly string[],
  { ms, signal }: { ms: number; signal?: AbortSignal },
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const options = {
      shell: false,
      timeout: ms,
      killSignal: 'SIGKILL',
      maxBuffer: 65_536,
      encoding: 'utf8',
      env: { LC_ALL: 'C', PATH: process.env['PATH'] ?? '' },
      ...(signal ? { signal } : {}),
    } as const
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      if (signal?.aborted) return reject(signal.reason as Error)
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null
      resolve({
        code,
        stdout,
        stderr: stderr || (code === null && error && !error.killed ? error.message : stderr),
      })
    })
    child.stdin?.end()
  })
}
