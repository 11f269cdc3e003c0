import { assert, suite } from '@linecard/test-kit'
import { countedAddressOf, isTooWide, networkMatcher, invalidNetworks } from '../src/networks/match.ts'

const test = suite('identity: networks')

test('an address is in a network whatever way it is written', () => {
  const holds = networkMatcher(['192.0.2.0/24', '2001:db8:7::/48', '::ffff:198.51.100.0/120', '203.0.113.9'])
  const inside = [
    '192.0.2.1',
    '::ffff:192.0.2.1',
    '::ffff:c000:0201',
    '2001:db8:7::1',
    '2001:0DB8:0007:1::',
    '2001:db8:7::1%eth0',
    '198.51.100.77',
    '::ffff:198.51.100.77',
    '203.0.113.9',
  ]
  for (const ip of inside) assert.ok(holds(ip), ip)
  const outside = [
    '192.0.3.1',
    '::192.0.2.1',
    '2001:db8:8::1',
    '203.0.113.10',
    '',
    'unknown',
    'localhost',
    '192.0.2.1, 10.0.0.1',
    '3221225985',
    '0xc0000201',
    '192.0.513',
    '0300.0.2.1',
    '192.0.2.1:80',
    '64:ff9b::192.0.2.1',
    '[2001:db8:7::1]',
  ]
  for (const ip of outside) assert.not.ok(holds(ip), ip)
})

test('what is no network is named, and holds nothing', () => {
  const wrong = [
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0/8',
    'example.net',
    '',
    '::/129',
    '300.1.1.1',
    '10.0.0.0/x',
    '::ffff:10.0.0.0/95',
  ]
  assert.equal(invalidNetworks([...wrong, '10.0.0.0/8', '::1', 'fe80::/10']), wrong)
  assert.not.ok(wrong.some(network => networkMatcher([network])('10.0.0.1')))
})

test('networks that take in the world are too wide', () => {
  for (const network of [
    '0.0.0.0/0',
    '0.0.0.0/1',
    '128.0.0.0/1',
    '::/0',
    '::/1',
    '::ffff:0:0/96',
    '::ffff:0.0.0.0/97',
    'nonsense',
  ])
    assert.ok(isTooWide(network), network)
  for (const network of ['10.0.0.0/8', 'fc00::/7', '127.0.0.1', '::1', '::ffff:10.0.0.0/104'])
    assert.not.ok(isTooWide(network), network)
})

test('an attacker is one IPv4 host, or the whole /64 of an IPv6 host', () => {
  assert.is(countedAddressOf('192.0.2.1'), '192.0.2.1')
  assert.is(countedAddressOf('::ffff:192.0.2.1'), '192.0.2.1')
  assert.is(countedAddressOf('2001:db8:1:2:3:4:5:6'), countedAddressOf('2001:db8:1:2:ffff::1'))
  assert.is.not(countedAddressOf('2001:db8:1:2::1'), countedAddressOf('2001:db8:1:3::1'))
})
