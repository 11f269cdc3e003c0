import dlink from '@linecard/driver-dlink'
import { interfaceCounters } from '@linecard/driver-kit/modules'
import metrics from '@linecard/plugin-metrics'
import switches from '@linecard/plugin-switches'
import { definePlugin, type Context, type Polled } from '@linecard/plugin-kit'
import { assert, suite, until } from '@linecard/test-kit'
import { addedSwitch, dataOf, startWorld, stopDevices, type World } from '@linecard/test-kit/worlds/switches'
import pollers from '../src/index.ts'

const test = suite('pollers: interfaces of which nothing is kept', { level: 'full' })
let world: World
let added: Awaited<ReturnType<typeof addedSwitch>>

/** Bind keys that each poller was given, by the module. */
const given = new Map<string, string[]>()
const note = async (_: Context, { poller, answers }: Polled) => {
  for (const [module, { data }] of answers)
    if (Array.isArray(data))
      given.set(
        `${poller} ${module}`,
        data.flatMap(row => (row.interface ? [String(row.interface.id)] : [])),
      )
}
const listening = definePlugin({
  id: 'listening',
  api: 1,
  requires: ['inventory'],
  pollers: {
    own_counters: { summary: 'Counters', intervalSec: 3600, modules: [interfaceCounters], store: note },
  },
  pollStores: { interfaces_status: { store: note }, interfaces_list: { store: note } },
})

test.before(async () => {
  world = await startWorld([dlink], { plugins: [switches, pollers, metrics, listening] })
  added = await addedSwitch(world)
})
test.after(async () => {
  await world?.stop()
  await stopDevices()
})

async function polled(...keys: string[]): Promise<{ result: string; requests: number }> {
  const asked = await world.http('POST', `/device/${added.id}/poll`, { pollers: keys })
  assert.is(asked.status, 202, asked.text)
  const { id } = dataOf<{ id: string }>(asked)
  return until(
    'the poll has ended',
    async () => {
      const path = `/device/${added.id}/poll/${id}`
      const run = dataOf<{ state: string; result: string; requests: number }>(await world.http('GET', path))
      return run.state === 'done' ? run : null
    },
    { everyMs: 100 },
  )
}
const row = async (key: string) =>
  (
    await world.sql<{ id: number; admin_state: string; status: string }>(
      'select id, admin_state, status from inventory_interface where device_id = $1 and bind_key = $2',
      [added.id, key],
    )
  )[0]!
/** How often the device is asked: what is repeated on a busy machine comes on top, so the least counts. */
async function leastRequests(keys: readonly string[]): Promise<number> {
  let least = Infinity
  for (let count = 0; count < 3; count++) {
    const { result, requests } = await polled(...keys)
    assert.is(result, 'ok')
    least = Math.min(least, requests)
  }
  return least
}
const all = ['own_counters', 'interfaces_status', 'interfaces_list', 'counters'] as const

test('of a port that is switched off pollers keep no state and no value; the device is asked for the same columns', async () => {
  const [port, other] = added.simulated.control.ports
  const key = String(port!.ifIndex)
  await polled(...all)
  const before = await leastRequests(all)
  for (const part of ['own_counters interface_counters', 'interfaces_status link_info'])
    assert.ok(given.get(part)!.includes(key), part)
  const { id } = await row(key)
  const off = await world.http('PUT', `/device-interface/${id}`, { poll_enabled: false })
  assert.is(off.status, 200, off.text)
  added.simulated.control.setAdmin(port!, false)
  added.simulated.control.setAdmin(other!, false)
  assert.is(await leastRequests(all), before)
  for (const part of ['own_counters interface_counters', 'interfaces_status link_info']) {
    assert.not.ok(given.get(part)!.includes(key), part)
    assert.ok(given.get(part)!.includes(String(other!.ifIndex)), part)
  }
  // The list keeps which interfaces there are, and no state of this one.
  assert.ok(given.get('interfaces_list link_info')!.includes(key))
  assert.equal(
    [(await row(key)).admin_state, (await row(String(other!.ifIndex))).admin_state],
    ['Enabled', 'Disabled'],
  )
  assert.is((await world.http('PUT', `/device-interface/${id}`, { poll_enabled: true })).status, 200)
  await polled('interfaces_status')
  assert.is((await row(key)).admin_state, 'Disabled')
})
