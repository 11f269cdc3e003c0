import type { Action, Happening } from '@linecard/plugin-kit'
import { assert, suite, until } from '@linecard/test-kit'
import { add } from '@linecard/test-kit/worlds/inventory'
import { planDevices } from '../src/devices/plan.ts'
import { noteChange } from '../src/run/ask.ts'
import { changerOf } from '../src/versions/changer.ts'
import { listVersions } from '../src/versions/read.ts'
import { changeSaid } from '../src/versions/said.ts'
import { configurationOf, dataOf, keyOf, says, startWorld, type Archive } from './world.ts'

const test = suite('readings of configurations', { level: 'full' })
let world!: Archive

interface Status {
  status: string
  failures: number
  error: { code: string; description: string } | null
  version: { id: number; changed_by: string | null; lines_added: number | null } | null
  held: { lines: number } | null
  next_at: string | null
  enabled: boolean
  device: { id: number }
}
interface Run {
  id: string
  done: number
  total: number
  results: Record<string, number>
  devices: { result: string; error: { code: string } | null }[]
}

const base = '/component/backups'
const statusOf = async (id: number): Promise<Status> =>
  dataOf(await world.http('GET', `${base}/${id}/status`))

/** Reads a device now, and waits for the end. */
async function read(id: number, key?: string): Promise<Status> {
  const asked = await world.http('POST', `${base}/${id}/run`, undefined, key)
  assert.is(asked.status, 202, asked.text)
  await ended(dataOf<Run>(asked).id)
  return statusOf(id)
}
const ended = (id: string): Promise<Run> =>
  until('the end of the run', async () => {
    const run = dataOf<Run>(await world.http('GET', `${base}/runs/${id}`))
    return run.done === run.total ? run : null
  })

test.before(async () => {
  world = await startWorld({ on_by_default: false })
  const model = await add(world, '/device-model', { key: 'test_switch', name: 'Test', type: 'SWITCH' })
  const access = await add(world, '/device-access', { name: 'a', public_community: 'public' })
  await world.sql(`update inventory_device set enabled = true, model_id = $1, access_id = $2`, [
    model.id,
    access.id,
  ])
})
test.after(() => world.stop())

const day = (text: string) => new Date(`2026-03-${text}:00Z`)
/** Whether a device with these params is read in its time. */
const plan = async (params: object) => {
  await world.sql(`update inventory_device set params = $1 where id = 7`, [JSON.stringify(params)])
  await planDevices(world.backups)
  return (await statusOf(7)).enabled
}

const fresh = (name: string, run: () => Promise<void>) =>
  test(name, async () => {
    await world.sql('delete from backups_run')
    await world.sql('delete from system_action where device_id = 7')
    await world.sql('delete from backups_device')
    await world.sql('delete from backups_version')
    await world.sql(`update inventory_device set status = 'Unknown', params = '{}'`)
    world.devices.clear()
    await run()
  })

fresh('a reading that was asked for is stored, and the next one changes nothing', async () => {
  world.devices.set(7, says(configurationOf(20)))
  const first = await read(7)
  assert.equal([first.status, first.failures, first.error], ['ok', 0, null])
  const second = await read(7)
  assert.equal([second.status, second.version!.id], ['unchanged', first.version!.id])
})

fresh('a text that was cut short or is empty is a failure, and what is stored stays', async () => {
  world.devices.set(7, says(configurationOf(20)))
  const { version } = await read(7)
  for (const [say, code] of [
    [says(configurationOf(19), false), 'BACKUPS_CUT_SHORT'],
    [says('! uptime\n\n  \n'), 'BACKUPS_EMPTY'],
  ] as const) {
    world.devices.set(7, say)
    const after = await read(7)
    assert.equal([after.status, after.error!.code, after.version!.id], ['failed', code, version!.id])
  }
})

fresh('a shrunken text waits for a person, who accepts or refuses it', async () => {
  world.devices.set(7, says(configurationOf(40)))
  await read(7)
  world.devices.set(7, says(configurationOf(5)))
  const held = await read(7)
  assert.equal([held.status, held.held!.lines, held.error!.code], ['held', 13, 'BACKUPS_HELD'])
  assert.is((await world.http('POST', `${base}/7/held/refuse`)).status, 200)
  const [again, third] = [await read(7), await read(7)]
  assert.equal([again.status, third.status], ['held', 'held'], 'a refused text is not confirmed by itself')
  const accepted = await world.http('POST', `${base}/7/held/accept`)
  assert.is(accepted.status, 200, accepted.text)
  const status = dataOf<Status>(accepted)
  assert.equal([status.status, status.held, status.version!.lines_added], ['ok', null, 0])
  assert.is((await world.http('POST', `${base}/7/held/accept`)).status, 409)
  assert.is((await read(7)).status, 'unchanged')
})

