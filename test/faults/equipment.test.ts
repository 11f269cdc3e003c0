import { SnmpType, type Varbind } from '@linecard/driver-kit'
import { fixedMib, startDevice, type Device, type Mib } from '@linecard/simulator'
import { assert, suite, until } from '@linecard/test-kit'
import { ip, startInstallation, type Installation, type Simulated } from '../support/installation.ts'

/** Faults of equipment, seen from the API: from the datagram to the stored row and the answer. */
const test = suite('faults of equipment', { level: 'full' })

interface Port {
  index: number
  name: string
  alias?: string | Buffer
  octets?: bigint
  up?: boolean
}
interface Stored {
  id: number
  bind_key: string
  name: string
  status: string
  description: string
}

const ifEntry = '1.3.6.1.2.1.2.2.1'
const ifXEntry = '1.3.6.1.2.1.31.1.1.1'
const text = (oid: string, value: string | Buffer): Varbind => ({
  oid,
  type: SnmpType.OctetString,
  value: Buffer.from(value as string),
})
const number = (oid: string, type: number, value: number | bigint): Varbind => ({ oid, type, value })

/** A device of no known vendor: system group, ifTable and ifXTable (RFC 3418, RFC 2863). */
const plainMib = (ports: readonly Port[], { uptimeTicks = 5_000_000, more = [] as Varbind[] } = {}): Mib =>
  fixedMib([
    ...more,
    text('1.3.6.1.2.1.1.1.0', 'a router of nobody'),
    { oid: '1.3.6.1.2.1.1.2.0', type: SnmpType.Oid, value: '1.3.6.1.4.1.99999.7' },
    number('1.3.6.1.2.1.1.3.0', SnmpType.TimeTicks, uptimeTicks),
    text('1.3.6.1.2.1.1.5.0', 'plain'),
    ...ports.flatMap(({ index, name, alias = '', octets = 0n, up = true }) => [
      number(`${ifEntry}.1.${index}`, SnmpType.Integer, index),
      text(`${ifEntry}.2.${index}`, name),
      number(`${ifEntry}.3.${index}`, SnmpType.Integer, 6),
      number(`${ifEntry}.7.${index}`, SnmpType.Integer, 1),
      number(`${ifEntry}.8.${index}`, SnmpType.Integer, up ? 1 : 2),
      text(`${ifXEntry}.1.${index}`, name),
      number(`${ifXEntry}.6.${index}`, SnmpType.Counter64, octets),
      number(`${ifXEntry}.10.${index}`, SnmpType.Counter64, octets + 1n),
      text(`${ifXEntry}.18.${index}`, alias),
    ]),
  ])

let house!: Installation
const devices: Device[] = []
let host = 100

/** A device in the inventory whose MIB can be replaced while it runs. */
async function added(mib: Mib) {
  const own = { mib }
  const device = await startDevice({ ip: ip(++host), port: 0, mib: { view: () => own.mib.view() } })
  devices.push(device)
  const { id } = await house.add(
    Object.assign(device, { name: `plain-${host}`, kind: 'router' as const }) as unknown as Simulated,
  )
  /** Without the device in each of them, which every reading changes. */
  const stored = async () =>
    (await house.admin.get<Stored[]>(`/device-interface/by-device/${id}`)).map(row => ({
      ...row,
      device: null,
    }))
  /** Reads the interfaces again until the answer has changed. */
  const read = async (since: number) =>
    until('the interfaces are read', async () => {
      const { refreshed_at: time, refresh_error: error } = await house.admin.get<{
        refreshed_at: string | null
        refresh_error: string | null
      }>(`/device/${id}`)
      return time !== null && Date.parse(time) >= since ? { error } : null
    })
  await read(0)
  return {
    id,
    device,
    stored,
    /** The next request finds another MIB. */
    turnInto(next: Mib) {
      own.mib = next
    },
    async become(next: Mib) {
      own.mib = next
      const since = Date.now()
      await house.admin.put(`/device/${id}`, {
        params: { sw_core_connection: { console_port: 1 + (since % 60_000) } },
      })
      return read(since)
    },
  }
}

