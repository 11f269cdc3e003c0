import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@linecard/test-kit'
import { freeTcpPort } from './ports.ts'

export interface Store {
  pid: number
  url: string
  folder: string
  /** Samples that it has taken. */
  samples(): Promise<number>
  stop(): Promise<void>
}

/** VictoriaMetrics of Debian in a folder of its own. */
export async function startStore(): Promise<Store> {
  const address = `127.0.0.1:${await freeTcpPort()}`
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
    async samples() {
      const text = await (await fetch(`${url}/metrics`)).text()
      return [...text.matchAll(/^vm_rows_inserted_total\{[^}]*\} (\d+)/gm)].reduce(
        (sum, [, n]) => sum + Number(n),
        0,
      )
    },
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
