import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { until } from '@linecard/test-kit'

/** A password of the first owner. */
export const password = 'bench owner password 1'

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** Starts a process with its log in a file, and waits until the log contains its address. */
export async function launch(
  args: readonly string[],
  logFile: string,
  env: NodeJS.ProcessEnv = {},
): Promise<{ url: string; pid: number; stop(): Promise<void> }> {
  const log = openSync(logFile, 'w')
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', log, log],
  })
  try {
    const url = await until(
      `${args.at(-1)} listens`,
      () => {
        if (child.exitCode !== null)
          throw new Error(`${args.join(' ')} ended: ${readFileSync(logFile, 'utf8').slice(-2000)}`)
        return /ready at (http:\/\/[^\s"]+)/.exec(readFileSync(logFile, 'utf8'))?.[1]
      },
      { timeoutMs: 180_000 },
    )
    return { url, pid: child.pid!, stop: () => end(child) }
  } catch (error) {
    await end(child)
    throw error
  }
}
