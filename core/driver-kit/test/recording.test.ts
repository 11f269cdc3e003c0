import { assert, growth, suite } from '@linecard/test-kit'
import { SnmpType, compareOids } from '@linecard/driver-kit'
import { formatSnmprec, parseSnmprec, recordingOf } from '@linecard/driver-kit/recording'

const test = suite('recording')
const octets = (oid: string, bytes: Buffer) => ({ oid, type: SnmpType.OctetString, value: bytes })
const value = (line: string) => [...parseSnmprec(`1.3.6.1|${line}`)][0]!.value
const failure = (source: string) => {
  try {
    parseSnmprec(source, 'sw.snmprec')
  } catch (error) {
    return (error as Error).message
  }
  return 'no failure'
}

test('every tag is decoded', () => {
  assert.is(value('2|-7'), -7)
  assert.equal(value('4|a|b c'), Buffer.from('a|b c'))
  assert.equal(value('4x|00ff 41'), Buffer.from([0, 255, 65]))
  assert.equal(value('4e|line\\r\\n\\x00\\101\\\\ü'), Buffer.from('line\r\n\0A\\ü'))
  assert.is(value('5|'), null)
  assert.is(value('6|.1.3.6.1.4.1.9'), '1.3.6.1.4.1.9')
  assert.is(value('64|10.0.0.1'), '10.0.0.1')
  assert.is(value('64|192.168.42.042'), '192.168.42.42')
  assert.is(value('64x|0a000001'), '10.0.0.1')
  assert.is(value('65|4294967295'), 4294967295)
  assert.is(value('66|1'), 1)
  assert.is(value('67|123'), 123)
  assert.equal(value('68x|9f780442000000'), Buffer.from('9f780442000000', 'hex'))
  assert.is(value('70|18446744073709551615'), 18446744073709551615n)
})

test('a dot before an OID and zeros before its arcs are read as if they were not there', () => {
  const [only] = parseSnmprec('.1.3.6.1.4.1.9.01.020.0.00|6|.1.3.06.1')
  assert.equal(only, { oid: '1.3.6.1.4.1.9.1.20.0.0', type: SnmpType.Oid, value: '1.3.6.1' })
  assert.is(failure('1.3.6.1..2|2|1').includes('is not an OID'), true)
})

test('octets that a recorder kept as lines of a hex dump are made whole', () => {
  const head = '00FF'.padEnd(32, '0')
  const wrapped = Buffer.from('\n00 0F \nF0 \n').toString('hex')
  assert.equal(value(`4x|${head}${wrapped}`), Buffer.from(`${head}000FF0`, 'hex'))
  const trimmed = Buffer.from('\n00 0F \nF0 FF').toString('hex')
  assert.equal(value(`4x|${head}${trimmed}`), Buffer.from(`${head}000FF0FF`, 'hex'))
  const lineFeed = Buffer.from('sixteen letters.\n').toString('hex')
  assert.equal(value(`4x|${lineFeed}`), Buffer.from(lineFeed, 'hex'), 'a line feed stays')
  const text = Buffer.from('sixteen letters.\n00 of it').toString('hex')
  assert.equal(value(`4x|${text}`), Buffer.from(text, 'hex'), 'a text of two lines stays')
  const other = `${head}0a00ff`
  assert.equal(value(`4x|${other}`), Buffer.from(other, 'hex'), 'octets that only look like a line feed stay')
})

test('a broken line is named by file and line', () => {
  assert.is(failure('1.3.6.1|2|1\n\nnonsense'), 'sw.snmprec:3: a line is OID|tag|value')
  assert.is(failure('1.3.x|2|1'), 'sw.snmprec:1: "1.3.x" is not an OID')
  assert.is(failure('1.3.6|99|1'), 'sw.snmprec:1: "99" is not a tag')
  assert.is(failure('1.3.6|4x|abc'), 'sw.snmprec:1: the value is not pairs of hex digits')
  assert.is(failure('1.3.6|4e|a\\q'), 'sw.snmprec:1: the backslash at column 2 does not begin a known escape')
  assert.is(failure('1.3.6|65|-1'), 'sw.snmprec:1: -1 is outside of 0..4294967295')
  assert.is(failure('1.3.6|2|one'), 'sw.snmprec:1: "one" is not a whole number')
  assert.is(failure('1.3.6|64|10.0.0.256'), 'sw.snmprec:1: "10.0.0.256" is not an IPv4 address')
  assert.is(failure('1.3.6|2|1\n1.3.6|2|2'), 'sw.snmprec: 1.3.6 has two values')
})

test('OIDs stand in numeric order, and next finds what GETNEXT finds', () => {
  const recording = parseSnmprec('# a comment\n1.3.10|2|3\r\n1.3.9.1|2|2\n1.3.9|2|1\n')
  assert.equal(
    [...recording].map(({ oid }) => oid),
    ['1.3.9', '1.3.9.1', '1.3.10'],
  )
  assert.is(recording.next('1.3.9')?.oid, '1.3.9.1')
  assert.is(recording.next('1.3.9.0')?.oid, '1.3.9.1')
  assert.is(recording.next('1')?.oid, '1.3.9')
  assert.is(recording.next('1.3.10'), undefined)
  assert.is(recording.get('1.3.9.2'), undefined)
  assert.equal(
    [...recording.below('1.3.9')].map(({ oid }) => oid),
    ['1.3.9.1'],
  )
  assert.ok(
    compareOids('1.3.6.1.10', '1.3.6.1.9') > 0 &&
      compareOids('1.3', '1.3.0') < 0 &&
      compareOids('1.3', '1.3') === 0,
  )
})

test('what is written can be read again', () => {
  const recording = recordingOf([
    octets('1.3.1', Buffer.from('plain text')),
    octets('1.3.2', Buffer.from(' blank ')),
    octets('1.3.3', Buffer.from([0, 10])),
    octets('1.3.4', Buffer.alloc(0)),
    octets('1.3.5', Buffer.from('Львів')),
    { oid: '1.3.6', type: SnmpType.Counter64, value: 2n ** 64n - 1n },
    { oid: '1.3.7', type: SnmpType.Null, value: null },
    { oid: '1.3.8', type: SnmpType.Oid, value: '0.0' },
    { oid: '1.3.9', type: SnmpType.Integer, value: -1 },
  ])
  const written = formatSnmprec(recording)
  assert.equal([...parseSnmprec(written)], [...recording])
  assert.ok(written.startsWith('1.3.1|4|plain text\n1.3.2|4x|20626c616e6b20\n'))
})

test('ten times the lines take about ten times as long', async () => {
  const sourceOf = (lines: number) =>
    Array.from({ length: lines }, (_, i) => `1.3.6.1.2.1.2.2.1.${(i % 20) + 1}.${i}|2|${i}`).join('\n')
  const sources = new Map([1_000, 10_000, 100_000].map(lines => [lines, sourceOf(lines)]))
  assert.ok(
    (await growth(lines => {
      const recording = parseSnmprec(sources.get(lines)!)
      let count = 0
      for (let at = recording.next('1.3'); at; at = recording.next(at.oid)) count++
      assert.is(count, lines)
    }, 1_000)) < 40,
  )
})
