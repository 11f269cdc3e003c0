import { Readable } from 'node:stream'
import { makeWorld } from '@linecard/test-kit/worlds/core'
import { definePlugin, type Context, type Plugin, type Polled, type PolledAnswer } from '@linecard/plugin-kit'
import metrics from '@linecard/plugin-metrics'
import {
  textCopy,
  textStatement,
  type Sample,
  writeRows,
} from '../../../plugins/metrics/src/embedded/write.ts'
import { createPartitions } from '../../../plugins/metrics/src/embedded/partitions.ts'
import { rollUp } from '../../../plugins/metrics/src/embedded/roll-up.ts'
import { createSeriesIds } from '../../../plugins/metrics/src/embedded/series-ids.ts'
import { linesOf } from '../../../plugins/metrics/src/prometheus/write.ts'
import type { Row } from '../../../plugins/metrics/src/series/row.ts'

/** What a poll has read of one device. */
export interface Answered {
  device: number
  uptime: number
  answer: PolledAnswer
}

const batch = 10_000
function* batches(rows: readonly Row[]): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += batch) yield rows.slice(at, at + batch)
}

/** An installation with the devices and ports, and what the benchmark does with it. */
export async function startHouse({
  devices,
  ports,
  plugins = [],
  settings = {},
}: {
  devices: number
  ports: number
  plugins?: readonly Plugin[]
  settings?: Readonly<Record<string, object>>
}) {
  let ctx!: Context
  const lend = definePlugin({
    id: 'lender',
    api: 1,
    requires: ['inventory'],
    setup(given: Context) {
      ctx = given
      return null
    },
  })
  const world = await makeWorld({
    plugins: [metrics, lend, ...plugins],
    settings: { identity: { rate_limiter_enabled: false }, ...settings },
  })
  await world.http('PUT', '/system-schedule/metrics.roll_up', { enabled: false })
  await world.sql(`insert into inventory_group (id, name) values (71, 'bench')`)
  await world.sql(
    `insert into inventory_device (id, ip, name, group_id, enabled)
     select n, '10.0.0.0'::inet + n, 'switch ' || n, 71, false from generate_series(1, ${devices}) n`,
  )
  const firstInterface = 1_000_000
  await world.sql(
    `insert into inventory_interface (id, device_id, bind_key, name, type)
     select ${firstInterface} + (d - 1) * ${ports} + p - 1, d, p, 'Gi0/' || p, 'ETH'
     from generate_series(1, ${devices}) d, generate_series(1, ${ports}) p`,
  )
  await world.sql('analyze')
  const ids = createSeriesIds(() => ctx.em())
  const partitions = createPartitions(() => ctx.em())
  const poller = world
    .use('installation')
    .pollers()
    .find(({ key }) => key === 'counters')!

  const store = ({ device, uptime, answer }: Answered): Promise<void> => {
    const polled: Polled = {
      poller: 'counters',
      device: {
        id: device,
        ip: '10.0.0.1',
        name: `switch ${device}`,
        model_key: 'bench',
        status: 'Up',
        uptime,
        uptime_at: answer.time,
        rebooted: false,
      },
      answers: new Map([['interface_counters', answer]]),
      signal: new AbortController().signal,
    }
    return poller.stores[0]!.store(polled)
  }

  return {
    firstInterface,
    sql: world.sql,
    /** Gives the answers to the store of the poller, some devices at a time. */
    async poll(answers: Iterable<Answered>, atOnce = 10): Promise<void> {
      const waiting = answers[Symbol.iterator]()
      const worker = async () => {
        for (let next = waiting.next(); !next.done; next = waiting.next()) await store(next.value)
      }
      await Promise.all(Array.from({ length: atOnce }, worker))
    },
    flush: () => world.use('series').flush(),
    async write(rows: readonly Row[]): Promise<void> {
      for (const some of batches(rows)) await writeRows({ ctx, ids, partitions, keptDays: () => 7 }, some)
    },
    async writeText(rows: readonly Row[]): Promise<void> {
      for (const some of batches(rows)) {
        const series = await ids.of(some)
        const samples = some.map(({ time, values }, at): Sample => ({ series: series[at]!, time, values }))
        await ctx.copyIn(textStatement, Readable.from([textCopy(samples)]))
      }
    },
    async push(url: string, rows: readonly Row[]): Promise<void> {
      for (const some of batches(rows)) {
        const body = linesOf(some, ({ device }) => ({
          device: `switch ${device}`,
          ip: '10.0.0.1',
          interface: null,
        }))
        const answer = await fetch(`${url}/api/v1/import/prometheus`, { method: 'POST', body })
        if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
      }
    },
    async size(): Promise<{ rows: number; bytes: number }> {
      const [row] = await world.sql<{ rows: number; bytes: number }>(
        `select (select count(*) from metrics_sample)::float8 as rows, sum(pg_total_relation_size(c.oid))::float8 as bytes
         from pg_class c where c.relname like 'metrics_sample%' and c.relkind = 'r'`,
      )
      return row!
    },
    http: world.http,
    use: world.use,
    em: () => ctx.em(),
    rollUp: () =>
      rollUp({ em: () => ctx.em(), partitions, now: Date.now(), signal: new AbortController().signal }),
    async readMs(): Promise<{ ms: number; points: number }> {
      const started = performance.now()
      const path = `/component/metrics_wrapper/traffic?interface_id=${firstInterface + 1}&step=60`
      const { body, status, text } = await world.http('GET', path)
      if (status !== 200) throw new Error(text)
      const { series } = body.data as { series: { points: unknown[] }[] }
      return { ms: performance.now() - started, points: series[0]?.points.length ?? 0 }
    },
    stop: () => world.stop(),
  }
}
