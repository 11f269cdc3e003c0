import { assert, suite, until } from '@linecard/test-kit'
import { furnish, mark } from './furnish.ts'
import { makeMatrixWorld, type World } from './world.ts'

/** People type texts into every object; no metric of the service has one of them in a label. */
const test = suite('typed texts and metrics', { level: 'full' })

let world!: World
test.before(async () => {
  world = await makeMatrixWorld()
  await furnish(world)
})
test.after(() => world?.stop())

test('no label of /metrics is a text that somebody has typed', async () => {
  const text = await until('what is counted in the background is there', async () => {
    const scraped = (await world.house.admin.ask('GET', '/system/metrics')).text
    return /^linecard_interface_marks_tagged.* [1-9]/m.test(scraped) ? scraped : null
  })
  assert.equal(
    text.split('\n').filter(line => line.includes(mark)),
    [],
  )
})