fresh('a failure is tried again sooner, and becomes an event after some', async () => {
  world.devices.set(7, () => Promise.reject(new Error('nothing came')))
  const first = await read(7)
  assert.equal([first.status, first.failures, first.error!.code], ['failed', 1, 'BACKUPS_FAILED'])
  const [row] = await world.sql<{ minutes: number }>(
    `select extract(epoch from next_at - ended_at)::float8 / 60 as minutes from backups_device where device_id = 7`,
  )
  assert.ok(row!.minutes > 4.9 && row!.minutes < 5.1, String(row!.minutes))
  await read(7)
  await read(7)
  const conditions = (await import('../src/conditions.ts')).conditions.backup_failed
  const signal = new AbortController().signal
  const holding = await conditions.holding(world.backups, { deviceIds: null, signal })
  assert.equal(
    holding.map(({ device_id, labels }) => [device_id, labels['code']]),
    [[7, 'BACKUPS_FAILED']],
  )
  world.devices.set(7, says(configurationOf(3)))
  await read(7)
  assert.equal(await conditions.holding(world.backups, { deviceIds: [7], signal }), [])
})

fresh('a device that is down is skipped in its time, and asked if a person wants it', async () => {
  world.devices.set(7, says(configurationOf(20)))
  await world.sql(`update inventory_device set status = 'Down' where id = 7`)
  const before = world.reads.length
  await world.sql(`insert into backups_device (device_id, next_at) values (7, now())`)
  const skipped = await until('the device is skipped', async () => {
    const now = await statusOf(7)
    return now.status === 'skipped' ? now : null
  })
  assert.equal([skipped.error!.code, skipped.failures], ['BACKUPS_DEVICE_DOWN', 0])
  assert.is(world.reads.length, before)
  assert.is((await read(7)).status, 'ok')
})

fresh('params of the device switch it on and off', async () => {
  assert.is(await plan({}), false)
  assert.is(await plan({ oxidized_enabled: true }), true)
  assert.is(await plan({ oxidized: { enable: 'yes' } }), true)
  assert.is(await plan({ oxidized_enabled: '0', oxidized: { enable: true } }), false)
})

fresh('oxidized.remove_secret: the configuration is stored without secrets', async () => {
  await world.sql(`update inventory_device set params = '{"oxidized": {"remove_secret": true}}' where id = 7`)
  world.devices.set(7, says(configurationOf(20)))
  await read(7)
  const shown = await world.http('GET', `${base}/7/config?secrets=true&format=text`)
  assert.match(shown.text, 'secret ***')
})

fresh('a run of several devices has its progress; of a group only what the caller sees', async () => {
  world.devices.set(7, says(configurationOf(20)))
  world.devices.set(8, () => Promise.reject(new Error('no')))
  const asked = await world.http('POST', `${base}/run`, { device_ids: [7, 8] })
  assert.is(asked.status, 202, asked.text)
  const run = await ended(dataOf<Run>(asked).id)
  assert.equal([run.total, run.results], [2, { ok: 1, failed: 1 }])
  const key = await keyOf(world, ['backups_view', 'backups_run'], [71])
  const mine = dataOf<Run>(await world.http('GET', `${base}/runs/${run.id}`, undefined, key))
  assert.equal([mine.total, mine.results], [1, { ok: 1 }])
  assert.is((await world.http('POST', `${base}/run`, { device_ids: [8] }, key)).status, 400)
  const foreign = await world.http('POST', `${base}/run`, { device_ids: [8] })
  assert.is((await world.http('GET', `${base}/runs/${dataOf<Run>(foreign).id}`, undefined, key)).status, 404)
  await ended(dataOf<Run>(foreign).id)
})

