import { Client } from 'pg'
import { assert, suite } from '@linecard/test-kit'
import { features, type Installation } from '../support/installation.ts'
import { startOlts, until, type OltWorld } from './olts/world.ts'

/** A living OLT through the complete service: what happens to its light is in the analytics. */
const test = suite('analytics: a living OLT', { level: 'full' })
let house!: Installation
let world!: OltWorld
test.before(async () => {
  const started = await startOlts({ gpon: { vendor: 'zte', model: 'C320', onusOnEveryPort: 3 } }, features)
  house = started.house
  world = started.worlds.get('gpon')!
})
test.after(() => house?.stop())

/** On the database of the service. */
async function sql(text: string): Promise<void> {
  const client = new Client({ connectionString: house.databaseUrl! })
  await client.connect()
  await client.query(text).finally(() => client.end())
}
const ask = <T>(path: string) => house.admin.get<T>(`/component/analytics/${path}`)
/** The OLT is asked for the light of its ONUs, which is stored soon. */
const readLight = () => world.call('pon_onts_optical')

test('bad light appears in widget, table, chart and file, and goes when it is repaired', async () => {
  type Row = { interface: { name: string }; bad_signal: boolean }
  // Its ONUs are stored soon after it was added.
  const lit = async () => {
    await readLight()
    return ask<Row[]>('tables/ont-signals')
  }
  await until(lit, rows => rows.length > 0, 'light is stored')
  const one = await world.online(1)
  const before = await ask<number>('widgets/bad-signals')
  world.event({ do: 'drift', onu: one.ident, db: -14 })
  await readLight()
  await until(
    () => ask<number>('widgets/bad-signals'),
    n => n === before + 1,
    'the bad light is counted',
  )
  const bad = await ask<Row[]>('tables/bad-signals')
  assert.ok(bad.some(row => row.interface.name === one.name && row.bad_signal))
  const bars = await ask<{ from: number; rx: number }[]>('charts/ont-signals')
  assert.ok(bars.filter(({ from }) => from < -28).reduce((sum, { rx }) => sum + rx, 0) >= 1)
  const file = await house.admin.ask('GET', '/component/analytics/tables/bad-signals', {
    query: { format: 'csv' },
  })
  assert.ok(file.text.includes(one.name), file.text)
  world.event({ do: 'repair', onu: one.ident })
  world.event({ do: 'drift', onu: one.ident, db: 0 })
  await readLight()
  await until(
    () => ask<number>('widgets/bad-signals'),
    n => n === before,
    'it is good again',
  )
})

test('light that falls for days is found by its trend, and the others are not', async () => {
  const [slow, steady] = [await world.online(0), await world.online(2)]
  const rows = await ask<{ id: number; interface: { name: string } }[]>('tables/ont-statuses')
  const { id } = rows.find(row => row.interface.name === slow.name)!
  const light = () => house.admin.get<{ days: unknown[] }>(`/component/onu_history/onu/${id}/light`)
  await sql('delete from onu_history_day')
  for (let day = 0; day < 8; day++) {
    world.event({ do: 'drift', onu: slow.ident, db: -0.6 * day })
    await readLight()
    await until(light, ({ days }) => days.length === day + 1, `day ${day} is kept`)
    // The service lives in real time: a day passes for what it has.
    await sql('update onu_history_day set day = day - 1000')
    await sql('update onu_history_day set day = day + 999')
  }
  await house.admin.post('/system-schedule/onu-history.trends/run', {})
  type Falling = { interface: { name: string }; fall: number; days: number }
  const path = 'tables/falling-signals?least_days=5&least_db=1'
  const found = await until(
    () => ask<Falling[]>(path),
    falling => falling.some(row => row.interface.name === slow.name),
    'the trend is found',
  )
  const first = found.find(row => row.interface.name === slow.name)
  assert.ok(first!.days >= 7 && Math.abs(first!.fall - 18) < 5, JSON.stringify(first))
  assert.not.ok(found.some(row => row.interface.name === steady.name))
})
