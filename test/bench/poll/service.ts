import { until } from '@linecard/test-kit'
import { connectOnce } from '../../../core/kernel/src/database/pg.ts'
import { childrenOf } from '../kit/processes.ts'
import { startService as startProduct } from '../kit/service.ts'
import { areWritten } from './written.ts'

/** Nothing is due by itself while the benchmark runs. */
const rarely = 604_800
export interface Round {
  /** When the first poll began, in ms since the epoch. */
  startedAt: number
  /** When each answering device was read and given to the stores, ms since the epoch, in order. */
  ends: number[]
  requests: number
  /** Why polls were not whole, with their number. */
  faults: string[]
}

/** The product as an operator starts it, with its workers, and the switches in its inventory. */
export interface Service {
  url: string
  key: string
  pid: number
  workers: number[]
  /** Makes the pollers of so many switches due (by default of all), and waits until these were polled. */
  round(pollers: readonly string[], count?: number): Promise<Round>
  /** Lets all devices count as up. */
  allUp(): Promise<void>
  stop(): Promise<void>
}

export interface ServiceOptions {
  databaseUrl: string
  addresses: readonly string[]
  /** Of the switches. */
  port: number
  workers: number
  /** Devices that one worker polls at the same time. */
  atOnce: number
  /** Settings of the plugin metrics. */
  metrics: object
}

const off = ['system', 'sys_resources', 'sensors', 'sfp_optical', 'pon_port_loading', 'bgp_sessions']
const others = Object.fromEntries(
  [...off, 'ont_ident', 'optical_strength', 'card_status', 'fdb_table', 'arp_table'].map(key => [key, 0]),
)
const intervals = { ...others, counters: rarely, interfaces_status: rarely, interfaces_list: rarely }

export async function startService(options: ServiceOptions): Promise<Service> {
  const { databaseUrl, addresses, port, workers, atOnce, metrics } = options
  const product = await startProduct({
    databaseUrl,
    workers,
    drivers: ['generic'],
    plugins: ['pollers', 'metrics'],
    settings: { pollers: { at_once: atOnce, intervals }, metrics },
  })
  const { url, key, pid, ask } = product
  const client = await connectOnce(databaseUrl)
  const end = async () => {
    await client.end()
    await product.stop()
  }
  try {
    const { id: access } = await ask<{ id: number }>('POST', '/device-access', {
      name: 'bench',
      public_community: 'public',
      params: { sw_core_connection: { snmp_port: port, snmp_timeout_sec: 4, snmp_repeats: 2 } },
    })
    await client.query(
      `insert into inventory_device (ip, name, access_id, model_id, status)
       select ip::inet, 'switch ' || ip, $2, (select id from inventory_model where key = 'generic_snmp'), 'Up'
       from unnest($1::text[]) ip`,
      [addresses, access],
    )
    const planned = async () => {
      const { rows } = await client.query('select count(*)::int as count from pollers_device')
      return (rows[0] as { count: number }).count === addresses.length
    }
    await until('all switches are planned', planned, { timeoutMs: 120_000, everyMs: 250 })
    const pids = await until(
      'the workers run',
      () => {
        const own = childrenOf(pid).map(one => one.pid)
        return own.length >= workers ? own : undefined
      },
      { timeoutMs: 120_000 },
    )
    /** Polls that wait or are under way, those that a poll asked for itself included. */
    const isQuiet = async () => {
      const { rows } = await client.query(
        `select count(*)::int as count from pgboss.job where name = 'pollers' and state in ('created', 'active')`,
      )
      return (rows[0] as { count: number }).count === 0
    }
    return {
      url,
      key,
      pid,
      workers: pids,
      async round(pollers, count = addresses.length) {
        const dueAt = Date.now()
        await client.query(
          `update pollers_device set next_at = now(), planned_at = now(),
             due = due || (select jsonb_object_agg(key, $1::bigint) from unnest($2::text[]) key)
           where device_id in (select device_id from pollers_device order by device_id limit $3)`,
          [dueAt, pollers, count],
        )
        const done = async () => {
          const left = await client.query(
            `select from pollers_device where (due ->> $1)::bigint = $2 limit 1`,
            [pollers[0], dueAt],
          )
          return left.rows.length === 0 && isQuiet()
        }
        await until('all switches are polled', done, { timeoutMs: 600_000, everyMs: 250 })
        await until('all series are written', () => areWritten(product, workers), {
          timeoutMs: 120_000,
          everyMs: 1_000,
        })
        const { rows } = await client.query(
          `select (extract(epoch from polled_at) * 1000)::float8 as began,
             (extract(epoch from uptime_at) * 1000)::float8 as ended, requests
           from pollers_device where uptime_at >= to_timestamp($1 / 1000.0) and result in ('ok', 'partial')
           order by ended`,
          [dueAt],
        )
        const told = await client.query(
          `select count(*) || ' ' || result || ': ' || left(error, 120) as fault from pollers_device
           where polled_at >= to_timestamp($1 / 1000.0) and result <> 'ok' group by result, left(error, 120)
           order by count(*) desc limit 5`,
          [dueAt],
        )
        const found = rows as { began: number; ended: number; requests: number }[]
        return {
          startedAt: Math.min(...found.map(({ began }) => began)),
          ends: found.map(({ ended }) => ended),
          requests: found.reduce((sum, { requests }) => sum + requests, 0),
          faults: (told.rows as { fault: string }[]).map(({ fault }) => fault),
        }
      },
      async allUp() {
        await client.query(`update inventory_device set status = 'Up'`)
      },
      stop: end,
    }
  } catch (error) {
    await end()
    throw error
  }
}
