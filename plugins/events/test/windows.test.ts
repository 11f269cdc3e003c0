import { assert, suite } from '@linecard/test-kit'
import { isTimeZone, minuteOfWeek } from '@linecard/plugin-kit'
import { isActive, type Times } from '../src/windows/active.ts'

const test = suite('events: times of maintenance windows')

const nightly: Times = {
  enabled: true,
  starts_at: null,
  ends_at: null,
  weekdays: [7],
  from_minute: 23 * 60,
  minutes: 180,
  timezone: 'Europe/Kyiv',
}
const at = (text: string) => new Date(text)

test('a recurring window begins by the clock of its zone and goes beyond midnight and the week', () => {
  // 2026-03-01 is a Sunday; Kyiv is two hours before UTC in winter.
  assert.not(isActive(nightly, at('2026-03-01T20:59:00Z')))
  assert.ok(isActive(nightly, at('2026-03-01T21:00:00Z')))
  assert.ok(isActive(nightly, at('2026-03-01T23:59:00Z')))
  assert.not(isActive(nightly, at('2026-03-02T00:00:00Z')))
  // In summer three.
  assert.ok(isActive(nightly, at('2026-07-05T20:30:00Z')))
})

test('bounds and the switch hold for recurring and single ones', () => {
  const single = {
    ...nightly,
    weekdays: null,
    starts_at: at('2026-03-01T00:00:00Z'),
    ends_at: at('2026-03-02T00:00:00Z'),
  }
  assert.ok(isActive(single, at('2026-03-01T00:00:00Z')))
  assert.not(isActive(single, at('2026-03-02T00:00:00Z')))
  assert.not(isActive({ ...single, enabled: false }, at('2026-03-01T12:00:00Z')))
  assert.not(isActive({ ...nightly, starts_at: at('2026-03-01T22:00:00Z') }, at('2026-03-01T21:30:00Z')))
})

test('time zones are those of the system', () => {
  assert.is(minuteOfWeek(at('2026-03-02T00:05:00Z'), 'UTC'), 5)
  assert.ok(isTimeZone('Asia/Almaty'))
  assert.not(isTimeZone('Mars/Olympus'))
})
