import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@linecard/test-kit'
import { freeTcpPort } from '../kit/ports.ts'

/** Debian's `prometheus-snmp-exporter` with one module that walks these columns. */
export interface Exporter {
  pid: number
  /** Gives the number of samples of one device; 0 if it failed. */
  scrape(ip: string, signal?: AbortSignal): Promise<number>
  stop(): Promise<void>
}

const program = 'prometheus-snmp-exporter'

const configOf = (columns: readonly string[]) =>
  [
    'switches:',
    '  version: 2',
    '  max_repetitions: 25',
    '  retries: 3',
    '  timeout: 5s',
    '  auth:',
    '    community: public',
    '  walk:',
    ...columns.map(oid => `  - ${oid}`),
    '  metrics:',
    ...columns.flatMap((oid, position) => [
      `  - name: column${position}`,
      `    oid: ${oid}`,
      '    type: gauge',
      '    help: a column',
      '    indexes:',
      '    - labelname: ifIndex',
      '      type: gauge',
    ]),
    '',
  ].join('\n')

export async function startExporter(columns: readonly string[], agentPort: number): Promise<Exporter> {
  const port = await freeTcpPort()
  const folder = await mkdtemp(join(tmpdir(), 'bench-poll-'))
  const file = join(folder, 'snmp.yml')
  await writeFile(file, configOf(columns))
  const child = spawn(program, [`--config.file=${file}`, `--web.listen-address=127.0.0.1:${port}`], {
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    child.kill()
    await rm(folder, { recursive: true })
  }
  const isUp = async () => (await fetch(url).catch(() => null))?.ok
  await until('the exporter answers', isUp, { timeoutMs: 30_000, everyMs: 100 }).catch(
    async (error: unknown) => {
      await stop()
      throw error
    },
  )
  return {
    pid: child.pid!,
    async scrape(ip, signal) {
      const target = encodeURIComponent(`${ip}:${agentPort}`)
      try {
        const response = await fetch(`${url}/snmp?module=switches&target=${target}`, {
          signal: signal ?? null,
        })
        const text = await response.text()
        return response.ok ? (text.match(/^column\d+\{/gm)?.length ?? 0) : 0
      } catch {
        return 0
      }
    },
    stop,
  }
}
