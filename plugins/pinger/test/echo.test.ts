import { PassThrough } from 'node:stream'
import { randomBytes } from 'node:crypto'
import { assert, suite } from '@linecard/test-kit'
import { countedOf, echoOf, maxLine } from '../src/echo/line.ts'
import { eachLine } from '../src/echo/lines.ts'
import { gapOf } from '../src/echo/loop.ts'
import { familyOf } from '../src/echo/program.ts'

const test = suite('pinger: output of fping')

test('reads answers and losses of fping 4 and 5', () => {
  for (const [line, expected] of [
    [
      '[1795397980.46602] 127.0.0.1    : [0], 64 bytes, 0.261 ms (0.261 avg, 0% loss)',
      { ip: '127.0.0.1', seq: 0, ms: 0.261, at: 1_795_397_980.46602 },
    ],
    [
      '[1795397981.466895] 192.0.2.9 : [17], 84 bytes, 12 ms (9.1 avg, 2% loss)',
      { ip: '192.0.2.9', seq: 17, ms: 12, at: 1_795_397_981.466895 },
    ],
    [
      '[1795397981.46895] 2001:db8::1 : [1], timed out (NaN avg, 100% loss)',
      { ip: '2001:db8::1', seq: 1, ms: null, at: 1_795_397_981.46895 },
    ],
    [
      '[1795397981.46895] fd00::7 : [3], 64 bytes, 2.5 ms (2.5 avg, 0% loss) [<- fd00::8]',
      { ip: 'fd00::7', seq: 3, ms: 2.5, at: 1_795_397_981.46895 },
    ],
  ] as const)
    assert.equal(echoOf(line), expected, line)
  assert.equal(countedOf('192.0.2.1    : 0.43 - 12', 3), { ip: '192.0.2.1', answers: 2 })
  assert.equal(countedOf('fd00::7 : - -', 2), { ip: 'fd00::7', answers: 0 })
})

test('hostile lines are no echoes', () => {
  for (const line of [
    '',
    '127.0.0.1 : [0], 64 bytes, 0.261 ms',
    '[1] 127.0.0.1 : [0], 64 bytes, -3 ms',
    '[1] 127.0.0.1 : [0], 64 bytes, 1e400 ms',
    '[1] 127.0.0.1 : [-1], timed out',
    '[1] 127.0.0.1 : [0], timed outside',
    '[1] host.example : [0], timed out',
    '[1] fe80::1%eth0 : [0], timed out',
    "[1] 127.0.0.1'; drop table x; -- : [0], timed out",
    '[1] 127.0.0.1\u0000 : [0], timed out',
    `[1] ${'1'.repeat(46)} : [0], timed out`,
    `[1] 127.0.0.1 : [0], timed out ${'x'.repeat(maxLine)}`,
    'ICMP Host Unreachable from 192.0.2.9 for ICMP Echo sent to 192.0.2.1',
    '192.0.2.1 : duplicate for [0], 64 bytes, 0.2 ms',
  ])
    assert.is(echoOf(line), null, line)
  for (const line of ['192.0.2.1 : 0.43', '192.0.2.1 : 1 2 x', '192.0.2.1 : 1 2 3 4', 'a b : - - -'])
    assert.is(countedOf(line, 3), null, line)
})

test('random bytes and cut, doubled and mixed lines never throw, and give only addresses and numbers', async () => {
  const good = '[1795397981.46895] 127.0.0.1 : [3], 64 bytes, 2.5 ms (2.5 avg, 0% loss)'
  let seed = 7
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  for (let n = 0; n < 20_000; n++) {
    const bytes = Buffer.from(good)
    for (let k = 0; k <= random(4); k++) bytes[random(bytes.length)] = random(256)
    const text = bytes.toString('latin1')
    const line = [text, text.slice(random(text.length)), text.slice(0, random(text.length)), text + text][
      random(4)
    ]!
    const echo = echoOf(line)
    if (!echo) continue
    assert.match(echo.ip, /^[\da-fA-F.:]{2,45}$/)
    assert.ok(Number.isSafeInteger(echo.seq) && Number.isFinite(echo.at), line)
    assert.ok(echo.ms === null || (echo.ms >= 0 && Number.isFinite(echo.ms)), line)
  }
  const stream = new PassThrough()
  const lines: string[] = []
  eachLine(stream, line => lines.push(line))
  // Ten megabytes without a line end are not kept.
  for (let n = 0; n < 160; n++) stream.write(randomBytes(65_536).map(byte => (byte === 10 ? 11 : byte)))
  stream.write(`\n${good.slice(0, 20)}`)
  stream.end(`${good.slice(20)}\n`)
  await new Promise(resolve => stream.once('end', resolve))
  assert.is(lines.length, 2)
  assert.ok(lines[0]!.length <= 65_536 + maxLine + 1)
  assert.ok(echoOf(lines[1]!))
})

test('each address goes to the fping of its family', () => {
  assert.equal(['127.0.0.1', '::1', 'fd00::9', '10.1.2.3'].map(familyOf), ['-4', '-6', '-6', '-4'])
})

test('the echoes of a process spread over the period, with at least 1 ms between two', () => {
  assert.equal(
    [gapOf(500, 10_000), gapOf(5000, 10_000), gapOf(20_000, 10_000), gapOf(3, 10_000)],
    [18, 1, 1, 25],
  )
})
