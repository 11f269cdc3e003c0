import { assert, suite } from '@linecard/test-kit'
import { canonicalAddress } from '../src/addresses.ts'

const test = suite('plugin-kit: addresses')

test('an address has one form, IPv4 written as IPv6 is IPv4, and zones are none', () => {
  for (const [written, form] of [
    ['192.0.2.1', '192.0.2.1'],
    ['::1', '::1'],
    ['0:0:0:0:0:0:0:1', '::1'],
    ['FD00:0::0A', 'fd00::a'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['::', '::'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['64:ff9b::192.0.2.1', '64:ff9b::c000:201'],
  ] as const)
    assert.is(canonicalAddress(written), form, written)
  for (const wrong of [
    '',
    ' ',
    '192.0.2',
    '192.0.2.1/32',
    '192.0.2.256',
    '0300.0.2.1',
    '3221225985',
    'fe80::1%eth0',
    '::1%lo;id',
    '[::1]',
    'localhost',
    '::1 ',
    '-h',
    '1.1.1.1\n',
    '1.1.1.1\u0000',
  ])
    assert.is(canonicalAddress(wrong), null, wrong)
})
