import { assert, suite } from '@linecard/test-kit'
import { pauseSec } from '../src/delivery/settle.ts'
import { quietUntil } from '../src/quiet.ts'
import { phoneOf } from '../src/telegram/phone.ts'
import { plainOf } from '../src/templates/render.ts'

const test = suite('notifications: small parts')

const night = (from: string, to: string, zone = 'Europe/Kyiv') => ({
  from,
  to,
  time_zone: zone,
  critical: false,
})
const until = (text: string, quiet = night('22:00', '07:00')) =>
  quietUntil(quiet, new Date(text))?.toISOString() ?? null

test('45: quiet hours go over midnight and follow the time zone with its summer time', () => {
  assert.is(until('2026-01-10T19:59:59Z'), null)
  assert.is(until('2026-01-10T20:00:30Z'), '2026-01-11T05:00:00.000Z')
  assert.is(until('2026-01-11T04:59:00Z'), '2026-01-11T05:00:00.000Z')
  assert.is(until('2026-01-11T05:00:00Z'), null)
  assert.is(until('2026-07-10T19:30:00Z'), '2026-07-11T04:00:00.000Z')
  assert.is(until('2026-07-10T12:15:00Z', night('12:00', '13:00', 'UTC')), '2026-07-10T13:00:00.000Z')
  assert.is(until('2026-07-10T12:15:00Z', night('12:00', '12:00', 'UTC')), null)
})

test('phone numbers', () => {
  assert.equal(
    ['+380 50 123-45-67', '00380501234567', '380501234567', '050', 'abc', '+0501234567'].map(phoneOf),
    ['+380501234567', '+380501234567', '+380501234567', null, null, null],
  )
})

test('pauses grow to half an hour, with some chance', () => {
  assert.equal(
    [1, 2, 3, 50].map(attempt => Math.round(pauseSec(attempt, 5, 0.5))),
    [5, 15, 45, 1800],
  )
  assert.ok(pauseSec(1, 10, 0) >= 9 && pauseSec(1, 10, 1) <= 11)
})

test('the text of HTML', () => {
  assert.is(plainOf('<b>A &amp; B</b><br>\nC &lt;x&gt;<p>D</p>'), 'A & B\nC <x>D')
})
