import { assert, suite } from '@linecard/test-kit'
import { addressOf, addressText, isUnicast, isVirtual } from '../../src/discovery/address.ts'
import { collectDoubts, quoted } from '../../src/discovery/doubts.ts'
import { draftsOf } from '../../src/discovery/draft.ts'
import { identify, whoIs } from '../../src/discovery/identity.ts'
import { indexNetwork, nameOf, portName } from '../../src/discovery/network.ts'
import { portFinder } from '../../src/discovery/port-names.ts'
import type { Neighbour, SceneDevice, SceneInterface } from '../../src/discovery/scene.ts'
import type { Judged } from '../../src/discovery/verdict.ts'
import { many } from './by-hand.ts'
import { aDevice, anInterface, aScene, macOf, portOf } from './small.ts'

const test = suite('links: addresses, names and drafts')

test('an address in any notation is one number, anything else is none', () => {
  for (const text of ['02:00:00:00:0A:32', '02-00-00-00-0a-32', '0200.0000.0a32', '020000000a32'])
    assert.is(addressOf(text), 0x02_00_00_00_0a_32, text)
  for (const text of [
    '0x020000000a32',
    '2:0:0:0:a:32',
    '02 00 00 00 0A 32',
    '30:32:30:30:30:30:30:30:30:61:33:32',
  ])
    assert.is(addressOf(text), 0x02_00_00_00_0a_32, text)
  assert.is(addressOf('fE:dC:bA:98:76:54'), 0xfe_dc_ba_98_76_54)
  for (const text of [
    '',
    '0200',
    '02:00:00:00:0A:3G',
    '02:00:00:00:0A:3é',
    '02x00x00x00x0Ax32',
    '0'.repeat(41),
  ])
    assert.is(addressOf(text), -1, text)
  for (const more of ['0', 'x', ':00']) assert.is(addressOf(`02:00:00:00:0A:32${more}`), -1, more)
  assert.equal(
    [40, 41].map(length => addressOf('020000000a32'.padEnd(length, '-'))),
    [0x02_00_00_00_0a_32, -1],
  )
  assert.is(addressText(0x0a), '00:00:00:00:00:0A')
  assert.is(addressText(0xab_00_00_00_00_01), 'AB:00:00:00:00:01')
})

test('groups, zeros and no address are no station', () => {
  const stations = [1, 0x02_00_00_00_00_01, 0x02_ff_ff_ff_ff_ff]
  assert.ok(stations.every(isUnicast))
  assert.ok(![0, -1, 0x01_00_00_00_00_00, 0x03_00_00_00_00_01, 0xff_ff_ff_ff_ff_ff].some(isUnicast))
})

test('blocks of addresses that move end where their standards say', () => {
  const blocks = [
    [0x00005e000100, 0x00005e0002ff],
    [0x00000c07ac00, 0x00000c07acff],
    [0x00000c9ff000, 0x00000c9fffff],
    [0x0005730a0000, 0x0005730affff],
    [0x0007b4000000, 0x0007b4ffffff],
  ] as const
  for (const [first, last] of blocks)
    assert.equal(
      [first - 1, first, last, last + 1].map(isVirtual),
      [false, true, true, false],
      addressText(first),
    )
  assert.equal([0x00005e0001ff, 0x00005e000200].map(isVirtual), [true, true])
})

test('a doubt is told once, of 20 devices, and 1,000 are kept', () => {
  const doubts = collectDoubts()
  doubts.add('stranger', [3, 1, 3, 2], 'x')
  doubts.add('stranger', [1, 2, 3], 'x')
  doubts.add('contradiction', [1, 2, 3], 'x')
  doubts.add('stranger', many(1, 21), 'x')
  assert.equal(doubts.list.slice(0, 2), [
    { kind: 'stranger', devices: [1, 2, 3], text: 'x' },
    { kind: 'contradiction', devices: [1, 2, 3], text: 'x' },
  ])
  assert.equal(doubts.list[2]!.devices, many(1, 20))
  for (const at of many(0, 997)) doubts.add('stranger', [], `${at}`)
  assert.equal([doubts.list.length, doubts.more], [1000, 0])
  doubts.add('stranger', [], '0')
  assert.is(doubts.more, 0)
  doubts.add('stranger', [], 'one more')
  doubts.add('stranger', [], 'and another')
  assert.equal([doubts.list.length, doubts.more], [1000, 2])
})