test.before(async () => {
  house = await startInstallation()
})
test.after(async () => {
  await house?.stop()
  await Promise.all(devices.map(device => device.stop()))
})

const four = ['wan', 'lan', 'dmz', 'mgmt'].map((name, n): Port => ({
  index: n + 1,
  name,
  alias: `port ${name}`,
  up: n % 2 === 0,
}))

test('a device that stops answering during a walk loses no stored interface and is not Down', async () => {
  const { id, device, stored, become } = await added(plainMib(four))
  const before = await stored()
  device.behaviour.silent = { under: [`${ifXEntry}.1.3`] }
  const { error } = await become(plainMib(four))
  assert.match(error!, /middle|whole list/)
  assert.equal(await stored(), before)
  assert.is((await house.admin.get<{ status: string }>(`/device/${id}`)).status, 'Up')
})

test('an agent that starts up and lists nothing loses no stored interface', async () => {
  const { stored, become } = await added(plainMib(four))
  const before = await stored()
  await become(plainMib([]))
  assert.equal(
    (await stored()).map(row => row.id),
    before.map(row => row.id),
  )
})

test('counters above 2^53 arrive as exact decimal strings, small ones as numbers', async () => {
  const { id } = await added(
    plainMib([
      { index: 1, name: 'wan', octets: 2n ** 64n - 2n },
      { index: 2, name: 'lan', octets: 9_007_199_254_740_992n },
      { index: 3, name: 'dmz', octets: 12n },
    ]),
  )
  const answer = await house.admin.ask<{ in_octets: unknown; out_octets: unknown }[]>(
    'GET',
    `/switcher-core/device/interface_counters/${id}`,
  )
  assert.equal(
    answer.data.map(row => [row.in_octets, row.out_octets]),
    [
      ['18446744073709551614', '18446744073709551615'],
      [9_007_199_254_740_992, '9007199254740993'],
      [12, 13],
    ],
  )
  assert.match(answer.text, /"in_octets":"18446744073709551614"/)
  const kept = await house.admin.ask<unknown[]>('GET', `/switcher-core/store/interface_counters/${id}`)
  assert.equal(kept.data, answer.data)
})

test('after a card is inserted before the others, so that all numbers change, every interface keeps its name and its old id', async () => {
  const { stored, become } = await added(plainMib(four))
  const before = new Map((await stored()).map(row => [row.name, row.id]))
  await become(
    plainMib([{ index: 1, name: 'new' }, ...four.map(port => ({ ...port, index: port.index + 1 }))], {
      uptimeTicks: 1_000,
    }),
  )
  const after = new Map((await stored()).map(row => [row.name, row.id]))
  for (const [name, id] of before) assert.is(after.get(name), id, name)
})

test('after a card is inserted, every interface keeps its name and its old id', async () => {
  const { stored, become } = await added(plainMib(four))
  const idOf = async () => new Map((await stored()).map(row => [row.name, row.id]))
  const before = await idOf()
  await become(
    plainMib(
      four.map(port => ({ ...port, index: port.index + 100 })),
      { uptimeTicks: 1_000 },
    ),
  )
  assert.equal(await idOf(), before)
})

const renumbered = (more: Partial<Port> = {}) =>
  plainMib([
    { index: 1, name: 'new', octets: 9n, ...more },
    ...four.map(port => ({ ...port, index: port.index + 1 })),
  ])

