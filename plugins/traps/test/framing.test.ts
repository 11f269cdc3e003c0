import { assert, suite } from '@linecard/test-kit'
import { Framing, mostOctets } from '../src/intake/syslog/streams.ts'

const test = suite('syslog: framing of streams')

/** The messages of a stream that comes in pieces of so many octets. */
function messagesOf(stream: string | Buffer, size: number): string[] | null {
  const [framing, bytes, found] = [new Framing(), Buffer.from(stream), [] as string[]]
  for (let at = 0; at < bytes.length; at += size) {
    const some = framing.push(bytes.subarray(at, at + size))
    if (some === null) return null
    found.push(...some.map(one => one.toString()))
  }
  const rest = framing.rest()
  return rest ? [...found, rest.toString()] : found
}

test('counted messages, lines, and both in one stream, however it is cut', () => {
  const stream = '8 <13>a: b11 <13>c: d\ne\n<13>f: g\n\n<13>h: i\u00007 <13>j:k<13>last'
  for (const size of [1, 2, 3, 7, 1000])
    assert.equal(messagesOf(stream, size), [
      '<13>a: b',
      '<13>c: d\ne\n',
      '<13>f: g',
      '<13>h: i',
      '<13>j:k',
      '<13>last',
    ])
})

test('a message of any length is cut, and the next one is whole', () => {
  for (const long of [`20000 ${'x'.repeat(20_000)}`, `<13>${'x'.repeat(20_000)}\n`]) {
    const found = messagesOf(`${long}<13>next\n`, 1000)!
    assert.equal([found[0]!.length, found[1]], [mostOctets, '<13>next'])
  }
})

test('what has no end ends the stream', () => {
  assert.is(messagesOf('99999999 <13>', 5), null)
  assert.is(messagesOf('12x <13>', 5), null)
  assert.is(messagesOf('0 <13>a', 5), null)
  assert.is(messagesOf('x'.repeat(2 * 1024 * 1024), 65_536), null)
})

test('single octets do not pile up', () => {
  const framing = new Framing()
  for (let n = 0; n < 20_000; n++) assert.equal(framing.push(Buffer.from('x')), [])
  assert.is(framing.rest()!.length, mostOctets)
})
