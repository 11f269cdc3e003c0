import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { assert, suite, until } from '@linecard/test-kit'
import { add } from '@linecard/test-kit/worlds/inventory'
import { startThread } from '../src/taking/thread.ts'
import { here, known, logOf, send, startWorld, type TrapWorld } from './world.ts'

const test = suite('traps: a port that is taken, a database that is slow', { level: 'full' })
const ip = '127.77.6.1'
/** SNMPv2c. */
const coldStart = Buffer.from(
  '303102010104067075626c6963a72402010102010002010030193017060a2b06010603010104010006092b0601060301010501',
  'hex',
)
let world: TrapWorld

test.before(async () => {
  world = await startWorld({ syslog: false, snmp_port: 0, queue_rows: 100, rate: 5000, burst: 5000 })
  const access = await add(world, '/device-access', { name: 'none', public_community: 'public' })
  await add(world, '/device', { ip, name: 'sender', access_id: access.id })
  await known(world)
})
test.after(() => world?.stop())

test('a port that another process has is taken as soon as it is free', async () => {
  const holder = createSocket('udp4').bind(0, '0.0.0.0')
  await once(holder, 'listening')
  const { port } = holder.address()
  const change = await world.http('PUT', '/system-components/traps', { configuration: { snmp_port: port } })
  assert.is(change.status, 200, change.text)
  for (const enabled of [false, true]) {
    const { status, text } = await world.http('PUT', '/system-components/traps', { enabled })
    assert.is(status, 200, text)
  }
  const told = () => world.log.filter(line => line.includes('cannot listen; tried again'))
  await until('it says so', async () => told().length || null)
  holder.close()
  await until('it listens', async () => world.log.some(line => line.includes(`"snmp":${port}`)) || null)
  assert.is(told().length, 1, 'it says so once')
  world.ports.snmp = port
  await known(world)
})

test('where another process has both ports, one thread after the other tries, and no two at once', async () => {
  const holders = [createSocket('udp4').bind(0, '0.0.0.0'), createSocket('udp4').bind(0, '0.0.0.0')]
  await Promise.all(holders.map(holder => once(holder, 'listening')))
  const [snmpPort, syslogPort] = holders.map(holder => holder.address().port)
  const told: string[] = []
  const thread = startThread(
    () => ({
      snmp: true,
      syslog: true,
      address: '0.0.0.0',
      snmpPort: snmpPort!,
      syslogPort: syslogPort!,
      communities: ['public'],
      keepUnknown: false,
      rate: 10,
      burst: 10,
      queueRows: 10,
      connections: 1,
      mibFolder: '',
      engineId: '8000b9830500',
    }),
    {
      onMessage: message => 'failed' in message && told.push('failed'),
      onStart: () => told.push('start'),
      onEnd: () => told.push('end'),
    },
  )
  const ends = () => told.filter(what => what === 'end').length
  await until('two threads have ended', async () => ends() >= 2 || null)
  await thread.stop()
  for (const holder of holders) holder.close()
  assert.ok(told.includes('failed'))
  assert.equal(
    told.filter(what => what !== 'failed'),
    ['start', 'end', 'start', 'end'],
  )
})

test('while nothing can be stored, messages wait up to a bound, then they are dropped and counted', async () => {
  await world.sql('begin')
  await world.sql('lock table traps_name in exclusive mode')
  const socket = createSocket('udp4').bind(0, ip)
  await once(socket, 'listening')
  try {
    for (let n = 0; n < 1000; n++)
      await new Promise(resolve => socket.send(coldStart, world.ports.snmp, here, resolve))
    await until('the queue is full', async () => {
      const { text } = await world.use('installation').metrics()
      return /linecard_traps_dropped_total\{[^}]*reason="queue"[^}]*\} [1-9]/.test(text) || null
    })
  } finally {
    await world.sql('commit')
    socket.close()
  }
  await until('what waited is stored', async () => (await logOf(world, '?limit=1000')).length >= 100 || null)
  const stored = (await logOf(world, '?limit=1000')).length
  assert.ok(stored < 1000, String(stored))
  await send(world, 'snmpinform', ip, ['-v', '2c', '-c', 'x'], ['1', '1.3.6.1.6.3.1.1.5.2'])
})