fresh('a change makes a device due soon; the next change moves it on', async () => {
  world.devices.set(7, says(configurationOf(20)))
  await read(7)
  await world.sql(`update backups_device set next_at = now() + interval '5 h' where device_id = 7`)
  await noteChange(world.backups, 7)
  const due = async () =>
    (
      await world.sql<{ sec: number }>(
        `select extract(epoch from next_at - now())::float8 as sec from backups_device where device_id = 7`,
      )
    )[0]!.sec
  assert.ok(Math.abs((await due()) - 120) < 5)
  await world.sql(`update backups_device set changing_since = now() - interval '9 min' where device_id = 7`)
  await noteChange(world.backups, 7)
  assert.ok(Math.abs((await due()) - 60) < 5, 'at the latest after five times as long')
})

fresh('who changed it: the last operation of the action log that changed the device', async () => {
  world.devices.set(7, says(configurationOf(20)))
  await read(7)
  await world.sql(
    `insert into system_action (time, action, status, login, device_id, message, meta, changes) values
      (now(), 'switches:vlan', 'SUCCESS', 'anna', 7, '', '{}', '[]'),
      (now() - interval '1 h', 'switches:vlan', 'SUCCESS', 'early', 7, '', '{}', '[]'),
      (now() + interval '1 ms', 'device:note', 'SUCCESS', 'looker', 7, '', '{}', null),
      (now() + interval '2 ms', 'switches:vlan', 'FAILED', 'failed', 7, '', '{}', '[]')`,
  )
  world.devices.set(7, says(configurationOf(21)))
  const { version } = await read(7)
  assert.equal([version!.changed_by, version!.lines_added], ['anna', 2])
  world.devices.set(7, says(configurationOf(22)))
  assert.is((await read(7)).version!.changed_by, null)
})

fresh('who changed it: what the device says, where nobody here did', async () => {
  world.devices.set(7, says(configurationOf(20)))
  await read(7)
  world.devices.set(7, says(configurationOf(21)))
  const lines = [
    'link down on port 3',
    '%SYS-5-CONFIG_I: Configured from console by carla on vty0 (10.0.0.1)',
    '%SYS-5-CONFIG_I: Configured from console by early on vty0 (10.0.0.1)',
  ]
  const messages = { after: async () => lines.map(said => ({ device_id: 7, time: new Date(), said })) }
  const { ctx } = world.backups
  const found = await changerOf({ use: ctx.use, find: (() => messages) as never }, 7, new Date(0))
  assert.equal([found!.by, found!.how], ['carla', 'syslog'])
  await noteChange(world.backups, 7)
})

test('lines of syslog that tell a change, and others', () => {
  for (const [line, by] of [
    ['%SYS-5-CONFIG_I: Configured from console by admin on vty0 (192.0.2.1)', 'admin'],
    ['%SYS-5-CONFIG_I: Configured from 192.0.2.1 by snmp', 'snmp'],
    ["mgd UI_COMMIT: User 'noc' requested 'commit' operation (comment: none)", 'noc'],
    ["config[65]: %MGBL-CONFIG-6-DB_COMMIT : Configuration committed by user 'ann'.", 'ann'],
    ['CFGMAN/5/CFGMAN_CFGCHANGED: -EventIndex=1-CommandSource=2; Configuration changed.', null],
    ['INFO: Configuration saved to flash (Username: admin, IP: 192.0.2.1)', 'admin'],
    ['system,info filter rule added by winbox-3.41/tcp-msg:noc', 'noc'],
  ] as const)
    assert.equal(changeSaid(line), { by }, line)
  for (const line of ['%LINK-3-UPDOWN: Interface Gi0/1, changed state to up', 'User admin logged in', ''])
    assert.is(changeSaid(line), null, line)
})

fresh('two processes at once read a device once', async () => {
  let [now, most] = [0, 0]
  world.devices.set(7, async () => {
    most = Math.max(most, ++now)
    await new Promise(resolve => setTimeout(resolve, 600))
    now--
    return { text: configurationOf(20), ended: true, spent_ms: 600 }
  })
  const { startWorker } = await import('../src/run/worker.ts')
  const ends = [startWorker(world.backups), startWorker(world.backups)]
  const before = world.reads.length
  await read(7)
  await Promise.all(ends.map(end => end()))
  assert.equal([most, world.reads.length - before], [1, 1])
  assert.is((await listVersions(world.backups, 7, { limit: 10, offset: 0 })).total, 1)
})

