import { type Plugin, type Polled, type PolledAnswer } from '@linecard/plugin-kit'
import { until } from '@linecard/test-kit'
import { makeWorld, type Answer, type World } from '@linecard/test-kit/worlds/core'
import metrics from '../src/index.ts'

export type { Answer, World }

/**
 * The core with this plugin: device 7 in `ours` (71) with interfaces 101 to 110 (bind keys 1 to 10), device 8
 * in `theirs` (72) with 201 to 203. Its jobs run only when a test says so.
 */
export async function startWorld(
  settings: Record<string, unknown> = {},
  plugins: readonly Plugin[] = [],
): Promise<World> {
  const world = await makeWorld({
    plugins: [metrics, ...plugins],
    settings: { identity: { rate_limiter_enabled: false }, metrics: settings },
  })
  for (const job of ['roll_up', 'clean_up'])
    await world.http('PUT', `/system-schedule/metrics.${job}`, { enabled: false })
  await world.sql(`insert into inventory_group (id, name) values (71, 'ours'), (72, 'theirs')`)
  await world.sql(
    `insert into inventory_device (id, ip, name, group_id, enabled, created_at)
      values (7, '192.0.2.7', 'olt "ours"', 71, true, now() - interval '9 years'),
        (8, '192.0.2.8', 'olt-theirs', 72, true, now() - interval '9 years')`,
  )
  await world.sql(
    `insert into inventory_interface (id, device_id, bind_key, name, type, created_at)
      select 100 + n, 7, n, 'port ' || lpad(n::text, 2, '0'), 'ETH', now() - interval '9 years'
      from generate_series(1, 10) n`,
  )
  await world.sql(
    `insert into inventory_interface (id, device_id, bind_key, name, type, created_at)
      select 200 + n, 8, n, 'hidden ' || n, 'ETH', now() - interval '9 years' from generate_series(1, 3) n`,
  )
  return world
}

let users = 0
/** Key of a user with these permissions who sees only these groups (none: all). */
export async function keyOf(
  world: World,
  groups: number[],
  permissions = ['prom_chart_info', 'prom_scrape'],
): Promise<string> {
  const login = `person-${++users}`
  const password = 'Long enough password 1'
  const role = (await world.http('POST', '/user-role', { name: login, permissions })).body.data as {
    id: number
  }
  await world.http('POST', '/user', { login, password, role_id: role.id, device_groups: groups })
  return ((await world.http('POST', '/auth', { login, password }, null)).body.data as { key: string }).key
}

export interface Told {
  device?: number
  uptime?: number | null
  /** When that was read; absent: at `time`. */
  uptimeAt?: number
  rebooted?: boolean | null
  /** Milliseconds since 1970. */
  time: number
}

export const refOf = (bindKey: number) => ({
  id: bindKey,
  name: `port ${bindKey}`,
  type: 'ETH',
  parent: null,
  if_index: bindKey,
})

/** Gives a result to the stores of a poller, as the engine of the pollers does. */
export async function poll(
  world: World,
  key: string,
  { device = 7, uptime = 8_640_000, uptimeAt, rebooted = false, time }: Told,
  answers: Readonly<Record<string, unknown>>,
): Promise<void> {
  const poller = world
    .use('installation')
    .pollers()
    .find(one => one.key === key)!
  const answerOf = (data: unknown): PolledAnswer => {
    return { data, complete: true, missing: [], time: new Date(time), error: null }
  }
  const polled: Polled = {
    poller: key,
    device: {
      id: device,
      ip: '192.0.2.7',
      name: 'olt "ours"',
      model_key: 'acme',
      status: 'Up',
      uptime,
      uptime_at: uptime === null ? null : new Date(uptimeAt ?? time),
      rebooted,
    },
    answers: new Map(Object.entries(answers).map(([name, data]) => [name, answerOf(data)])),
    signal: new AbortController().signal,
  }
  for (const { component, store } of poller.stores) if (component === 'metrics') await store(polled)
}

/** Runs a job of this plugin and waits for its good end. */
export async function runJob(world: World, key: 'roll_up' | 'clean_up'): Promise<void> {
  const { status, text, body } = await world.http('POST', `/system-schedule/metrics.${key}/run`)
  if (status >= 300) throw new Error(text)
  const { id } = body.data as { id: string }
  const run = await until(
    `${key} ends`,
    async () => {
      const { runs } = await world.use('jobs').reports({ id, limit: 1, offset: 0, lines: true })
      return runs[0] && runs[0].status !== 'running' ? runs[0] : null
    },
    { everyMs: 50 },
  )
  if (run.status !== 'ok') throw new Error(JSON.stringify(run))
}

export interface Series {
  labels: Record<string, string>
  unit: string
  points: [number, number | null][]
}
export interface Charted {
  series: Series[]
  step: number
  start: number
  end: number
}

/** A chart that must be good. */
export async function chart(
  world: World,
  operation: string,
  query: Record<string, string | number>,
  key?: string,
): Promise<Charted> {
  const text = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const answer = await world.http('GET', `/component/metrics_wrapper/${operation}?${text}`, undefined, key)
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
  return answer.body.data as Charted
}

/** Values of one metric, in the order of time. */
export const valuesOf = ({ series }: Charted, metric: string, part?: string): (number | null)[] =>
  series
    .find(({ labels }) => labels['metric'] === metric && labels['part'] === part)
    ?.points.map(([, value]) => value) ?? []