test('a text of a device is cut after 60 characters, and has no control characters', () => {
  assert.is(quoted('a'.repeat(60)), `"${'a'.repeat(60)}"`)
  assert.is(quoted('a'.repeat(61)), `"${'a'.repeat(60)}…"`)
  assert.is(quoted('a\u0000b\nc'), '"a b c"')
})

const judged = (a: number, aPort: number, b: number, bPort: number, more: Partial<Judged> = {}): Judged => ({
  a,
  aPort,
  b,
  bPort,
  by: 'lldp',
  both: true,
  strong: true,
  sure: true,
  shared: false,
  confidence: 0.9,
  remark: null,
  ...more,
})
/** Ports 4 and 5 make 8, 14 and 15 make 18. */
const trunk = Int32Array.from(many(0, 40), at =>
  at === 4 || at === 5 ? 8 : at === 14 || at === 15 ? 18 : at,
)
const drafts = (links: Judged[], upper: 'a' | 'b' | null = null) =>
  draftsOf({ trunk } as never, links, () => upper)

test('the upper end comes first, or else the smaller device', () => {
  const ends = (link: Judged, upper: 'a' | 'b' | null) =>
    drafts([link], upper).map(({ a, aPort, b, bPort, directed }) => [a, aPort, b, bPort, directed])
  assert.equal(ends(judged(2, 21, 1, 11), null), [[1, 11, 2, 21, false]])
  assert.equal(ends(judged(1, 11, 2, 21), null), [[1, 11, 2, 21, false]])
  assert.equal(ends(judged(2, 21, 1, 11), 'a'), [[2, 21, 1, 11, true]])
  assert.equal(ends(judged(1, 11, 2, 21), 'b'), [[2, 21, 1, 11, true]])
})

test('a draft says by which protocol, who says so, and why it is not sure', () => {
  const said = (more: Partial<Judged>) => drafts([judged(1, 11, 2, 21, more)])[0]!.proofs[0]!.text
  assert.is(said({}), 'LLDP: both sides say so')
  assert.is(said({ both: false, by: 'cdp', remark: 'why' }), 'CDP: one side says so; why')
  assert.is(said({ by: 'fdb' }), 'fdb: both sides say so')
  const supported = (more: Partial<Judged>) => drafts([judged(1, 11, 2, 21, more)])[0]!.supported
  assert.equal([supported({}), supported({ supported: true })], [false, true])
})

test('links of two members make one link of their aggregates, as sure as the surest', () => {
  const all = drafts([
    judged(0, 4, 1, 14, { sure: false, shared: true, confidence: 0.4 }),
    judged(0, 5, 1, 15, { confidence: 0.9 }),
  ])
  const brief = all.map(one => [one.aPort, one.bPort, one.within, one.sure, one.shared, one.confidence])
  const [{ proofs }] = [all[1]!]
  assert.equal(proofs, [{ by: 'lldp', text: 'LLDP: both sides say so' }])
  assert.equal(brief, [
    [4, 14, { a: 8, b: 18 }, false, true, 0.4],
    [8, 18, null, true, false, 0.9],
    [5, 15, { a: 8, b: 18 }, true, false, 0.9],
  ])
  const kept = drafts([
    judged(0, 4, 1, 14, { shared: true }),
    judged(0, 5, 1, 15, { sure: false, shared: true, confidence: 0.4 }),
  ])[1]!
  assert.equal([kept.sure, kept.shared, kept.confidence], [true, true, 0.9])
})

