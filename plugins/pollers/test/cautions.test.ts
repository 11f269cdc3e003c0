import dlink from '@linecard/driver-dlink'
import tplink from '@linecard/driver-tplink'
import zte from '@linecard/driver-zte'
import { cautionsOf, type Driver } from '@linecard/driver-kit'
import { checkDriver } from '@linecard/driver-kit/detection'
import { fdb, linkInfo } from '@linecard/driver-kit/modules'
import switches from '@linecard/plugin-switches'
import { assert, suite, until } from '@linecard/test-kit'
import { addedSwitch, dataOf, startWorld, stopDevices, type World } from '@linecard/test-kit/worlds/switches'
import pollers from '../src/index.ts'

const test = suite('pollers: what a driver says that a model should not be asked')
const hangs = 'Its agent falls silent until the switch is restarted (a test).'
const slow = 'Its processor is busy for a minute (a test).'
const spared: Driver = {
  ...dlink,
  models: dlink.models.map(model => ({
    ...model,
    cautions: [
      { modules: [fdb], reason: hangs },
      { modules: [linkInfo], reason: slow, everySec: 3600 },
    ],
  })),
}
let world: World
let added: Awaited<ReturnType<typeof addedSwitch>>

interface DevicePollers {
  pollers: { key: string; interval_sec: number; from: string }[]
  cautions: { poller: string; module: string; reason: string; every_sec: number | null; overruled: boolean }[]
}
interface Run {
  id: string
  state: string
  result: string
  details: Record<string, { result: string }>
  warnings: { poller: string; module: string; reason: string }[]
}

test.before(async () => {
  world = await startWorld([spared], { plugins: [switches, pollers] })
  added = await addedSwitch(world, { quick: true })
})
test.after(async () => {
  await world?.stop()
  await stopDevices()
})

const info = async () => {
  const { pollers: on, cautions } = dataOf<DevicePollers>(
    await world.http('GET', `/device/${added.id}/pollers`),
  )
  return { on: new Map(on.map(one => [one.key, `${one.interval_sec} ${one.from}`])), cautions }
}

test('the list of pollers tells of which models which modules are spared, and why', async () => {
  const list = dataOf<
    { key: string; cautions: { module: string; models: string[]; reason: string; every_sec: unknown }[] }[]
  >(await world.http('GET', '/system-pollers/list'))
  const [caution] = list.find(({ key }) => key === 'fdb_table')!.cautions
  assert.equal([caution!.module, caution!.reason, caution!.every_sec], ['fdb', hangs, null])
  assert.is(caution!.models.length, spared.models.length)
  assert.equal(list.find(({ key }) => key === 'system')!.cautions, [])
})

test('by default a poller of such a module is off or slower; a device of its own interval overrules it', async () => {
  const before = await info()
  assert.equal(
    [before.on.get('fdb_table'), before.on.get('interfaces_status'), before.on.get('interfaces_list')],
    [undefined, '3600 driver', '3600 driver'],
  )
  assert.equal(
    before.cautions.find(({ poller }) => poller === 'fdb_table'),
    { poller: 'fdb_table', module: 'fdb', reason: hangs, every_sec: null, overruled: false },
  )
  await world.http('PUT', `/device/${added.id}`, { pollers: { fdb_table: 300, interfaces_status: 60 } })
  const after = await info()
  assert.equal([after.on.get('fdb_table'), after.on.get('interfaces_status')], ['300 device', '60 device'])
  assert.ok(after.cautions.find(({ poller }) => poller === 'fdb_table')!.overruled)
  await world.http('PUT', `/device/${added.id}`, { pollers: null })
})

test('a person may ask for it nevertheless, and is warned', async () => {
  const asked = await world.http('POST', `/device/${added.id}/poll`, { pollers: ['fdb_table', 'system'] })
  assert.is(asked.status, 202, asked.text)
  const { id, warnings } = dataOf<Run>(asked)
  assert.equal(warnings, [{ poller: 'fdb_table', module: 'fdb', reason: hangs }])
  const run = await until(
    'the poll has ended',
    async () => {
      const found = dataOf<Run>(await world.http('GET', `/device/${added.id}/poll/${id}`))
      return found.state === 'done' ? found : null
    },
    { everyMs: 100 },
  )
  assert.equal([run.result, Object.keys(run.details).toSorted()], ['ok', ['fdb_table', 'system']])
  assert.is(run.warnings.length, 1)
  const [stored] = await world.sql<{ count: number }>(
    "select count(*)::int as count from equipment_answer where device_id = $1 and module = 'fdb'",
    [added.id],
  )
  assert.is(stored!.count, 1, 'the device was asked for it')
})

test('drivers that spare their models: light of ZTE OLTs, transceivers of old TP-Link switches', () => {
  const ofModel = (driver: Driver, key: string) => cautionsOf(driver.models.find(one => one.key === key)!)
  assert.is(ofModel(zte, 'zte_c320').get('pon_onts_optical')!.everySec, 3600)
  assert.is(ofModel(zte, 'zte_zxr10').size, 0)
  assert.is(ofModel(tplink, 'tplink_t2600g_28ts').get('sfp_optical')!.everySec, undefined)
  assert.is(ofModel(tplink, 'tplink_sg2218p').size, 0)
})

test('a caution that cannot be meant is an error of the driver', () => {
  const [first] = dlink.models
  const findings = checkDriver({
    ...dlink,
    models: [
      {
        ...first!,
        cautions: [
          { modules: [{ name: 'pon_onts_optical' }], reason: hangs },
          { modules: [{ name: 'reboot' }], reason: hangs },
          { modules: [{ name: 'interfaces_list' }], reason: hangs },
          { modules: [fdb], reason: 'slow', everySec: 5 },
        ],
      },
    ],
  }).map(({ message }) => message)
  for (const part of [
    'which it does not implement',
    'no reading module',
    'against interfaces_list',
    'reason',
    'every 5 s',
  ])
    assert.ok(
      findings.some(message => message.includes(part)),
      `${part}: ${findings.join('; ')}`,
    )
})
