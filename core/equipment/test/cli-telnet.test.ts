import { assert, suite } from '@linecard/test-kit'
import { createTelnet } from '../src/console/transport.ts'

const test = suite('telnet')
const [IAC, DONT, DO, WONT, WILL, SB, SE] = [255, 254, 253, 252, 251, 250, 240]

/** The result of the octets, independent of the cuts. */
function received(octets: number[]): { data: string; reply: number[] } {
  const once = createTelnet().receive(Buffer.from(octets))
  for (let cut = 1; cut < octets.length; cut++) {
    const machine = createTelnet()
    const parts = [octets.slice(0, cut), octets.slice(cut)].map(part => machine.receive(Buffer.from(part)))
    assert.equal(Buffer.concat(parts.map(part => part.data)), once.data, `data, cut at ${cut}`)
    assert.equal(Buffer.concat(parts.map(part => part.reply)), once.reply, `reply, cut at ${cut}`)
  }
  return { data: once.data.toString('latin1'), reply: [...once.reply] }
}
const text = (value: string) => [...Buffer.from(value)]

test('commands are removed, at any end of a packet', () => {
  assert.equal(received([...text('log'), IAC, WILL, 1, ...text('in: ')]), {
    data: 'login: ',
    reply: [IAC, DO, 1],
  })
})
test('a doubled 255 is data, in data and in a subnegotiation', () => {
  assert.equal(received([65, IAC, IAC, 66]), { data: 'A\u00ffB', reply: [] })
  assert.equal(received([IAC, SB, 24, IAC, IAC, 7, IAC, SE, 66]), { data: 'B', reply: [] })
})
test('echo and suppress-go-ahead are accepted once, everything else is refused, without loops', () => {
  const machine = createTelnet()
  const ask = (...octets: number[]) => [...machine.receive(Buffer.from(octets)).reply]
  assert.equal(ask(IAC, WILL, 3), [IAC, DO, 3])
  assert.equal(ask(IAC, WILL, 3), [])
  assert.equal(ask(IAC, WONT, 3), [IAC, DONT, 3])
  assert.equal(ask(IAC, WONT, 3), [])
  assert.equal(ask(IAC, WILL, 5), [IAC, DONT, 5])
  assert.equal(ask(IAC, DO, 36), [IAC, WONT, 36])
  assert.equal(ask(IAC, DO, 3), [IAC, WILL, 3])
  assert.equal(ask(IAC, DONT, 3), [IAC, WONT, 3])
  assert.equal(ask(IAC, DONT, 3), [])
})
test('the terminal is wide, high and a vt100', () => {
  const { reply } = received([IAC, DO, 31, IAC, DO, 24, IAC, SB, 24, 1, IAC, SE])
  assert.equal(reply, [
    IAC,
    WILL,
    31,
    IAC,
    SB,
    31,
    1,
    IAC,
    IAC,
    3,
    232,
    IAC,
    SE,
    IAC,
    WILL,
    24,
    IAC,
    SB,
    24,
    0,
    ...text('vt100'),
    IAC,
    SE,
  ])
})
test('CR NUL is a CR, other commands of the protocol are ignored', () => {
  assert.equal(received([...text('a'), 13, 0, ...text('b'), 13, 10, IAC, 241, IAC, 249]), {
    data: 'a\rb\r\n',
    reply: [],
  })
})
test('sent text has doubled 255 and CR NUL', () => {
  assert.equal(
    [...createTelnet().encode(Buffer.from([65, IAC, 13, 10, 13, 66, 13]))],
    [65, IAC, IAC, 13, 10, 13, 0, 66, 13, 0],
  )
})
test('an endless subnegotiation is limited', () => {
  const machine = createTelnet()
  machine.receive(Buffer.from([IAC, SB, 24]))
  for (let piece = 0; piece < 100; piece++) machine.receive(Buffer.alloc(10_000, 1))
  assert.equal(machine.receive(Buffer.from([IAC, SE, 66])).data, Buffer.from('B'))
})