test('an aggregate at one end alone has a port or none at the other', () => {
  const within = (link: Judged) => drafts([link]).map(one => [one.aPort, one.bPort, one.within])
  assert.equal(within(judged(0, 4, 1, 11)), [
    [4, 11, { a: 8, b: -1 }],
    [8, 11, null],
  ])
  assert.equal(within(judged(0, 1, 1, 14)), [
    [1, 14, { a: -1, b: 18 }],
    [1, 18, null],
  ])
  assert.equal(within(judged(0, 4, 1, -1)), [
    [4, -1, { a: 8, b: -1 }],
    [8, -1, null],
  ])
  assert.equal(within(judged(0, 0, 1, -1)), [[0, -1, null]])
  assert.is(drafts([judged(0, 4, 1, 14), judged(0, 5, 2, 21)]).length, 4)
})

/** The port that the text names, by its number on the device. */
async function named(ports: SceneInterface[], port: string | null, portDescription: string | null = null) {
  const network = await indexNetwork(aScene([aDevice(1, { interfaces: ports })]))
  const found = portFinder(network).find(0, { port, portDescription })
  return found < 0 ? found : network.ports[found]!.id - 100
}

test('a port is what it announces before a MAC, a name, a description and a number', async () => {
  const ports = [
    anInterface(1, 1, { announced: '7', name: 'x1', index: 11 }),
    anInterface(1, 2, { name: '7', index: 12, names: ['uplink'] }),
    anInterface(1, 3, { name: 'x3', index: 7, mac: '02:00:00:00:00:77' }),
  ]
  assert.is(await named(ports, '7'), 1)
  assert.is(await named(ports.slice(1), '7'), 2)
  assert.is(await named(ports.slice(2), '7'), 3)
  assert.is(await named(ports, ' 12 '), 2)
  assert.is(await named(ports, '02-00-00-00-00-77'), 3)
  assert.is(await named(ports, 'elsewhere', 'x3'), 3)
  assert.is(await named(ports, 'uplink', 'x3'), 2)
  assert.is(await named(ports, null, 'uplink'), 2)
  assert.is(await named(ports, null), -1)
  assert.is(await named(ports, ''), -1)
})

test('a port is known by the first 200 characters of a text', async () => {
  const long = (end: string, length = 200) => 'a'.repeat(length) + end
  assert.is(await named([anInterface(1, 1, { announced: long('b') })], long('c')), 1)
  assert.is(await named([anInterface(1, 1, { name: long('b') })], long('c')), 1)
  assert.is(await named([anInterface(1, 1, { name: 'x', names: [long('b')] })], 'elsewhere', long('c')), 1)
  assert.is(await named([anInterface(1, 1, { name: long('b', 199) })], long('c', 199)), -1)
})

test('a port without a name, a MAC or an index is not what has none either', async () => {
  const bare = anInterface(1, 1, { name: '', names: [''], mac: null, index: null })
  for (const port of [null, '', '-', '00:00:00:00:00:01', '0']) assert.is(await named([bare], port, ''), -1)
  const zeros = anInterface(1, 2, { name: 'x', mac: '00:00:00:00:00:00' })
  assert.is(await named([zeros], '00:00:00:00:00:00'), -1)
  const first = anInterface(1, 3, { name: 'x', mac: '00:00:00:00:00:01' })
  assert.equal([await named([first], '00-00-00-00-00-01'), await named([first], null)], [3, -1])
})

