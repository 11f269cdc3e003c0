import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@linecard/test-kit'
import { freeTcpPort } from '../kit/ports.ts'
import { familyOf, prefix } from '../../../plugins/metrics/src/catalogue/index.ts'
import type { Row } from '../../../plugins/metrics/src/series/row.ts'

export interface Prometheus {
  pid: number
  url: string
  /** Seconds that Prometheus needed for all rules of the file, the next time that it evaluates them. */
  evaluated(): Promise<number>
  /** Series of which the expression holds. */
  count(query: string, at: Date): Promise<number>
  stop(): Promise<void>
}

/** The lines of one metric of all rows, as OpenMetrics wants them: metric by metric. */
function* linesOf(minutes: () => Iterable<Row>, family: number): Generator<string> {
  for (const [slot, { metric }] of familyOf(family)!.slots.entries()) {
    let piece = [`# TYPE ${prefix}${metric} gauge\n`]
    for (const row of minutes()) {
      const value = row.family === family ? row.values[slot] : undefined
      if (value === undefined) continue
      const labels = `device_id="${row.device}",interface_id="${row.interface}"`
      piece.push(`${prefix}${metric}{${labels}} ${Math.fround(value)} ${row.time / 1000}\n`)
      if (piece.length < 20_000) continue
      yield piece.join('')
      piece = []
    }
    if (piece.length > 1) yield piece.join('')
  }
}

async function write(file: string, pieces: Iterable<string>): Promise<void> {
  const stream = createWriteStream(file)
  for (const piece of pieces) if (!stream.write(piece)) await once(stream, 'drain')
  stream.end()
  await once(stream, 'finish')
}

function* textOf(minutes: () => Iterable<Row>, families: readonly number[]): Generator<string> {
  for (const family of families) yield* linesOf(minutes, family)
  yield '# EOF\n'
}

interface RuleGroup {
  lastEvaluation: string
  evaluationTime: number
}

/** Prometheus of Debian with these rows in its blocks, and a rule file of one group. */
export async function startPrometheus(
  minutes: () => Iterable<Row>,
  families: readonly number[],
  rules: string,
): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'linecard-bench-'))
  const text = join(folder, 'values.om')
  const data = join(folder, 'data')
  await write(text, textOf(minutes, families))
  execFileSync('promtool', ['tsdb', 'create-blocks-from', 'openmetrics', text, data], { stdio: 'ignore' })
  rmSync(text)
  writeFileSync(join(folder, 'prometheus.yml'), 'rule_files: [rules.yml]\n')
  writeFileSync(join(folder, 'rules.yml'), rules)
  const address = `127.0.0.1:${await freeTcpPort()}`
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${data}`,
      `--web.listen-address=${address}`,
      '--storage.tsdb.retention.time=10y',
    ],
    { stdio: 'ignore' },
  )
  const url = `http://${address}`
  const ready = async () => (await fetch(`${url}/-/ready`).catch(() => null))?.ok
  await until('it is ready', ready, { timeoutMs: 120_000, everyMs: 200 })
  const group = async (): Promise<RuleGroup> => {
    const { data: told } = (await (await fetch(`${url}/api/v1/rules?type=record`)).json()) as {
      data: { groups: RuleGroup[] }
    }
    return told.groups[0]!
  }
  return {
    pid: child.pid!,
    url,
    async evaluated() {
      const { lastEvaluation: before } = await group()
      const next = async () => {
        const now = await group()
        return now.lastEvaluation === before ? null : now
      }
      return (await until('the rules are evaluated', next, { timeoutMs: 240_000, everyMs: 500 }))
        .evaluationTime
    },
    async count(query, at) {
      const body = new URLSearchParams({ query, time: String(at.getTime() / 1000) })
      const response = await fetch(`${url}/api/v1/query`, { method: 'POST', body })
      const { data: found, error } = (await response.json()) as {
        data?: { result: unknown[] }
        error?: string
      }
      if (!found) throw new Error(`${query}: ${error}`)
      return found.result.length
    },
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
