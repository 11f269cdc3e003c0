import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { SnmpType } from '@linecard/driver-kit'
import type { SnmpAccess, Sweep, SweepFound } from '@linecard/plugin-kit'
import { fixedMib, startDevice, type Device, type DeviceOptions } from '@linecard/simulator'
import { assert, suite, until } from '@linecard/test-kit'
import { createEquipment, memoryStore, settingsWith } from '../src/library.ts'
import { createPacer } from '../src/sweep/pacer.ts'
import { startAgent } from './support/agent.ts'
import { silentLog } from './acme.ts'
import { accessTo } from './support/snmp.ts'

const test = suite('sweep', { level: 'full' })

/** Addresses that no other test file uses. */
const net = `127.${20 + (randomBytes(1)[0]! % 200)}.${randomBytes(1)[0]! & 0xf0}`
const prefix = net.slice(0, net.lastIndexOf('.'))
const third = Number(net.slice(net.lastIndexOf('.') + 1))
const quick = {
  allow_loopback: true,
  networks: ['10.0.0.0/8'],
  sweep_rate: 10_000,
  sweep_timeout_ms: 250,
  sweep_retries: 1,
}
const made: { close(): Promise<unknown> }[] = []
const equipmentWith = (settings: object = {}) => {
  const equipment = createEquipment({
    drivers: [],
    log: silentLog,
    store: memoryStore(),
    settings: settingsWith({ ...quick, ...settings }),
  })
  made.push(equipment)
  return equipment
}
test.after(async () => {
  await Promise.all(made.map(one => one.close()))
})

const octets = (oid: string, value: string | Buffer) => ({
  oid,
  type: SnmpType.OctetString,
  value: Buffer.from(value),
})
const mibOf = (name: string, descr = 'DES-3200-10 Fast Ethernet Switch') =>
  fixedMib([
    octets('1.3.6.1.2.1.1.1.0', descr),
    { oid: '1.3.6.1.2.1.1.2.0', type: SnmpType.Oid, value: '1.3.6.1.4.1.171.10.113.2.1' },
    octets('1.3.6.1.2.1.1.5.0', name),
  ])
let port = 0
const device = async (ip: string, more: Partial<DeviceOptions> = {}): Promise<Device> => {
  const one = await startDevice({ ip, port, mib: mibOf(`sw ${ip}`), ...more })
  port ||= one.port
  made.push({ close: () => one.stop() })
  return one
}
const access = (more: Partial<SnmpAccess> = {}) => accessTo(port, more)
const all = async (sweep: Sweep): Promise<SweepFound[]> => {
  const found: SweepFound[] = []
  for await (const one of sweep) found.push(one)
  return found.toSorted((a, b) => (a.ip < b.ip ? -1 : 1))
}
const descriptors = () => readdirSync('/proc/self/fd').length

test('every device of a network is found once, with its identity; network and broadcast address are not asked', async () => {
  const hosts = [1, 2, 17, 99, 128, 200, 254]
  await Promise.all(
    await device(`${net}.${hosts[0]}`).then(() => hosts.slice(1).map(host => device(`${net}.${host}`))),
  )
  const edges = await Promise.all([0, 255].map(host => device(`${net}.${host}`)))
  const sweep = equipmentWith().sweep(`${net}.7/24`, [access()])
  const found = await all(sweep)
  assert.equal(
    found.map(({ ip }) => ip),
    hosts.map(host => `${net}.${host}`).toSorted(),
  )
  assert.equal(found[0], {
    ip: `${net}.1`,
    access: 0,
    objectId: '1.3.6.1.4.1.171.10.113.2.1',
    descr: 'DES-3200-10 Fast Ethernet Switch',
    name: `sw ${net}.1`,
    engineId: null,
    refused: null,
  })
  assert.equal(
    edges.map(({ requests }) => requests),
    [0, 0],
  )
  const { addresses, done, sent, received, foreign } = sweep.counters
  assert.equal([addresses, done, received, foreign], [254, 254, hosts.length, 0])
  assert.ok(sent >= 254 + (254 - hosts.length), `${sent} datagrams`)
  assert.throws(() => sweep[Symbol.asyncIterator]())
})

