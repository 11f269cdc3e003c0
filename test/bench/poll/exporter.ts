import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

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

/** Null: it is not installed. */
export async function startExporter(
  columns: readonly string[],
  agentPort: number,
  port: number,
): Promise<Exporter | null> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-poll-'))
  const file = join(folder, 'snmp.yml')
  await writeFile(file, configOf(columns))
  const child = spawn(program, [`--config.file=${file}`, `--web.listen-address=127.0.0.1:${port}`], {
    stdio: 'ignore',
  })
  const failed = new Promise<boolean>(resolve => child.once('error', () => resolve(true)))
  const url = `http://127.0.0.1:${port}`
  const up = async () => {
    for (let at = 0; at < 100; at++) {
      if (
        await fetch(url).then(
          ({ ok }) => ok,
          () => false,
        )
      )
        return false
      await sleep(100)
    }
    return true
  }
  if (await Promise.race([failed, up()])) {
    child.kill()
    await rm(folder, { recursive: true })
    return null
  }
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
    async stop() {
      child.kill()
      await rm(folder, { recursive: true })
    },
  }
}
