import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@linecard/test-kit'
import { freePort } from './addresses.ts'

/** Why a test with a real program cannot run here; null: it can. `from`: the Debian packages that have it. */
export function lacks(program: string, from = 'prometheus victoria-metrics'): string | null {
  // Servers lie in folders that only root has in its PATH.
  const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/sbin` }
  try {
    execFileSync('which', [program], { stdio: 'ignore', env })
    return null
  } catch {
    return `${program} is not installed: apt-get install ${from}`
  }
}

export interface Program {
  url: string
  folder: string
  stop(): Promise<void>
}

interface Starting {
  program: string
  args(folder: string, address: string): readonly string[]
  /** Path that answers 200 when it is ready. */
  ready: string
  prepare?(folder: string): void
}

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

async function start({ program, args, ready, prepare }: Starting): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), 'linecard-store-'))
  prepare?.(folder)
  const address = `127.0.0.1:${await freePort()}`
  const child = spawn(program, [...args(folder, address)], { stdio: ['ignore', 'ignore', 'pipe'] })
  running.add(child)
  let said = ''
  child.stderr.on('data', (piece: Buffer) => {
    said = (said + piece.toString()).slice(-4000)
  })
  const url = `http://${address}`
  await until(`${program} is ready`, async () => {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`)
    return (await fetch(`${url}${ready}`).catch(() => null))?.ok
  })
  return {
    url,
    folder,
    async stop() {
      running.delete(child)
      if (child.exitCode === null) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const startVictoriaMetrics = (): Promise<Program> =>
  start({
    program: 'victoria-metrics',
    args: (folder, address) => [
      `-storageDataPath=${folder}`,
      `-httpListenAddr=${address}`,
      '-search.latencyOffset=1ms',
      '-retentionPeriod=10y',
    ],
    ready: '/health',
  })

/** Prometheus with what the text of OpenMetrics has, and what it scrapes from now on. */
export const startPrometheus = ({
  openMetrics,
  scrape,
  alerts,
}: {
  openMetrics?: string
  /** A rule file, and the address of the Alertmanager that gets its alerts. */
  alerts?: { rules: string; alertmanager: string }
  /** Address and parameters of one target. */
  scrape?: { target: string; path: string; key: string }
} = {}): Promise<Program> =>
  start({
    program: 'prometheus',
    prepare(folder) {
      const job = scrape && [
        '  - job_name: devices',
        '    scrape_interval: 1s',
        `    metrics_path: ${scrape.path}`,
        `    params: {'x-auth-key': ['${scrape.key}']}`,
        `    static_configs: [{targets: ['${scrape.target}']}]`,
      ]
      const alerting = alerts && [
        'rule_files: [rules.yml]',
        'alerting:',
        '  alertmanagers:',
        `    - static_configs: [{targets: ['${new URL(alerts.alertmanager).host}']}]`,
      ]
      if (alerts) writeFileSync(join(folder, 'rules.yml'), alerts.rules)
      writeFileSync(
        join(folder, 'prometheus.yml'),
        [
          'global: {}',
          ...(alerting ?? []),
          job ? 'scrape_configs:' : 'scrape_configs: []',
          ...(job ?? []),
        ].join('\n'),
      )
      if (openMetrics === undefined) return
      const text = join(folder, 'values.om')
      writeFileSync(text, openMetrics)
      execFileSync('promtool', ['tsdb', 'create-blocks-from', 'openmetrics', text, join(folder, 'data')], {
        stdio: 'ignore',
      })
    },
    args: (folder, address) => [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      '--storage.tsdb.retention.time=10y',
      `--web.listen-address=${address}`,
    ],
    ready: '/-/ready',
  })

/** Alertmanager of Debian: it sends each alert to a webhook a second after it has it, and again and again. */
export const startAlertmanager = (webhook: string): Promise<Program> =>
  start({
    program: 'prometheus-alertmanager',
    prepare(folder) {
      writeFileSync(
        join(folder, 'alertmanager.yml'),
        [
          'route:',
          '  {receiver: linecard, group_by: [alertname]',
          '   , group_wait: 1s, group_interval: 1s, repeat_interval: 1s}',
          'receivers:',
          '  - name: linecard',
          `    webhook_configs: [{url: '${webhook}', send_resolved: true}]`,
        ].join('\n'),
      )
    },
    args: (folder, address) => [
      `--config.file=${join(folder, 'alertmanager.yml')}`,
      `--storage.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
      '--cluster.listen-address=',
    ],
    ready: '/-/ready',
  })