test('four thousand silent addresses: one socket for any window, which is closed afterwards', async () => {
  const sweep = equipmentWith({ sweep_window: 4096 }).sweep(`${prefix}.${third}.0/20`, [
    access({ community: 'nobody knows' }),
  ])
  const before = descriptors()
  let most = 0
  const looking = setInterval(() => {
    most = Math.max(most, descriptors())
  }, 20)
  assert.equal(await all(sweep), [])
  clearInterval(looking)
  assert.is(sweep.counters.done, 4094)
  assert.ok(most > 0 && most <= before + 2, `${before} descriptors, then ${most}`)
  await until('the socket is closed', () => descriptors() <= before)
})

test('each access is tried in turn: communities, and users of SNMPv3; a refused user is distinguished from silence', async () => {
  const user = {
    name: 'olena',
    level: 'authPriv' as const,
    auth: { protocol: 'sha' as const, key: 'auth-key-1' },
    priv: { protocol: 'aes' as const, key: 'priv-key-1' },
  }
  const withEngine = fixedMib([octets('1.3.6.1.6.3.10.2.1.1.0', Buffer.from('80001f8804deadbeef', 'hex'))])
  const v3Users = [
    {
      name: 'olena',
      auth: { protocol: 'sha' as const, password: 'auth-key-1' },
      priv: { protocol: 'aes' as const, password: 'priv-key-1' },
    },
  ]
  const [, second, , v1, other] = await Promise.all([
    device(`${prefix}.${third + 1}.10`),
    device(`${prefix}.${third + 1}.11`, { communities: { read: 'second', write: 'w' } }),
    device(`${prefix}.${third + 1}.12`, { mib: withEngine, v3Users, behaviour: { versions: ['3'] } }),
    device(`${prefix}.${third + 1}.13`, { behaviour: { versions: ['1'] } }),
    device(`${prefix}.${third + 1}.14`, {
      v3Users: [{ name: 'somebody else' }],
      behaviour: { versions: ['3'] },
    }),
  ])
  const sweep = equipmentWith().sweep(`${prefix}.${third + 1}.8/29`, [
    access(),
    access({ community: 'second' }),
    access({ version: '1' }),
    access({ version: '3', user }),
  ])
  const found = await all(sweep)
  assert.equal(
    found.map(({ ip, access: position }) => [ip, position]),
    [10, 11, 12, 13, 14].map((host, n) => [`${prefix}.${third + 1}.${host}`, [0, 1, 3, 2, null][n]]),
  )
  assert.equal(
    found.map(({ engineId }) => engineId),
    [null, null, '80001f8804deadbeef', null, null],
  )
  assert.is(found[3]!.name, `sw ${v1!.ip}`)
  assert.match(found[4]!.refused!, /does not know the user/)
  assert.ok(second!.requests >= 2 && other!.requests >= 1)
})

test('answers from another address or port are ignored', async () => {
  await device(`${prefix}.${third + 2}.1`, { behaviour: { wrongSource: true } })
  const sweep = equipmentWith().sweep(`${prefix}.${third + 2}.0/30`, [access()])
  assert.equal(await all(sweep), [])
  assert.ok(sweep.counters.foreign >= 1)
})

test('garbage, endless texts and NUL cause no errors', async () => {
  await Promise.all([
    device(`${prefix}.${third + 3}.1`, { behaviour: { cut: 9 } }),
    device(`${prefix}.${third + 3}.2`, { behaviour: { tamper: () => Buffer.from('~q7~ no SNMP at all') } }),
    device(`${prefix}.${third + 3}.3`, {
      mib: mibOf('a\0b', `${'x'.repeat(499)}\u{1f600}${'y'.repeat(40_000)}`),
    }),
    device(`${prefix}.${third + 3}.4`, { mib: fixedMib([]) }),
    device(`${prefix}.${third + 3}.5`, { behaviour: { errors: [{ under: '1.3.6.1', status: 5 }] } }),
  ])
  const found = await all(equipmentWith().sweep(`${prefix}.${third + 3}.0/29`, [access()]))
  assert.equal(
    found.map(({ ip, name, descr }) => [ip.split('.')[3], name, descr?.length ?? null]),
    [
      ['3', 'ab', 500],
      ['4', null, null],
      ['5', null, null],
    ],
  )
  assert.ok(found[0]!.descr!.isWellFormed())
})

