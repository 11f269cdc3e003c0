import { DeviceError } from '@linecard/driver-kit'
import { assert, growth, suite } from '@linecard/test-kit'
import { replyOf } from '../src/router-os/reply.ts'
import { lengthAt, lengthOctets, sentenceOctets, sentenceReader } from '../src/router-os/words.ts'

const test = suite('words of the RouterOS API')

const thrown = (work: () => unknown): DeviceError => {
  try {
    work()
  } catch (error) {
    assert.instance(error, DeviceError)
    return error as DeviceError
  }
  throw new Error('it should have failed')
}

// Lengths at both ends of each of the five forms, and their octets (MikroTik, manual "API").
const lengths: readonly (readonly [number, string])[] = [
  [0, '00'],
  [0x7f, '7f'],
  [0x80, '8080'],
  [0x3fff, 'bfff'],
  [0x4000, 'c04000'],
  [0x1f_ffff, 'dfffff'],
  [0x20_0000, 'e0200000'],
  [0xfff_ffff, 'efffffff'],
  [0x1000_0000, 'f010000000'],
  [0x7fff_ffff, 'f07fffffff'],
]
for (const [length, hex] of lengths) {
  test(`a length of ${length} is ${hex}, both ways`, () => {
    assert.is(lengthOctets(length).toString('hex'), hex)
    assert.equal(lengthAt(Buffer.from(hex, 'hex'), 0), { length, start: hex.length / 2 })
  })
  if (hex.length > 2)
    test(`a length of ${length} that is incomplete waits`, () =>
      assert.is(lengthAt(Buffer.from(hex.slice(0, -2), 'hex'), 0), null))
}

const said = [
  ['/ip/arp/print', '=.proplist=address'],
  ['!re', `=comment=${'x'.repeat(300)}`, '=a==b=c', '=line=one\ntwo'],
  ['!done'],
]
for (const size of [1, 2, 3, 7, 64, 10_000]) {
  test(`sentences in pieces of ${size} octets are the same`, () => {
    const octets = Buffer.concat(said.map(sentenceOctets))
    const read = sentenceReader()
    const heard: string[][] = []
    for (let at = 0; at < octets.length; at += size)
      heard.push(...read(octets.subarray(at, at + size)).map(words => words.map(String)))
    assert.equal(heard, said)
  })
}

test('the cost of a long word in single octets is linear in its length', async () => {
  const factor = await growth(count => {
    const octets = sentenceOctets(['!re', 'x'.repeat(count)])
    const read = sentenceReader()
    for (let at = 0; at < octets.length; at++) read(octets.subarray(at, at + 1))
  }, 5_000)
  assert.ok(factor < 40, `ten times the octets took ${factor} times as long`)
})

test('invalid sentences end in ParseFailed: control octets, words and sentences without end', () => {
  assert.is(thrown(() => sentenceReader()(Buffer.from('f8', 'hex'))).kind, 'ParseFailed')
  assert.match(
    thrown(() => sentenceReader()(Buffer.from('SSH-2.0-ROSSSH\r\n'.replace('S', '\xff'), 'latin1'))).message,
    'no sentence of the RouterOS API',
  )
  assert.match(
    thrown(() => sentenceReader()(Buffer.from('f07fffffff', 'hex'))).message,
    'word of 2147483647 octets',
  )
  const read = sentenceReader({ wordOctets: 100, sentenceOctets: 1_000, sentenceWords: 50 })
  assert.match(
    thrown(() => {
      for (let n = 0; n < 100; n++) read(Buffer.from('\x02ab'))
    }).message,
    '51 words',
  )
})

const reply = (...words: string[]) => replyOf(words.map(word => Buffer.from(word)))
const value = (octets: Buffer) =>
  replyOf([Buffer.from('!re'), Buffer.concat([Buffer.from('=comment='), octets])]).row['comment']

test('replies: tag, properties, values with equals signs and lines, words without a name', () => {
  assert.equal(reply('!re', '=.id=*1', '=comment=a=b\nc', '=empty=', '.tag=17'), {
    kind: 're',
    tag: '17',
    row: { '.id': '*1', comment: 'a=b\nc', empty: '' },
    text: '',
  })
  assert.equal(reply('!fatal', 'session terminated on request').text, 'session terminated on request')
  assert.is(reply('!re', '=.tag=5').tag, null)
  assert.equal(Object.keys(reply('!re', '=__proto__=x').row), ['__proto__'])
  assert.is(thrown(() => reply('!yes')).kind, 'ParseFailed')
  assert.is(thrown(() => reply('=re')).kind, 'ParseFailed')
})

test('values in Latin-1 and with control characters become text', () => {
  assert.is(value(Buffer.from('вулиця 4')), 'вулиця 4')
  assert.is(value(Buffer.from('Stra\xdfe', 'latin1')), 'Straße')
  assert.is(value(Buffer.from('a\x00\x1b[31mb')), 'a[31mb')
  assert.is(value(Buffer.from([0xff, 0xfe]))!.length, 2)
})
