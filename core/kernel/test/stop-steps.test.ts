import { assert, suite } from '@linecard/test-kit'
import { keptLog } from '@linecard/test-kit/worlds/log'
import type { Pino } from '../src/log/index.ts'
import { stopSteps } from '../src/start.ts'

const test = suite('steps of the stop')

const hour = 3_600_000
const never = () => new Promise<void>(() => undefined)

test('a step that hangs has its own time; when the time of all is over, each further one has 100 ms', async () => {
  for (const [allMs, stepMs, limits] of [
    [hour, 20, [20, 20]],
    [0, hour, [100, 100]],
  ] as const) {
    const log = keptLog()
    const closed: string[] = []
    const stop = stopSteps(log as unknown as Pino, allMs, what => closed.push(what))
    for (const what of ['first', 'second']) stop.push({ what, ms: stepMs, run: never })
    await stop.run()
    assert.equal(closed, ['second', 'first'])
    assert.equal(
      log.lines.flatMap(({ fields }) => {
        const { err } = fields as { err?: Error }
        return err ? [err.message] : []
      }),
      [`second: not done after ${limits[0]} ms`, `first: not done after ${limits[1]} ms`],
    )
  }
})