test('if a third of all datagrams is lost, all sweeps send more slowly, and silent addresses are asked once more', async () => {
  const count = 120
  await Promise.all(
    Array.from({ length: count }, (_, n) =>
      device(`${prefix}.${third + 4}.${n + 1}`, { behaviour: { loss: 0.35 }, seed: n + 1 }),
    ),
  )
  const equipment = equipmentWith({ sweep_rate: 400, sweep_retries: 4 })
  const { collect } = equipment.metrics.find(({ name }) => name === 'linecard_sweep_rate')!
  const found: SweepFound[] = []
  let slowest = Infinity
  for await (const one of equipment.sweep(`${prefix}.${third + 4}.0/25`, [access()])) {
    found.push(one)
    for (const { value } of collect() as Iterable<{ value: number }>) slowest = Math.min(slowest, value)
  }
  assert.ok(found.length >= count - 3, `${found.length} of ${count} found`)
  assert.is(new Set(found.map(({ ip }) => ip)).size, found.length)
  assert.ok(slowest < 400, `${slowest} datagrams a second`)
})

test('the rate decreases with loss and recovers without it', () => {
  const pacer = createPacer(() => 1000)
  for (let n = 0; n < 30; n++) pacer.answered(n % 4 === 0)
  assert.equal([pacer.rate, pacer.lossy], [500, true])
  for (let n = 0; n < 4000; n++) pacer.answered(true)
  assert.is(pacer.rate, 1000 / 16)
  for (let n = 0; n < 4000; n++) pacer.answered(n % 10 === 0)
  assert.equal([pacer.rate, pacer.lossy], [1000, false])
})

test('a pause of the process does not cause a larger burst', async () => {
  const pacer = createPacer(() => 1000)
  const sent: number[] = []
  for (let n = 0; n < 400; n++) pacer.queue(() => sent.push(performance.now()) > 0)
  await until('some are sent', () => sent.length > 5)
  const before = sent.length
  const stalled = performance.now() + 150
  while (performance.now() < stalled) {
    /* the process is busy elsewhere */
  }
  await until('it goes on', () => sent.length > before)
  const atOnce = sent.filter((at, n) => n >= before && at < sent[before]! + 3).length
  assert.ok(atOnce <= 21, `${atOnce} at once`)
  await until('all are sent', () => sent.length === 400)
})

test('the signal ends a sweep, and so does the end of the loop: nothing more is sent, the socket is closed', async () => {
  const equipment = equipmentWith({ sweep_rate: 2000 })
  const before = descriptors()
  const stop = new AbortController()
  const aborted = equipment.sweep(`${prefix}.${third}.0/20`, [access({ community: 'nobody knows' })], {
    signal: stop.signal,
  })
  const ended = all(aborted).then(
    () => null,
    (error: unknown) => error,
  )
  await until('it asks', () => aborted.counters.sent > 20)
  stop.abort(new Error('enough'))
  assert.is(((await ended) as Error).message, 'enough')
  const left = equipment.sweep(`${net}.0/24`, [access()])
  for await (const one of left) {
    assert.ok(one.ip)
    break
  }
  const sent = [aborted.counters.sent, left.counters.sent]
  await until('the sockets are closed', () => descriptors() <= before)
  await new Promise(resolve => setTimeout(resolve, 100))
  assert.equal([aborted.counters.sent, left.counters.sent], sent)
  const started = equipment.sweep(`${prefix}.${third}.0/20`, [access()])
  const cut = all(started).then(
    () => null,
    (error: unknown) => error,
  )
  await until('it asks', () => started.counters.sent > 0)
  await equipment.close()
  assert.instance(await cut, Error)
})

