import { randomBytes } from 'node:crypto'
import dlink from '@linecard/driver-dlink'
import generic from '@linecard/driver-generic'
import { SnmpType, type Driver } from '@linecard/driver-kit'
import {
  fixedMib,
  createSwitch,
  startDevice,
  type Device,
  type DeviceOptions,
  type SwitchModelName,
} from '@linecard/simulator'
import type { Plugin } from '@linecard/plugin-kit'
import { until } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import { add, dataOf } from '@linecard/test-kit/worlds/inventory'
import autodiscovery from '../src/index.ts'
import type { FoundView, RuleView, RunView } from '../src/schemas.ts'

export { add, dataOf, keyOf } from '@linecard/test-kit/worlds/inventory'
export type { World }

/** A /20 of loopback addresses that no other test file uses: `at(0)` is its network address. */
const [second, third] = [20 + (randomBytes(1)[0]! % 200), randomBytes(1)[0]! & 0xf0]
export const at = (host: number): string => `127.${second}.${third + (host >> 8)}.${host & 255}`

const job = 'autodiscovery.discover'
/** The half hour may have struck before the job was off: until the queue is through with it, no search begins. */
const nothingIsDue = (world: World) =>
  until('nothing is due', async () => {
    const text = `select 1 from pgboss.schedule where name = $1 union all select 1 from pgboss.job
      where name in ($1, '__pgboss__send-it') and state < 'completed'`
    return (await world.sql(text, [job])).length === 0
  })

/** Quick and within the allowed networks; what the half hour would bring never comes. */
export async function startWorld(
  settings: Record<string, Record<string, unknown>> = {},
  drivers: readonly Driver[] = [dlink, generic],
  plugins: readonly Plugin[] = [],
): Promise<World> {
  const world = await makeWorld({
    drivers,
    plugins: [autodiscovery, ...plugins],
    settings: {
      identity: { rate_limiter_enabled: false },
      ...settings,
      equipment: {
        allow_loopback: true,
        networks: ['10.0.0.0/8', 'fd00::/8'],
        sweep_rate: 20_000,
        sweep_timeout_ms: 600,
        sweep_retries: 2,
        ...settings['equipment'],
      },
    },
  })
  const { status, text } = await world.http('PUT', `/system-schedule/${job}`, { enabled: false })
  if (status !== 200) throw new Error(text)
  await nothingIsDue(world)
  return world
}

export const models: readonly SwitchModelName[] = [
  'DES-3200-10/C1',
  'DES-3200-18/C1',
  'DES-3200-28/C1',
  'DGS-1210-28/ME/B1',
  'DGS-3120-24SC/B1',
]

const open: Device[] = []
let port = 0
/** A device at one of the addresses; all listen on one port, as real ones do. */
export async function device(
  ip: string,
  options: Partial<DeviceOptions> & { model?: SwitchModelName; name?: string } = {},
): Promise<Device> {
  const { model = models[0]!, name = `sw-${ip}`, ...more } = options
  const one = await startDevice({
    ip,
    port,
    ...more,
    ...(more.mib ? {} : { mib: createSwitch({ vendor: 'dlink', model, name, ip, location: 'Roof' }).mib }),
  })
  port ||= one.port
  open.push(one)
  return one
}
export const stopDevices = async (): Promise<void> => {
  await Promise.all(open.splice(0).map(one => one.stop()))
}

const octets = (oid: string, value: string | Buffer) => ({
  oid,
  type: SnmpType.OctetString,
  value: Buffer.from(value),
})
/** What says who it is and nothing else. */
export const plainMib = ({
  objectId,
  descr = 'Acme UPS 3000',
  name = 'ups',
  engineId,
}: {
  objectId: string
  descr?: string
  name?: string
  engineId?: string
}) =>
  fixedMib([
    octets('1.3.6.1.2.1.1.1.0', descr),
    { oid: '1.3.6.1.2.1.1.2.0', type: SnmpType.Oid, value: objectId },
    octets('1.3.6.1.2.1.1.5.0', name),
    ...(engineId === undefined ? [] : [octets('1.3.6.1.6.3.10.2.1.1.0', Buffer.from(engineId, 'hex'))]),
  ])

let count = 0
export const access = (world: World, more: object = {}): Promise<{ id: number }> =>
  add(world, '/device-access', {
    name: `profile ${++count}`,
    public_community: 'public',
    params: { sw_core_connection: { snmp_port: port, snmp_timeout_sec: 4, snmp_repeats: 3 } },
    ...more,
  })
export const rule = (world: World, body: object, key?: string): Promise<RuleView> =>
  add<RuleView>(world, '/component/autodiscovery/rules', { name: `rule ${++count}`, ...body }, key)

/** A run as its caller sees it who sees all of its groups. */
export interface WholeRun extends RunView {
  packets: NonNullable<RunView['packets']>
  progress: { done: number; total: number; what: string }
}
export const getRun = async (world: World, id: number, key?: string): Promise<WholeRun> =>
  dataOf<WholeRun>(await world.http('GET', `/component/autodiscovery/runs/${id}`, undefined, key))
export const foundIn = async (
  world: World,
  id: number,
  query = 'limit=10000',
  key?: string,
): Promise<FoundView[]> =>
  dataOf<FoundView[]>(
    await world.http('GET', `/component/autodiscovery/runs/${id}/found?${query}`, undefined, key),
  )

/** Runs rules and gives the run when it has ended. */
export async function search(world: World, ruleIds?: readonly number[]): Promise<WholeRun> {
  const started = await world.http(
    'POST',
    '/component/autodiscovery/run',
    ruleIds ? { rule_ids: ruleIds } : {},
  )
  if (started.status !== 202) throw new Error(started.text)
  const { id } = started.body.data as { id: number }
  const ended = await until(
    'the search has ended',
    async () => {
      const run = await getRun(world, id)
      return run.status === 'running' || run.status === 'waiting' ? undefined : run
    },
    { everyMs: 100 },
  )
  // The job ends a little after its run: only then may the next one begin.
  await until(
    'the job has ended',
    async () => !(await world.use('jobs').list()).find(({ key }) => key === job)!.running,
    { everyMs: 50 },
  )
  return ended
}
