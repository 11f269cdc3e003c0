import { randomBytes } from 'node:crypto'
import type { Plugin } from '@linecard/plugin-kit'
import { until } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import { dataOf } from '@linecard/test-kit/worlds/inventory'
import pinger from '../src/index.ts'
import type { ChartView, OutageView, StatusView, TotalsView } from '../src/schemas.ts'

export type { World }
export { fakeFping } from '@linecard/test-kit/worlds/fping'
export { dataOf } from '@linecard/test-kit/worlds/inventory'

/** A /16 of loopback addresses that no other test file uses. */
const second = 20 + (randomBytes(1)[0]! % 200)
export const at = (host: number): string => `127.${second}.${host >> 8}.${host & 255}`

/** Everything is quick, and only echoes are asked. */
export const quick = {
  period_sec: 0.2,
  timeout_ms: 200,
  suspect_after: 2,
  confirm_echoes: 3,
  confirm_every_ms: 40,
  up_answers: 2,
  tcp_ports: [] as number[],
  snmp: false,
  try_sec: 1,
  try_timeout_ms: 500,
  store_sec: 1,
}

export const startWorld = (
  settings: Record<string, unknown> = {},
  plugins: readonly Plugin[] = [],
): Promise<World> =>
  makeWorld({
    plugins: [pinger, ...plugins],
    settings: {
      identity: { rate_limiter_enabled: false },
      equipment: { allow_loopback: true, networks: ['10.0.0.0/8', 'fd00::/8'] },
      pinger: { ...quick, ...settings },
    },
  })

/** Devices at these addresses, without access. Gives their ids. */
export async function addDevices(world: World, ips: readonly string[], group = -1): Promise<number[]> {
  const rows = await world.sql<{ id: number }>(
    `insert into inventory_device (ip, name, group_id)
     select ip::inet, 'host ' || ip, $2 from unnest($1::text[]) with ordinality t (ip, n) order by n returning id`,
    [ips, group],
  )
  return rows.map(({ id }) => id)
}

const path = '/component/pinger'
const get = async <T>(world: World, below: string, key?: string): Promise<T> => {
  const answer = await world.http('GET', `${path}/${below}`, undefined, key)
  if (answer.status !== 200) throw new Error(`${below}: ${answer.text}`)
  return dataOf<T>(answer)
}
export const statusOf = (world: World, id: number) => get<StatusView>(world, `statuses/${id}`)
export const statuses = (world: World, query = 'limit=1000', key?: string) =>
  get<StatusView[]>(world, `statuses?${query}`, key)
export const downLog = (world: World, query = 'limit=1000', key?: string) =>
  get<OutageView[]>(world, `down-log?${query}`, key)
export const totals = (world: World, key?: string) => get<TotalsView>(world, 'widgets/totals', key)
export const chart = (world: World, id: number, query = '') => get<ChartView>(world, `chart/${id}?${query}`)

/** Waits until the device has a status. */
export const becomes = (world: World, id: number, status: StatusView['status']) =>
  until(
    `device ${id} is ${status}`,
    async () => {
      const view = await statusOf(world, id)
      return view.status === status ? view : undefined
    },
    { everyMs: 100 },
  )
