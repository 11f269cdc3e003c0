/**
 * A process of its own that begins a run and never ends it: `node dying.ts <database url>`. Killed by the
 * test.
 */
import { job, process as jobProcess } from './world.ts'

export const lostAfterSec = 10

/** The same job here and in the test. */
export const endless = job(
  'demo.endless',
  async ({ log }) => {
    log.info('half of the work is done')
    await new Promise(resolve => {
      setTimeout(resolve, 600_000)
    })
  },
  { timeoutSec: 3_600 },
)

if (process.argv[1] === import.meta.filename) {
  await jobProcess(process.argv[2]!, [endless], { lostAfterSec })
  process.stdout.write('ready\n')
}
