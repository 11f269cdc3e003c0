/** Starts the demo of a checkout in a process of its own, as an operator does. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'

/** A first start creates the database of the demo. */
const longestStartMs = 180_000
/** End of the output on stderr that is kept for an error message, in characters. */
const keptErrorLength = 2000

export interface Demo {
  url: string
  /** API key of the demo's session. */
  key: string
  /** The Node process of the service. The simulated network and PostgreSQL are other processes. */
  pid: number
  /** From the start of the process to the line with the curl example. */
  readyMs: number
  /** Address of V8's inspector. Empty without `--inspect`. */
  inspector: string
  /** Ends the demo and waits until its process is gone. */
  stop(): Promise<void>
}

/** Starts the demo and waits until it is ready. Throws with the end of its stderr if it ends before that. */
export async function startDemo(root: string, nodeArgs: readonly string[] = []): Promise<Demo> {
  const started = performance.now()
  const child = spawn(
    resolve(root, 'node_modules/.bin/node'),
    ['--conditions=source', ...nodeArgs, 'examples/all-in-one/demo.ts'],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const ended = once(child, 'exit')
  const timer = setTimeout(() => child.kill('SIGTERM'), longestStartMs)
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  let inspector = ''
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    inspector ||= /ws:\/\/127\.0\.0\.1:\d+\/[\w-]+/.exec(chunk.toString())?.[0] ?? ''
    errors = (errors + chunk.toString()).slice(-keptErrorLength)
  })
  let key = ''
  for await (const line of createInterface({ input: child.stdout })) {
    key ||= /Key of this session:\s+(\S+)/.exec(line)?.[1] ?? ''
    const url = /curl -s .* '(http:\/\/[^/]+)\//.exec(line)?.[1]
    if (!key || !url) continue
    clearTimeout(timer)
    return { url, key, pid: child.pid!, readyMs: performance.now() - started, inspector, stop }
  }
  clearTimeout(timer)
  throw new Error(`the demo of ${root} ended before it was ready; is another demo running?\n${errors}`)
}
