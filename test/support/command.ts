import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { until } from '@linecard/test-kit'
import { program } from '@linecard/test-kit/worlds/linecard'

/** The variables of a shell, without those that configure the service. It does the work of its workers itself. */
function environment(more: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const plain = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('LINECARD_') && name !== 'DATABASE_URL',
  )
  return { ...Object.fromEntries(plain), LINECARD_WORKERS: '0', ...more }
}

function launch(args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(program[0], [program[1], ...args], {
    env: environment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const text = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    text.stdout += String(chunk)
  })
  child.stderr.on('data', (chunk: Buffer) => {
    text.stderr += String(chunk)
  })
  return { child, text }
}

export interface Outcome {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs one `linecard` command to its end. After `timeoutMs` it counts as one that never ends. */
export async function linecard(
  args: readonly string[],
  { env = {}, timeoutMs = 300_000 }: { env?: NodeJS.ProcessEnv; timeoutMs?: number } = {},
): Promise<Outcome> {
  const { child, text } = launch(args, env)
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(timer)
  return { code, ...text }
}

export interface Service {
  readonly url: string
  stdout(): string
  stderr(): string
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; signal: string | null }>
}

/**
 * Runs `linecard start` until it is ready. Adds the child to `children`, so that a failed test can end it.
 */
export async function startLinecard(
  configFile: string,
  children: ChildProcess[],
  env: NodeJS.ProcessEnv = {},
): Promise<Service> {
  const { child, text } = launch(['start', '--config', configFile], env)
  children.push(child)
  const url = await until('the service is ready', () => {
    if (child.exitCode !== null)
      throw new Error(`the service ended with code ${child.exitCode}: ${text.stderr}`)
    return /ready at (http:\/\/\S+)/.exec(text.stderr)?.[1]
  })
  return {
    url,
    stdout: () => text.stdout,
    stderr: () => text.stderr,
    async end(signal) {
      const ended = once(child, 'exit') as Promise<[number | null, string | null]>
      child.kill(signal)
      const [code, by] = await ended
      return { code, signal: by }
    },
  }
}
