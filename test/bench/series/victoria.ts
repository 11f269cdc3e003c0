import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@linecard/test-kit'

export interface Store {
  pid: number
  url: string
  folder: string
  stop(): Promise<void>
}

/** VictoriaMetrics of Debian in a folder of its own; null: it is not installed. */
export async function startStore(address = '127.0.0.1:18428'): Promise<Store | null> {
  try {
    execFileSync('which', ['victoria-metrics'], { stdio: 'ignore' })
  } catch {
    return null
  }
  const folder = mkdtempSync(join(tmpdir(), 'linecard-bench-'))
  const child = spawn('victoria-metrics', [`-storageDataPath=${folder}`, `-httpListenAddr=${address}`], {
    stdio: 'ignore',
  })
  const url = `http://${address}`
  await until('it is ready', async () => (await fetch(`${url}/health`).catch(() => null))?.ok, {
    timeoutMs: 30_000,
    everyMs: 100,
  })
  return {
    pid: child.pid!,
    url,
    folder,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
