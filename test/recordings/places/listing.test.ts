import { isComplete } from '@linecard/driver-kit'
import { assert, suite } from '@linecard/test-kit'
import { listingOf, ownOlts, without } from './olts.ts'

const olts = await ownOlts()
const test = suite('the column that lists ONUs is not answered')

test('there are OLTs of every maker', () => {
  assert.is(new Set(olts.map(({ device }) => device.known.driver.id)).size >= 13, true)
})

for (const { device, whole } of olts) {
  test(`${device.name}: fewer ONUs are told as missing, and no port says 0`, async () => {
    const lies: string[] = []
    for (const column of whole.asked) {
      const now = await listingOf(device, without(device.recording, column))
      if (now.onus.length < whole.onus.length && isComplete(now.missing))
        lies.push(`without ${column}: ${now.onus.length} of ${whole.onus.length} ONUs, nothing missing`)
      for (const [port, count] of now.counts ?? []) {
        const real = whole.counts?.get(port)
        if (real !== undefined && count < real)
          lies.push(`without ${column}: ${port} says ${count} ONUs, it has ${real}`)
      }
      const quiet = whole.counts && now.counts && now.counts.size < whole.counts.size
      if (quiet && now.ports.length === whole.ports.length && isComplete(now.missingInCounts))
        lies.push(`without ${column}: ports without a count, nothing missing`)
    }
    assert.equal(lies, [])
  })
}