test('a port that moved since it was read is 409 with both names, never the values of another', async () => {
  const { id, device, stored, turnInto } = await added(plainMib(four))
  const wan = (await stored()).find(({ name }) => name === 'wan')!
  const path = `/component/switches/counters/${id}`
  const live = { interface: `id:${wan.id}`, from: 'device' }
  const answer = await house.admin.ask<{ interface: { name: string } }[]>('GET', path, { query: live })
  assert.equal(
    answer.data.map(row => row.interface.name),
    ['wan'],
  )

  turnInto(renumbered())
  const refused = await house.admin.fails('GET', path, { query: live })
  assert.equal([refused.status, refused.code, refused.type], [409, 'INTERFACE_MOVED', 'CONFLICT'])
  assert.equal(refused.details, [
    { path: 'interface', message: 'is another port now', wanted: 'wan', there: 'new', found: 2 },
  ])
  assert.match(refused.description, /"wan".*"new"/)

  const after = await stored()
  assert.is(after.find(row => row.id === wan.id)!.bind_key, '2', 'the stored ports are read again')
  const again = await house.admin.ask<{ interface: { name: string } }[]>('GET', path, { query: live })
  assert.equal(
    again.data.map(row => row.interface.name),
    ['wan'],
  )
  const asked = device.requests
  const fresh = after.find(({ name }) => name === 'new')!
  for (const from of ['store', 'cache'])
    for (const module of ['interface_counters', 'link_info']) {
      const { status, data } = await house.admin.ask<{ interface: { name: string } }[]>(
        'POST',
        `/switcher-core/${from}/${module}/${id}`,
        { body: { interface: Number(fresh.bind_key) } },
      )
      if (status !== 404)
        assert.equal(
          data.map(row => row.interface.name),
          ['new'],
          `${from} ${module}`,
        )
    }
  assert.ok(device.requests > asked, 'the cache does not answer with what was stored of the other port')
})

test('the diagnosis of a port that moved is refused as a whole', async () => {
  const { id: _, stored, turnInto } = await added(plainMib(four))
  const wan = (await stored()).find(({ name }) => name === 'wan')!
  const path = `/component/diagnostic/interface/${wan.id}/diag`
  assert.is((await house.admin.ask('GET', path, { query: { from: 'device' } })).status, 200)
  turnInto(renumbered())
  assert.is((await house.admin.fails('GET', path, { query: { from: 'device' } })).code, 'INTERFACE_MOVED')
  assert.is((await house.admin.ask('GET', path, { query: { from: 'device' } })).status, 200)
})

test('two callers at once are both refused, and the ports are read again once', async () => {
  const { id, device, stored, turnInto } = await added(plainMib(four))
  const rows = await stored()
  const [wan, lan] = ['wan', 'lan'].map(word => rows.find(({ name }) => name === word)!)
  const ask = (one: Stored) =>
    house.admin.fails('GET', `/component/switches/errors/${id}`, {
      query: { interface: `id:${one.id}`, from: 'device' },
    })
  const reading = async () => {
    const sent = device.requests
    await house.admin.post(`/switcher-core/device/interfaces_list/${id}`, {})
    return device.requests - sent
  }
  const list = await reading()
  turnInto(renumbered())
  const before = device.requests
  const refused = await Promise.all([ask(wan!), ask(lan!)])
  assert.equal(
    refused.map(({ code }) => code),
    ['INTERFACE_MOVED', 'INTERFACE_MOVED'],
  )
  const both = device.requests - before
  turnInto(plainMib(four))
  const one = device.requests
  await ask(wan!)
  const single = device.requests - one
  // Each call reads the list itself; the stored ports are read once for both.
  assert.ok(both < 2 * single, `${both} requests for two calls, ${single} for one`)
  assert.ok(both - single <= list + 4, `${both} ${single} ${list}`)
})

