import { assert, suite } from '@linecard/test-kit'
import { createCable, fakeClock } from '@linecard/simulator'

const test = suite('simulator links over time')
const hourMs = 3_600_000
const link = (kind: 'steady' | 'flapping' | 'dark', startMs: number) =>
  createCable({ seed: 'a cable', startMs, kind, rates: [1000, 250] })

/** All changes of the state within `hours`, read every `stepMs`. */
function flaps(stepMs: number, hours: number): number[] {
  const clock = fakeClock()
  const start = clock.now()
  const cable = link('flapping', start)
  const changes = new Set<number>()
  for (let at = 0; at < hours * hourMs; at += stepMs) {
    clock.advance(stepMs)
    const { sinceMs } = cable.at(clock.now())
    if (sinceMs > start) changes.add(sinceMs - start)
  }
  return [...changes]
}

test('a flapping link flaps at the same moments, independent of the requests', () => {
  const often = flaps(5_000, 12)
  const rarely = flaps(60_000, 12)
  assert.ok(often.length >= 6 && often.length <= 200, `${often.length} changes in 12 hours`)
  assert.equal(flaps(5_000, 12), often)
  assert.ok(rarely.every(change => often.includes(change)))
})

test('octets increase only with carrier, never decrease, and both ends agree', () => {
  const clock = fakeClock()
  const cable = link('flapping', clock.now())
  let [before, wasUp] = [cable.octets(0, clock.now()), cable.upMs(clock.now())]
  for (let n = 0; n < 2000; n++) {
    clock.advance(30_000)
    const now = cable.octets(0, clock.now())
    const up = cable.upMs(clock.now())
    assert.ok(now >= before, `step ${n}: ${now} after ${before}`)
    assert.is(now > before, up > wasUp)
    before = now
    wasUp = up
  }
  const share = wasUp / (2000 * 30_000)
  assert.ok(share > 0.8 && share < 1, `up ${share} of the time`)
})

test('a dark link stays down; a steady link follows the admin state of both ends', () => {
  const clock = fakeClock()
  assert.is(link('dark', clock.now()).at(clock.now() + 100 * hourMs).state, false)
  const cable = link('steady', clock.now())
  cable.setAdmin(1, false, clock.now())
  assert.is(cable.at(clock.now() + hourMs).state, false)
  assert.equal([cable.admin(0), cable.admin(1)], [true, false])
  clock.advance(hourMs)
  cable.setAdmin(1, true, clock.now())
  assert.is(cable.at(clock.now()).state, true)
  assert.is(cable.upMs(clock.now() + 1000), 1000)
})
