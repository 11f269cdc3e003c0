import { Type as T } from 'typebox'
import { definePlugin, type Context, type Equipment } from '@linecard/plugin-kit'
import { assert, suite, until } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import type { Config } from '../src/config.ts'
import { createRefresher } from '../src/interfaces/refresher.ts'
import type { Inventory } from '../src/inventory.ts'
import { jobs } from '../src/jobs.ts'
import { acme } from '@linecard/test-kit/worlds/acme'
import { startOlt } from '@linecard/test-kit/worlds/acme-olt'
import { accessFor, add, modelId } from '@linecard/test-kit/worlds/inventory'

const test = suite('inventory: jobs')
const olts: Awaited<ReturnType<typeof startOlt>>[] = []
let world: World
let plain: Context
/** Gives its context to the tests. */
const probe = definePlugin({
  id: 'probe',
  api: 1,
  requires: ['inventory'],
  config: T.Object({}),
  setup(ctx) {
    plain = ctx as Context
  },
})

test.before(async () => {
  world = await makeWorld({ drivers: [acme], plugins: [probe] })
  const model_id = await modelId(world, 'acme_olt2')
  for (let n = 1; n <= 8; n++) {
    const olt = await startOlt(`127.9.2.${n}`, [{ index: 1, key: 1, name: 'pon0/1' }])
    olts.push(olt)
    const access = await accessFor(world, olt, `olt-${n}`)
    await add(world, '/device', { ip: olt.ip, access_id: access.id, model_id, enabled: n !== 8 })
  }
  await until(
    'the first readings',
    async () =>
      (await world.sql('select 1 from inventory_device where refreshed_at is null and enabled')).length === 0,
  )
})
test.after(async () => {
  await world?.stop()
  for (const olt of olts) await olt.stop()
})

const config = {
  refresh_concurrency: 3,
  status_history_days: 90,
  status_history_rows: 10,
  closed_onu_days: 365,
  snmp_version: '2c',
  snmp_port: 161,
  snmp_timeout_sec: 1,
  snmp_repeats: 0,
} as Config
const lines: { fields: object; message?: string }[] = []
const log = {
  ...console,
  debug() {},
  info: (fields: object | string, message?: string) => {
    lines.push({ fields: fields as object, message })
  },
}

/** The inventory with a small concurrency, counting how many polls are under way. */
function counted(onPoll: (polls: number, inventory: Inventory) => void = () => undefined) {
  let [now, most, polls] = [0, 0, 0]
  const equipment = plain.use('equipment')
  const counting: Equipment = {
    ...equipment,
    async poll(...args) {
      onPoll(++polls, inventory)
      most = Math.max(most, ++now)
      await new Promise(resolve => setTimeout(resolve, 20))
      return equipment.poll(...args).finally(() => now--)
    },
  }
  const ctx = {
    ...plain,
    config,
    clock: plain.clock,
    em: () => plain.em(),
    events: plain.events,
    log: plain.log,
    use: (name: string) => (name === 'equipment' ? counting : plain.use(name as 'auth')),
  } as Context<Config>
  const inventory: Inventory = { ctx, refresher: createRefresher(ctx) }
  return { inventory, counts: () => ({ most, polls }) }
}

const ids = async () =>
  (await world.sql<{ id: number }>('select id from inventory_device order by id')).map(({ id }) => id)

test('no more devices are read at once than configured, and disabled ones are left alone', async () => {
  const asked = olts[7]!.requests
  const { inventory, counts } = counted()
  await Promise.all((await ids()).map(id => inventory.refresher.now(id)))
  assert.equal(counts(), { most: 3, polls: 7 })
  assert.is(olts[7]!.requests, asked)
})

test('a device that is being read is not read twice', async () => {
  const { inventory, counts } = counted()
  const all = await ids()
  await Promise.all([...all, ...all, ...all].map(id => inventory.refresher.now(id)))
  assert.is(counts().polls, 7)
})

test('a stop ends the readings', async () => {
  const { inventory, counts } = counted((polls, { refresher }) => {
    if (polls === 1) void refresher.stop()
  })
  await Promise.all((await ids()).map(id => inventory.refresher.now(id)))
  // Three are read at once.
  assert.ok(counts().polls <= 3, String(counts().polls))
})

test('old status changes go, by age and by number, also in many batches', async () => {
  const [one] = await world.sql<{ id: number }>('select min(id) as id from inventory_interface')
  await world.sql('delete from inventory_interface_status_history')
  await world.sql(
    `insert into inventory_interface_status_history (interface_id, status, time)
     select $1, 'Up', now() - interval '100 d' from generate_series(1, 25000)`,
    [one!.id],
  )
  await world.sql(
    `insert into inventory_interface_status_history (interface_id, status, time)
     select $1, 'n' || n, now() - n * interval '1 minute' from generate_series(1, 30) n`,
    [one!.id],
  )
  await jobs.trim_history.run(counted().inventory, {
    args: {},
    signal: new AbortController().signal,
    log,
    progress() {},
  })
  assert.equal(lines.at(-1)?.fields, { removed: 25_020 })
  const left = await world.sql<{ status: string }>(
    'select status from inventory_interface_status_history order by time desc',
  )
  assert.equal(
    left.map(({ status }) => status),
    Array.from({ length: 10 }, (_, n) => `n${n + 1}`),
  )
})
