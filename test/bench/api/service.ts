import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync, readFileSync, readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from '@linecard/test-kit'

const main = join(import.meta.dirname, '../../../core/cli/src/main.ts')
export const password = 'bench owner password 1'

export interface Service {
  url: string
  pid: number
  key: string
  stop(): Promise<void>
}

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
  const child = spawn(
    process.execPath,
    ['--conditions=source', '--disable-warning=ExperimentalWarning', ...args],
    { env: { ...process.env, ...env }, stdio: ['ignore', log, log] },
  )
  try {
    const url = await until(
      `${args.at(-1)} listens`,
      () => {
        if (child.exitCode !== null)
          throw new Error(`${args.join(' ')} ended: ${readFileSync(logFile, 'utf8').slice(-2000)}`)
        return /ready at (http:\/\/[^\s"]+)/.exec(readFileSync(logFile, 'utf8'))?.[1]
      },
      { timeoutMs: 60_000 },
    )
    return { url, pid: child.pid!, stop: () => end(child) }
  } catch (error) {
    await end(child)
    throw error
  }
}

const features = readdirSync('plugins')
  .filter(id => existsSync(`plugins/${id}/src/index.ts`))
  .map(id => `@linecard/plugin-${id}`)

/** The product as an operator starts it, on this database. No job asks the devices. */
export async function startService(
  folder: string,
  databaseUrl: string,
  nodeArgs: readonly string[] = [],
): Promise<Service> {
  const configFile = join(folder, 'linecard.json')
  await writeFile(
    configFile,
    JSON.stringify({
      data_dir: join(folder, 'data'),
      http: { host: '127.0.0.1', port: 0, rate_limit: { max: 1_000_000_000 } },
      database: { url: databaseUrl },
      drivers: ['@linecard/driver-dlink', '@linecard/driver-zte', '@linecard/driver-generic'],
      plugins: features,
      settings: { equipment: { networks: ['192.0.2.0/24'] }, system: { new_version_check: false } },
    }),
  )
  const { url, pid, stop } = await launch(
    [...nodeArgs, main, 'start', '--config', configFile],
    join(folder, 'service.log'),
    { LINECARD_ADMIN_PASSWORD: password },
  )
  const post = async (method: string, path: string, body: object, key = '') => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...(key ? { 'x-auth-key': key } : {}) },
    })
    if (!answer.ok) throw new Error(`${method} ${path} → ${answer.status}: ${await answer.text()}`)
    return ((await answer.json()) as { data: { key: string } }).data
  }
  const { key } = await post('POST', '/auth', { login: 'admin', password })
  return { url, pid, key, stop }
}