test('a text that names two ports, or a port that carries nothing, names none', async () => {
  const twice = [
    anInterface(1, 1, { name: 'a', names: ['same'] }),
    anInterface(1, 2, { name: 'b', names: ['same'] }),
  ]
  assert.is(await named(twice, 'same'), -1)
  assert.is(await named(twice, 'same', 'b'), 2)
  assert.is(await named([anInterface(1, 1, { name: 'a', names: ['a'] })], 'a'), 1)
  assert.is(await named([anInterface(1, 1, { name: 'vlan', kind: 'other' })], 'vlan'), -1)
  assert.is(await named([anInterface(1, 1, { name: 'a', index: 1_234_567_890 })], '1234567890'), -1)
  assert.is(await named([anInterface(1, 1, { name: 'a', index: 123_456_789 })], '123456789'), 1)
})

test('the first of two devices or ports with one id counts, and a foreign aggregate is none', async () => {
  const devices: SceneDevice[] = [
    aDevice(1, { name: '', interfaces: [anInterface(1, 1, { aggregate: portOf(2, 1) }), anInterface(1, 2)] }),
    aDevice(1, { name: 'twin' }),
    aDevice(2, {
      interfaces: [
        anInterface(1, 2, { name: 'twin' }),
        anInterface(2, 1),
        anInterface(2, 2, { aggregate: portOf(2, 1) }),
      ],
    }),
  ]
  const network = await indexNetwork(aScene(devices))
  assert.equal(
    network.devices.map(({ id }) => id),
    [1, 2],
  )
  assert.equal(
    network.ports.map(({ id }) => id),
    [101, 102, 201, 202],
  )
  assert.equal(
    [[...network.owner], [...network.trunk]],
    [
      [0, 0, 1, 1],
      [0, 1, 2, 2],
    ],
  )
  assert.equal([nameOf(network, 0), nameOf(network, 1)], ['device 1', 'sw2'])
  assert.equal([portName(network, -1), portName(network, 0)], ['an unknown port', 'GigabitEthernet0/1'])
  const long = 'x'.repeat(61)
  const longNamed = await indexNetwork(
    aScene([aDevice(1, { name: long, interfaces: [anInterface(1, 1, { name: long })] })]),
  )
  assert.equal([nameOf(longNamed, 0), portName(longNamed, 0)], [long.slice(1), long.slice(1)])
})

const row = (more: Partial<Neighbour>): Neighbour => ({
  device: 9,
  interface: null,
  protocol: 'LLDP',
  chassis: null,
  port: null,
  portDescription: null,
  name: null,
  address: null,
  ...more,
})
/** Devices 1 to 3 with names, addresses and IP addresses; 2 and 3 have one more of each in common. */
async function identified(arp: { ip: string; mac: string }[]) {
  const common = ['both', macOf(1), '00:00:00:00:00:00']
  const ports = [macOf(1), macOf(101)].map((mac, at) => anInterface(1, at + 1, { mac }))
  const devices = [
    aDevice(1, { name: 'Core-1.example.net', interfaces: ports }),
    aDevice(2, { names: [...common, '10.1.1.1', '(x)'], ips: ['10.0.0.2', '2001:DB8::2', '10.0.0.99'] }),
    aDevice(3, { names: ['both'], macs: [], ips: ['10.0.0.3', '2001:DB8::3', '10.0.0.99'] }),
  ]
  const network = await indexNetwork(aScene(devices))
  const doubts = collectDoubts()
  const ids = await identify(
    network,
    arp.map(one => ({ device: null, ...one })),
    doubts,
  )
  return { ids, doubts: doubts.list }
}
async function who(more: Partial<Neighbour>, arp: { ip: string; mac: string }[] = []) {
  const { device, strong, doubtful } = whoIs((await identified(arp)).ids, row(more))
  return `${device < 0 ? 'nobody' : device + 1}${strong ? ' strong' : ''}${doubtful ? ' doubtful' : ''}`
}

