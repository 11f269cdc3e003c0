import { assert, suite } from '@linecard/test-kit'
import { createNetworks } from '../src/networks.ts'
import { rangeOf } from '../src/sweep/addresses.ts'

/** Networks of equipment exclude addresses of cloud metadata by default. */
const test = suite('equipment networks: metadata of clouds')

const wide = ['0.0.0.0/0', '::/0', '10.0.0.0/8', '100.64.0.0/10', 'fc00::/7']
const metadata = [
  'fd00:ec2::254',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  '::ffff:100.100.100.200',
]
const codeOf = (work: () => unknown): string | null => {
  try {
    work()
    return null
  } catch (error) {
    return (error as { code: string }).code
  }
}

test('a wide network does not mean the metadata service of a cloud, its own address does', () => {
  const networks = createNetworks(wide)
  for (const ip of metadata) {
    assert.is(
      codeOf(() => networks.check(ip)),
      'EQUIPMENT_ADDRESS_REFUSED',
      ip,
    )
    assert.is(
      codeOf(() => networks.checkNetwork(ip)),
      'EQUIPMENT_NETWORK_REFUSED',
      ip,
    )
  }
  assert.is(networks.check('100.100.100.201'), '100.100.100.201')
  for (const named of [['100.100.100.200'], ['100.100.100.200/32']])
    assert.is(createNetworks(named).check('100.100.100.200'), '100.100.100.200')
})

test('link-local addresses are never asked, even if they are named', () => {
  const networks = createNetworks(['169.254.0.0/16', '169.254.169.254', 'fe80::/10'])
  for (const ip of ['169.254.169.254', '169.254.1.1', 'fe80::1', '::ffff:169.254.169.254'])
    assert.is(
      codeOf(() => networks.check(ip)),
      'EQUIPMENT_ADDRESS_REFUSED',
      ip,
    )
})

test('a sweep over a network with a metadata service leaves this one address out', () => {
  const range = rangeOf(createNetworks(wide), '100.100.100.192/28')
  const asked = [...range.each()]
  assert.is(asked.length, range.count)
  assert.is(range.count, 13)
  assert.not.ok(asked.includes('100.100.100.200'))
})

test('a lent address is for copies only, and copies have no other', () => {
  const networks = createNetworks(['10.0.0.0/8'])
  const copy = { deviceId: null, copyOf: 5 }
  const refusal = (target: { ip: string; deviceId: number | null; copyOf?: number }) =>
    codeOf(() => networks.checkTarget(target))
  const refused = 'EQUIPMENT_ADDRESS_REFUSED'
  assert.is(refusal({ ip: '127.9.1.1', ...copy }), refused, 'not lent')
  const end = networks.lend('127.9.1.1')
  assert.is(networks.checkTarget({ ip: '127.9.1.1', ...copy }), '127.9.1.1')
  assert.is(refusal({ ip: '10.1.1.1', ...copy }), refused, 'the address of a real device')
  assert.is(refusal({ ip: '127.9.1.2', ...copy }), refused, 'another address')
  assert.is(refusal({ ip: '127.9.1.1', deviceId: 5, copyOf: 5 }), refused, 'a device of the inventory')
  assert.is(refusal({ ip: '127.9.1.1', deviceId: null }), refused, 'no copy')
  assert.is(networks.checkTarget({ ip: '10.1.1.1', deviceId: 7 }), '10.1.1.1')
  assert.throws(() => networks.lend('127.9.1.1'), /is lent already/)
  assert.throws(() => networks.lend('10.1.1.1'), /is no loopback address/)
  end()
  assert.is(refusal({ ip: '127.9.1.1', ...copy }), refused, 'ended')
  const tests = createNetworks([], { allowLoopback: true })
  tests.lend('127.9.1.1')
  assert.is(
    codeOf(() => tests.checkTarget({ ip: '127.9.1.1', deviceId: 7 })),
    refused,
    'a device of the inventory where loopback is allowed',
  )
})