test('a consumer that does not read results gets no more of them', async () => {
  await Promise.all(Array.from({ length: 60 }, (_, n) => device(`${prefix}.${third + 5}.${n + 1}`)))
  const sweep = equipmentWith({ sweep_window: 16 }).sweep(`${prefix}.${third + 5}.0/24`, [
    access({ timeoutMs: 1 }),
  ])
  const seen = new Set<string>()
  for await (const one of sweep) {
    seen.add(one.ip)
    assert.ok(
      sweep.counters.sent - sweep.counters.done <= 16 * 2 + sweep.counters.done,
      'open questions stay within the window',
    )
  }
  assert.is(seen.size, 60)
})

test('IPv6 is swept as well', async () => {
  const agent = await startAgent({ address: '::1', varbinds: [octets('1.3.6.1.2.1.1.5.0', 'six')] })
  try {
    const found = await all(equipmentWith().sweep('::1', [accessTo(agent.port)]))
    assert.equal(
      found.map(({ ip, name }) => [ip, name]),
      [['::1', 'six']],
    )
  } finally {
    await agent.close()
  }
})

test('a network that is not completely allowed is refused before anything is sent', () => {
  const strict = equipmentWith({
    allow_loopback: false,
    networks: ['10.0.0.0/8', '192.168.0.0/16', '0.0.0.0/0', 'fd00::/8'],
  })
  const narrow = equipmentWith({ networks: ['10.1.0.0/16', '10.2.3.4'] })
  const reason = (equipment: typeof strict, cidr: string): string | null => {
    try {
      equipment.sweep(cidr, [])
      return null
    } catch (error) {
      assert.is((error as { code: string }).code, 'EQUIPMENT_NETWORK_REFUSED', cidr)
      return (error as Error).message
    }
  }
  for (const cidr of ['127.0.0.0/16', '127.0.0.1', '::1', '::ffff:127.0.0.0/112'])
    assert.match(reason(strict, cidr)!, /loopback is refused/, cidr)
  for (const cidr of [
    '169.254.169.254',
    '169.254.0.0/16',
    '169.0.0.0/8',
    '224.0.0.0/24',
    '0.0.0.0/0',
    '255.255.255.255',
    'fe80::/120',
    'ff02::/112',
    '::/112',
    '::ffff:169.254.169.254',
  ]) {
    assert.ok(reason(strict, cidr), cidr)
  }
  for (const cidr of ['10.0.0.0/15', '10.2.3.0/30', '10.2.3.5', '11.0.0.0/24'])
    assert.match(reason(narrow, cidr)!, /not all of it/, cidr)
  for (const cidr of [
    '',
    '10.1.0.0/',
    '10.1.0.0/33',
    '10.1.0.0/-1',
    '10.1.0.0/1e1',
    '10.1/16',
    '0xa.1.0.0/16',
    '10.1.0.0/16/16',
    'fd00::1%eth0/112',
    'sw.example.net/24',
    '10.1.0.0 - 10.1.0.9',
  ])
    assert.match(reason(narrow, cidr)!, /not a network/, cidr)
  assert.match(reason(strict, '10.0.0.0/11')!, /too many/)
  assert.match(reason(strict, 'fd00::/111')!, /too many/)
  assert.equal(strict.sweepable('10.1.2.3/16'), { cidr: '10.1.0.0/16', addresses: 65_534 })
  assert.equal(strict.sweepable('::ffff:10.1.2.3/120'), { cidr: '10.1.2.0/24', addresses: 254 })
  assert.equal(strict.sweepable('fd00::5/112'), { cidr: 'fd00::/112', addresses: 65_535 })
  assert.equal(
    [narrow.sweepable('10.2.3.4'), narrow.sweepable('10.1.0.6/31')],
    [
      { cidr: '10.2.3.4/32', addresses: 1 },
      { cidr: '10.1.0.6/31', addresses: 2 },
    ],
  )
})
