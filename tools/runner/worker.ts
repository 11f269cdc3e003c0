/** A process of the runner: it runs the test files that it is told, one after another. */
import { fstatSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { failuresSoFar, runFile } from '@linecard/test-kit/run-file'
import { cpuSeconds } from './cpu.ts'

/** What the process says of a file that has ended. */
export interface Ended {
  file: string
  /** As the process would have ended with this file alone. */
  code: number
  seconds: number
  cpu: number
  /** Where the output of this file ends in the output of the process. */
  to: number
  /** Sockets, timers and others that it left behind. */
  left: Record<string, number>
  /** Whether another file may follow in this process. */
  usable: boolean
  rssMb: number
}

/** How long sockets and timers of a file may take to end after it, ms. */
const settleMs = 200

const watched = ['Date', 'fetch', 'setTimeout', 'setInterval', 'performance', 'console'] as const
const globals = () => [...watched.map(name => globalThis[name]), Date.now, Math.random, performance.now]

function handles(): Map<string, number> {
  const counts = new Map<string, number>()
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}

/** What is there now and was not before. What only needs a moment gets it. */
async function leftBehind(before: ReadonlyMap<string, number>): Promise<Record<string, number>> {
  for (const deadline = performance.now() + settleMs; ;) {
    const more = [...handles()].map(([kind, count]) => [kind, count - (before.get(kind) ?? 0)] as const)
    const left = more.filter(([, count]) => count > 0)
    if (left.length === 0 || performance.now() > deadline) return Object.fromEntries(left)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

let uncaught = 0
// If the code under test listens too, the error is its business.
process.on('uncaughtException', error => {
  if (process.listenerCount('uncaughtException') > 1) return
  uncaught++
  console.error('nobody caught:', error)
})

let running = false
// A service that a test has booted ends the process after an error that nobody caught, as it must.
process.on('exit', () => {
  if (running) for (const failure of failuresSoFar()) console.error(`failed before the end: ${failure}`)
})

async function run(file: string): Promise<Ended> {
  running = true
  const [env, folder, faces, before] = [{ ...process.env }, process.cwd(), globals(), handles()]
  const [started, cpu, uncaughtBefore] = [performance.now(), cpuSeconds(), uncaught]
  let code = 1
  try {
    code = await runFile(pathToFileURL(file).href)
  } catch (error) {
    console.error(error)
  }
  running = false
  const seconds = (performance.now() - started) / 1000
  const left = await leftBehind(before)
  const replaced = globals().some((face, n) => face !== faces[n])
  if (replaced) console.error('the file replaced a global and did not put it back: declare `alone: true`')
  process.chdir(folder)
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
  return {
    file,
    code: code || (replaced || uncaught > uncaughtBefore ? 1 : 0),
    seconds,
    cpu: cpuSeconds() - cpu,
    to: fstatSync(1).size,
    left,
    usable: !replaced && uncaught === uncaughtBefore,
    rssMb: process.memoryUsage.rss() / 1e6,
  }
}

process.on('message', (file: string) => {
  if (file === 'end') process.exit(0)
  void run(file).then(ended => process.send!(ended))
})
// Without the runner nobody waits for the result.
process.on('disconnect', () => process.exit(1))