/** Makes the database fail in the middle of the storing of a version, while `work` runs. */
async function whileStoring(fails: string, work: () => Promise<void>): Promise<void> {
  await world.sql(
    `create function fail_now() returns trigger language plpgsql as $$ begin ${fails}; return new; end $$`,
  )
  await world.sql(
    'create trigger fail_now after insert on backups_version for each row execute function fail_now()',
  )
  try {
    await work()
  } finally {
    await world.sql('drop trigger fail_now on backups_version')
    await world.sql('drop function fail_now')
  }
}

/** A run is begun, and no version can be stored until the device was read twice. */
const readWhile = async (fails: string): Promise<Run> => {
  world.devices.set(7, says(configurationOf(20)))
  await read(7)
  world.devices.set(7, says(configurationOf(21)))
  const before = world.reads.length
  const asked = dataOf<Run>(await world.http('POST', `${base}/run`, { device_ids: [7] }))
  await whileStoring(fails, async () => {
    await until('a second try', () => world.reads.length >= before + 2)
    const counts = 'select (select count(*)::int from backups_version where device_id = 7) as versions'
    assert.equal(await world.sql(counts), [{ versions: 1 }], 'what was stored stays, and nothing half')
  })
  return ended(asked.id)
}

for (const [what, fails] of [
  ['the database is away', 'perform pg_terminate_backend(pg_backend_pid())'],
  ['the disk of the database is full', `raise exception using errcode = '53100', message = 'disk full'`],
  ['the database is read-only', `raise exception using errcode = '25006', message = 'read-only'`],
] as const)
  fresh(
    `if ${what} while a version is stored, the device is read again; nothing half is stored`,
    async () => {
      assert.equal((await readWhile(fails)).results, { ok: 1 })
      assert.is((await listVersions(world.backups, 7, { limit: 10, offset: 0 })).total, 2)
    },
  )

fresh('no secret is in the log, in the action log or in an answer', async () => {
  world.devices.set(7, says(configurationOf(20)))
  await read(7)
  world.devices.set(7, says(configurationOf(21)))
  await read(7)
  for (const path of [
    'config',
    'config?format=text',
    'diff',
    'diff?format=text',
    'status',
    'versions',
    'links',
  ])
    assert.is((await world.http('GET', `${base}/7/${path}`)).text.includes('Xy77-hidden'), false, path)
  assert.is(world.log.join('').includes('Xy77-hidden'), false)
  const actions = await world.sql<Action>('select * from system_action')
  assert.is(JSON.stringify(actions).includes('Xy77-hidden'), false)
})

fresh('configuration_changed: outside of working hours, or nobody knows', async () => {
  const { whyTold } = await import('../src/run/tell.ts')
  const config = { ...world.backups.ctx.config, alert: true, alert_unknown: true }
  const change = { before: day('02T10:00'), first_seen: day('03T01:00'), changed_at: null, changed_by: null }
  assert.is(whyTold(config, { ...change, changed_at: day('02T22:00'), changed_by: 'anna' }), 'outside')
  assert.is(whyTold(config, { ...change, changed_at: day('02T12:00'), changed_by: 'anna' }), null)
  assert.is(whyTold(config, change), 'unknown')
  assert.is(whyTold(config, { ...change, before: day('02T20:00') }), 'outside')
  assert.is(whyTold({ ...config, alert_unknown: false }, change), null)
  assert.is(
    whyTold(config, { ...change, changed_at: day('01T12:00'), changed_by: 'anna' }),
    'outside',
    'Sunday',
  )
})

fresh('a version that nobody was told of is told once', async () => {
  const told: Happening[] = []
  const { tellChanges } = await import('../src/run/tell.ts')
  const events = { happened: async (what: Happening) => void told.push(what) }
  const find = (name: string) => (name === 'network-events' ? events : world.backups.ctx.find(name as never))
  const ctx = new Proxy(world.backups.ctx, {
    get: (target, key) => (key === 'find' ? find : Reflect.get(target, key)),
  })
  world.devices.set(7, says(configurationOf(20)))
  await read(7)
  world.devices.set(7, says(configurationOf(21)))
  await read(7)
  await tellChanges({ ...world.backups, ctx })
  await tellChanges({ ...world.backups, ctx })
  assert.equal(
    told.map(({ name, device_id: id, labels }) => [name, id, Object.keys(labels).toSorted()]),
    [['configuration_changed', 7, ['version', 'when']]],
  )
})
