import type { Polled } from '@linecard/plugin-kit'
import { assert, suite } from '@linecard/test-kit'
import { storeCounters } from '../src/polled/counters.ts'
import type { PollParts } from '../src/polled/parts.ts'
import { decodeReadings } from '../src/rates/reading.ts'
import type { Row } from '../src/series/row.ts'

const test = suite('counters in a poll')
const begin = Date.UTC(2026, 2, 1, 12)

/** What is stored of polls of device 7, whose only interface is 101 and counts a kilobyte a second. */
function kept() {
  const rows: Row[] = []
  let state: Buffer | null = null
  const parts = {
    add: (more: readonly Row[]) => void rows.push(...more),
    subjects: { having: async () => ({ byKey: new Map([['1', { id: 101, stored: true }]]) }) },
    speeds: { last: async () => null },
    counters: {
      async replace(_: number, _at: Date, make: (last: Buffer | null) => { state: Buffer; result: unknown }) {
        const made = make(state)
        state = made.state
        return made.result
      },
    },
  } as unknown as PollParts
  return {
    rows,
    last: () => decodeReadings(state!).get(101)!,
    /** @param sec when it was read; @param clockSec by how much the clock is ahead; @param uptime null: not told */
    poll(sec: number, clockSec = 0, uptime: number | null = 1_000_000 + sec * 100) {
      const time = new Date(begin + (sec + clockSec) * 1000)
      const octets = 1_000_000 + sec * 1000
      const data = [{ interface: { id: 1, name: '1' }, bits: 64, in_octets: octets, out_octets: octets }]
      return storeCounters(parts, {
        device: { id: 7, uptime, uptime_at: uptime === null ? null : time, rebooted: null },
        answers: new Map([['interface_counters', { data, time }]]),
      } as unknown as Polled)
    },
  }
}
const rates = (rows: readonly Row[]) => rows.map(({ values }) => Math.round(values[0]!))

for (const late of [30, 60, 300, 600])
  test(`an answer that was overtaken by ${late} s changes no reading and no rate`, async () => {
    const { poll, last, rows } = kept()
    await poll(0)
    await poll(700)
    const before = last()
    await poll(700 - late)
    assert.equal(last(), before)
    await poll(820)
    assert.equal(rates(rows), [1000, 1000])
    assert.equal(
      rows.map(({ time }) => time - begin),
      [700_000, 820_000],
    )
  })

for (const back of [20, 59, 3600])
  test(`a clock that is put back by ${back} s holds no reading back`, async () => {
    const { poll, last, rows } = kept()
    await poll(0)
    await poll(120)
    await poll(130, -back)
    assert.is(last().time, begin + (130 - back) * 1000)
    await poll(250, -back)
    assert.equal(rates(rows), [1000, 1000])
  })
