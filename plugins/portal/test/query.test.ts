import { searchQueryOf } from '@linecard/plugin-kit'
import { assert, suite } from '@linecard/test-kit'

const test = suite('portal: what a typed text may mean')
const of = (text: string) => searchQueryOf(text)!

test('MAC addresses and parts of them are recognised in any notation, and other texts are not', () => {
  const pieces: Record<string, string | null> = {
    'AA:BB:CC:DD:EE:FF': 'AABBCCDDEEFF',
    'aabb.ccdd.eeff': 'AABBCCDDEEFF',
    'aa-bb-cc-dd-ee-ff': 'AABBCCDDEEFF',
    aabbccddeeff: 'AABBCCDDEEFF',
    'aabb-ccdd-eeff': 'AABBCCDDEEFF',
    'AA:BB:CC': 'AABBCC',
    'aabb.ccdd': 'AABBCCDD',
    'aa-bb': 'AABB',
    'aa:bb:': 'AABB',
    ':bb:cc:': 'BBCC',
    'b:cc:d': 'BCCD',
    'bb.ccdd.e': 'BBCCDDE',
    aabb: 'AABB',
    '1234': '1234',
    aabbccddeeff0: null,
    'aa:bb:cc:dd:ee:ff:00': null,
    '10.1.': null,
    '10.1.2.3': null,
    'zz:bb': null,
    abc: null,
    'aa:bb-cc': null,
    'a:b:c:d': null,
    '': null,
    ':': null,
  }
  for (const [text, mac] of Object.entries(pieces)) assert.is(searchQueryOf(text)?.mac ?? null, mac, text)
})

test('serial numbers in both spellings', () => {
  assert.equal(of('ztegc1086c70').serials, ['ZTEGC1086C70', '5A544547C1086C70'])
  assert.equal(of('5A544547C1086C70').serials, ['5A544547C1086C70', 'ZTEGC1086C70'])
  assert.equal(of('5a544547').serials, ['5A544547', 'ZTEG'])
  assert.equal(of('AF2704-2206').serials, ['AF2704-2206'])
  assert.equal(of('main street').serials, [])
})

test('whole addresses and beginnings of addresses', () => {
  assert.equal(of('10.1.2.3').ip, { text: '10.1.2.3', whole: true })
  for (const text of ['10.', '10.1.', '10.1', '10.1.2.'])
    assert.equal(of(text).ip, { text, whole: false }, text)
  assert.equal(of('2001:DB8:0:0::17').ip, { text: '2001:db8::17', whole: true })
  assert.equal(of('2001:DB8:1').ip, { text: '2001:db8:1', whole: false })
  for (const text of ['10', '300.1.', '1.2.3.4.5', 'aa', 'fe80::1%eth0']) assert.is(of(text).ip, null, text)
})

test('blanks, control characters, lone surrogates; the time does not grow with hostile lengths', () => {
  assert.is(searchQueryOf(' \t\u0000 '), null)
  assert.is(of('a\u0000b\u0007').text, 'a b')
  assert.is(of('x\ud800').text, 'x\ufffd')
  assert.equal([of('я😀').anywhere, of('я😀!').anywhere], [false, true])
  for (const one of ['a:', '0', '1.', 'aa:', '::', '-', ' ']) of(one.repeat(200))
})