test('a description is no name, and a port that was renamed is read under its new name', async () => {
  const mac = (n: number) => Buffer.from([2, 0, 0, 0, 1, n])
  const ports = (names: readonly string[], alias: string) =>
    plainMib(
      names.map((name, n) => ({ index: n + 1, name, alias })),
      { more: names.map((_, n) => text(`${ifEntry}.6.${n + 1}`, mac(n))) },
    )
  const { id, stored, turnInto } = await added(ports(['Gi0/1', 'Gi0/2'], 'before'))
  const one = (await stored()).find(({ name }) => name === 'Gi0/1')!
  const read = async () =>
    (
      await house.admin.get<{ interface: { name: string } }[]>(`/component/switches/counters/${id}`, {
        interface: `id:${one.id}`,
        from: 'device',
      })
    ).map(row => row.interface.name)
  turnInto(ports(['Gi0/1', 'Gi0/2'], 'after'))
  assert.equal(await read(), ['Gi0/1'])
  turnInto(ports(['GigabitEthernet0/1', 'GigabitEthernet0/2'], 'after'))
  assert.equal(await read(), ['GigabitEthernet0/1'], 'the long form of the same name')
  turnInto(ports(['uplink', 'Gi0/2'], 'after'))
  assert.equal(await read(), ['uplink'], 'its MAC address shows that it was renamed')
  turnInto(ports(['Gi0/2', 'Gi0/1'], 'after'))
  const refused = await house.admin.fails('GET', `/component/switches/counters/${id}`, {
    query: { interface: `id:${one.id}`, from: 'device' },
  })
  assert.is(refused.code, 'INTERFACE_MOVED')
})

test('hostile descriptions arrive as text, stored and live, and break no page', async () => {
  const hostile: [string, string | Buffer, string][] = [
    ['html', '<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['latin', Buffer.from([0x63, 0x61, 0x66, 0xe9]), 'café'],
    ['nul', Buffer.from('a\u0000b'), 'ab'],
    ['sql', `'; drop table inventory_device; --`, `'; drop table inventory_device; --`],
    ['long', 'x'.repeat(60_000), `${'x'.repeat(799)}…`],
    ['wide', '界'.repeat(3_000), `${'界'.repeat(799)}…`],
  ]
  const { id, stored } = await added(
    plainMib(hostile.map(([name, alias], n) => ({ index: n + 1, name, alias }))),
  )
  const live = await house.admin.ask<{ interface: { name: string }; description: string }[]>(
    'GET',
    `/switcher-core/device/link_info/${id}`,
  )
  assert.match(live.headers.get('content-type')!, 'application/json')
  assert.is(live.headers.get('x-content-type-options'), 'nosniff')
  const rows = new Map((await stored()).map(row => [row.name, row.description]))
  for (const [name, , told] of hostile) {
    assert.is(live.data.find(row => row.interface.name === name)!.description, told, name)
    assert.is(rows.get(name), told, name)
  }
  assert.is(
    (await house.admin.get<unknown[]>('/device-interface', { query: `'; drop`, device_id: id })).length,
    1,
  )
})

test('a MAC is found in any notation', async () => {
  const mac = '02:00:5E:10:AB:01'
  const index = `10.${mac
    .split(':')
    .map(octet => Number.parseInt(octet, 16))
    .join('.')}`
  const { id } = await added(
    plainMib(four, {
      more: [
        number('1.3.6.1.2.1.17.1.4.1.2.7', SnmpType.Integer, 1),
        number(`1.3.6.1.2.1.17.7.1.2.2.1.2.${index}`, SnmpType.Integer, 7),
        number(`1.3.6.1.2.1.17.7.1.2.2.1.3.${index}`, SnmpType.Integer, 3),
      ],
    }),
  )
  for (const written of [mac, mac.toLowerCase(), '0200.5e10.ab01', '02-00-5E-10-AB-01', '02005e10ab01']) {
    const rows = await house.admin.get<{ mac_address: string; interface: { name: string } }[]>(
      `/switcher-core/device/fdb/${id}`,
      { mac: written },
    )
    assert.equal(
      rows.map(row => [row.mac_address, row.interface.name]),
      [[mac, 'wan']],
      written,
    )
  }
  assert.is(
    (await house.admin.fails('GET', `/switcher-core/device/fdb/${id}`, { query: { mac: 'zz' } })).status,
    400,
  )
})
