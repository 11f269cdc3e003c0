import { assert, failureOf, suite, until } from '@linecard/test-kit'
import { add } from '@linecard/test-kit/worlds/inventory'
import { addedSwitch, keyOf, stopDevices, type Added } from '@linecard/test-kit/worlds/switches'
import { trimDays, trimRows, trimSources } from '../src/store/trim.ts'
import { known, linkDown, logOf, send, startWorld, type TrapWorld } from './world.ts'

const test = suite('traps')
let world: TrapWorld
let added: Added

test.before(async () => {
  world = await startWorld()
  added = await addedSwitch(world, { quick: true })
  await known(world)
})
test.after(async () => {
  await world?.stop()
  await stopDevices()
})

const arrived = (what: string, query: string, count = 1) =>
  until(what, async () => {
    const found = await logOf(world, query)
    return found.length >= count ? found : null
  })

test('snmptrap of version 2c: named, with its device', async () => {
  await send(world, 'snmptrap', added.ip, ['-v', '2c', '-c', 'public'], ['4711', ...linkDown(3)])
  const [trap] = await arrived('the trap is stored', '?name=linkDown')
  assert.equal(
    [trap!.version, trap!.inform, trap!.kind, trap!.device!.id, trap!.parsed],
    ['2c', false, 'link', added.id, { 'ifIndex.3': 3, 'ifOperStatus.3': 2 }],
  )
})

test('snmptrap of version 1: generic and of an enterprise', async () => {
  await send(
    world,
    'snmptrap',
    added.ip,
    ['-v', '1', '-c', 'public'],
    ['1.3.6.1.4.1.171.10', added.ip, '0', '0', '55'],
  )
  await send(
    world,
    'snmptrap',
    added.ip,
    ['-v', '1', '-c', 'public'],
    ['1.3.6.1.4.1.171.10', added.ip, '6', '42', '55', '1.3.6.1.4.1.171.10.1', 's', 'a fan\nstands still'],
  )
  const [cold] = await arrived('the first is stored', '?name=coldStart')
  const [own] = await arrived('the second is stored', '?name=1.3.6.1.4.1.171.10.0.42')
  assert.equal([cold!.version, cold!.kind], ['1', 'restart'])
  assert.equal([own!.kind, own!.parsed], [null, { '1.3.6.1.4.1.171.10.1': 'a fan stands still' }])
})

test('snmpinform of version 2c is confirmed', async () => {
  await send(world, 'snmpinform', added.ip, ['-v', '2c', '-c', 'public'], ['4711', '1.3.6.1.6.3.1.1.5.5'])
  const [trap] = await arrived('the inform is stored', '?name=authenticationFailure')
  assert.equal([trap!.inform, trap!.kind], [true, 'auth'])
})

const v3 = ['-v', '3', '-l', 'authPriv', '-a', 'SHA', '-x', 'AES']
const keys = ['-u', 'noc', '-A', 'auth-key-4711', '-X', 'priv-key-4711']

test('version 3 with SHA and AES: traps and informs by the user of the access profile alone', async () => {
  const access = await add(world, '/device-access', {
    name: 'third version',
    snmp_v3: {
      user: 'noc',
      level: 'authPriv',
      auth_protocol: 'sha',
      auth_key: 'auth-key-4711',
      priv_protocol: 'aes',
      priv_key: 'priv-key-4711',
    },
  })
  const ip = '127.77.3.1'
  const { id } = await add(world, '/device', { ip, name: 'v3', access_id: access.id })
  await known(world)
  const engine = ['-e', '0x8000000001020304']
  await send(world, 'snmptrap', ip, [...engine, ...v3, ...keys], ['5', '1.3.6.1.6.3.1.1.5.1'])
  await send(world, 'snmpinform', ip, [...v3, ...keys], ['5', '1.3.6.1.6.3.1.1.5.2'])
  const both = await arrived('both are stored', `?device_id=${id}`, 2)
  assert.equal(
    both.map(({ version, user, name, inform }) => [version, user, name, inform]),
    [
      ['3', 'noc', 'warmStart', true],
      ['3', 'noc', 'coldStart', false],
    ],
  )
  const wrong = [...v3, '-u', 'noc', '-A', 'another-key-1', '-X', 'priv-key-4711']
  await send(world, 'snmptrap', ip, [...engine, ...wrong], ['5', '1.3.6.1.6.3.1.1.5.1'])
  await send(
    world,
    'snmptrap',
    ip,
    [...engine, '-v', '3', '-l', 'noAuthNoPriv', '-u', 'noc'],
    ['5', '1.3.6.1.6.3.1.1.5.1'],
  )
  await failureOf(send(world, 'snmpinform', ip, wrong, ['5', '1.3.6.1.6.3.1.1.5.2']))
  const dropped = await until('they are counted', async () => {
    const { body } = await world.http('GET', '/component/traps/statistics')
    const found = (body.data as unknown as { address: string; dropped: Record<string, number> }[]).find(
      one => one.address === ip,
    )
    return (found?.dropped['wrong_user'] ?? 0) >= 3 ? found!.dropped : null
  })
  assert.ok(dropped['wrong_user']! >= 3)
  assert.is((await logOf(world, `?device_id=${id}`)).length, 2)
})

test('traps of other groups are not shown, and those of unknown senders only to those who see all', async () => {
  const { id: group } = await add(world, '/device-group', { name: 'elsewhere' })
  const limited = await keyOf(world, ['traps_show', 'device_show'], [group])
  assert.equal(await logOf(world, '', limited), [])
  const [first] = await logOf(world)
  const one = await world.http('GET', `/component/traps/${first!.id}`, undefined, limited)
  assert.equal([one.status, one.body.error?.code], [404, 'TRAPS_UNKNOWN'])
  const whole = await world.http('GET', `/component/traps/${first!.id}`)
  assert.is(whole.status, 200, whole.text)
  const none = await keyOf(world, ['device_show'], [])
  assert.is((await world.http('GET', '/component/traps', undefined, none)).status, 403)
})

test('the logs are bounded by rows and by days, and so are the counts of senders', async () => {
  const { ctx } = world.traps
  const count = async (table: string) =>
    (await world.sql<{ n: number }>(`select count(*)::int as n from ${table}`))[0]!.n
  await world.sql(`
    insert into traps_syslog (time, address, transport, facility, severity, host, app, proc_id, msg_id, message)
    select now() - n * interval '1 day', '192.0.2.1', 'udp', 1, 1, '', '', '', '', 'row ' || n
    from generate_series(100, 1, -1) n`)
  assert.is(await trimRows(ctx.em(), 'traps_syslog', 60), 40)
  assert.is(await count('traps_syslog'), 60)
  const signal = new AbortController().signal
  const before = new Date(Date.now() - 30.5 * 86_400_000)
  assert.is(await trimDays(() => ctx.em(), 'traps_syslog', before, signal), 30)
  assert.is(await count('traps_syslog'), 30)
  await world.sql(`
    insert into traps_source (address, protocol, received, last_at)
    select 'made ' || n, 'snmp', 1, now() - n * interval '1 minute' from generate_series(1, 1500) n`)
  await trimSources(ctx.em(), new Date(0))
  const [left] = await world.sql<{ n: number; oldest: string }>(
    `select count(*)::int as n, max(substr(address, 6)::int) as oldest from traps_source where address like 'made %'`,
  )
  assert.ok(left!.n <= 1000 && left!.n > 900, JSON.stringify(left))
})
