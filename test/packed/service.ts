import { once } from 'node:events'
import { signIn, type Client } from './client.ts'
import type { Folder } from './folder.ts'
import { must } from './steps.ts'

export interface Service {
  url: string
  /** What it wrote so far. */
  log(): string
  /** Sends SIGTERM. Returns the time until it ended, in ms, and its exit code. */
  stop(): Promise<{ ms: number; code: number | null }>
}

/** Signs in as the owner, with the password that the first start has shown. */
export async function signInAsOwner(service: Service): Promise<Client> {
  const password = /password\s+(\S+)/.exec(service.log())?.[1]
  must(password, `the start shows no password:\n${service.log()}`)
  return signIn(service.url, 'admin', password)
}

/** What an installation has stored: starts it, reads `data` with the key of before, and stops it. */
export async function storedIn<T>(installation: Folder, { key }: Client, path: string): Promise<T> {
  const service = await startService(installation)
  try {
    const answer = await fetch(`${service.url}/api/v1${path}`, { headers: { 'X-Auth-Key': key } })
    const text = await answer.text()
    must(answer.status === 200, `${answer.status} ${text}`)
    return (JSON.parse(text) as { data: T }).data
  } finally {
    await service.stop()
  }
}

const startMs = 120_000

/** Runs `linecard start` as a supervisor does: the command itself, not npx, which keeps signals to itself. */
export async function startService(folder: Folder): Promise<Service> {
  const child = folder.spawn('node_modules/.bin/linecard', ['start'])
  let text = ''
  const ended = once(child, 'exit') as Promise<[number | null]>
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`it is not ready after ${startMs / 1000} s:\n${text}`))
    }, startMs)
    for (const stream of [child.stdout, child.stderr])
      stream!.on('data', (chunk: Buffer) => {
        text += String(chunk)
        const ready = /Linecard is ready at (http\S+)/.exec(text)?.[1]
        if (!ready) return
        clearTimeout(timer)
        resolve(ready)
      })
    void ended.then(([code]) => {
      clearTimeout(timer)
      reject(new Error(`it ended with ${code}:\n${text}`))
    })
  })
  return {
    url,
    log: () => text,
    async stop() {
      const start = performance.now()
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), 15_000)
      const [code] = await ended
      clearTimeout(timer)
      return { ms: Math.round(performance.now() - start), code }
    },
  }
}