test('a neighbour is who has its address, and surely so if nothing else says otherwise', async () => {
  assert.is(await who({ chassis: macOf(1) }), '1 strong')
  assert.is(await who({ chassis: macOf(1), name: 'core-1' }), '1 strong')
  assert.is(await who({ chassis: macOf(1), name: 'sw2' }), '1')
  assert.is(await who({ chassis: macOf(1), name: 'both' }), '1 strong doubtful')
  assert.is(await who({ chassis: macOf(7) }), 'nobody')
  assert.is(await who({ chassis: macOf(101) }), '1 strong')
  assert.is(await who({ chassis: '00:00:00:00:00:00' }), 'nobody')
})

test('a name or an IP address alone is weak, two of them are strong', async () => {
  assert.is(await who({ name: 'CORE-1' }), '1')
  assert.is(await who({ name: 'core-1.example.net(FOC123)' }), '1')
  assert.is(await who({ name: ' core-1 (FOC123)' }), '1')
  for (const name of ['', '(y)', '10.2.2.2']) assert.is(await who({ name }), 'nobody', name)
  for (const text of ['2001:db8::2', '2001:DB8::2']) {
    assert.is(await who({ address: text }), '2', text)
    assert.is(await who({ chassis: text }), '2', text)
  }
  assert.is(await who({ name: 'core-1', address: '10.0.0.1' }), '1 strong')
  assert.is(await who({ address: '10.0.0.2' }), '2')
  assert.is(await who({ chassis: '10.0.0.2', name: 'sw2' }), '2 strong')
  assert.is(await who({ chassis: 'sw2', name: 'sw2' }), '2 strong')
  assert.is(await who({ name: 'core-1', address: '10.0.0.2' }), 'nobody doubtful')
  assert.is(await who({ name: 'both' }), 'nobody doubtful')
  assert.is(await who({ name: 'both', address: '10.0.0.2' }), '2 doubtful')
  assert.is(await who({ name: `core-1.${'x'.repeat(246)}` }), '1')
  assert.is(await who({ name: `core-1.${'x'.repeat(247)}` }), 'nobody')
})

test('an address of ARP is a device’s, unless it answers for several or is another’s', async () => {
  const arp = { ip: '10.0.0.3', mac: macOf(33) }
  assert.is(await who({ chassis: macOf(33) }, [arp]), '3 strong')
  assert.is(await who({ chassis: macOf(33) }, [arp, { ip: '10.0.0.2', mac: macOf(33) }]), 'nobody doubtful')
  assert.is(await who({ chassis: macOf(1) }, [{ ip: '10.0.0.3', mac: macOf(1) }]), '1 strong')
  assert.is(await who({ chassis: macOf(33) }, [{ ip: '10.0.0.9', mac: macOf(33) }]), 'nobody')
  assert.is(await who({ chassis: macOf(33) }, [{ ip: '10.0.0.99', mac: macOf(33) }]), 'nobody')
  assert.is(await who({ chassis: macOf(33) }, [{ ip: '2001:dB8::3', mac: macOf(33) }]), '3 strong')
})

test('of ARP are only stations, and of a device that has addresses of its own it is one more', async () => {
  const [group, zeros, router] = ['01:00:5E:00:00:01', '00:00:00:00:00:00', '00:00:5E:00:01:0A']
  const arp = [group, zeros, router, 'x', macOf(33)].map(mac => ({ ip: '10.0.0.3', mac }))
  const { ids, doubts } = await identified([...arp, { ip: '10.0.0.1', mac: macOf(34) }])
  const numbers = ids.macsOf.map(macs => macs.map(mac => mac % 2 ** 32))
  assert.equal([numbers, [...ids.byArp], doubts], [[[1, 101, 34], [2], [33]], [2], []])
})

test('an address of several devices is a doubt', async () => {
  const twins = [aDevice(1), aDevice(2, { macs: [macOf(1)] })]
  const doubts = collectDoubts()
  const { macsOf } = await identify(await indexNetwork(aScene(twins)), [], doubts)
  const text = 'several devices have the address 02:00:00:00:00:01'
  assert.equal([macsOf, doubts.list], [[[], []], [{ kind: 'claimed-twice', devices: [], text }]])
})
