import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, suite, until } from '@linecard/test-kit'
import { keptLog } from '@linecard/test-kit/worlds/log'
import type { Start } from '../src/start.ts'
import { startWorkers } from '../src/workers/children.ts'

const test = suite('worker processes', { level: 'full' })

/** Workers that run this code of JavaScript. */
function workersOf(code: string, processes: number) {
  const log = keptLog()
  const start = { options: { workerCommand: ['-e', code] }, config: { workers: { processes } }, env: {}, log }
  return { log, workers: startWorkers(start as unknown as Start) }
}
const pausesOf = (log: ReturnType<typeof keptLog>) =>
  log.lines.flatMap(({ fields }) =>
    typeof fields === 'object' && 'again_in_ms' in fields ? [fields.again_in_ms as number] : [],
  )

test('a worker that cannot start is tried again after longer and longer pauses, and no more after the stop', async () => {
  const { log, workers } = workersOf('process.exit(7)', 1)
  await until('three attempts', () => pausesOf(log).length === 3)
  await workers.stop()
  assert.equal(pausesOf(log), [1_000, 2_000, 4_000])
  assert.match(log.text(), /"code":7/)
  const lines = log.lines.length
  await new Promise(resolve => setTimeout(resolve, 4_500))
  assert.is(log.lines.length, lines)
})

test('the stop waits for workers that end by themselves, and kills one that does not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'linecard-children-'))
  const note = (name: string) =>
    `require('node:fs').writeFileSync(${JSON.stringify(folder)} + '/${name}-' + process.pid, '')`
  const code = `let ends = require('node:fs').readdirSync(${JSON.stringify(folder)}).length === 0
    ${note('began')}
    process.on('SIGTERM', () => { if (ends) { ${note('ended')}; process.exit(0) } })
    setInterval(() => {}, 1000)`
  const good = workersOf(code, 1)
  const began = () => readdirSync(folder).filter(name => name.startsWith('began')).length
  await until('the first has begun', () => began() === 1)
  const stubborn = workersOf(code, 1)
  await until('the second has begun', () => began() === 2)
  const from = performance.now()
  await Promise.all([good.workers.stop(), stubborn.workers.stop()])
  const took = performance.now() - from
  assert.ok(took > 3_000, `${took} ms`)
  assert.is(readdirSync(folder).filter(name => name.startsWith('ended')).length, 1)
  assert.equal([pausesOf(good.log), pausesOf(stubborn.log)], [[], []])
  rmSync(folder, { recursive: true })
})

test('the metrics of workers that answer are told, a silent one is left out after a second', async () => {
  const code = `process.on('message', about => {
      if (about === 'linecard.metrics') process.send({ about, text: 'a ' + process.pid })
    })
    process.send({ about: 'other' })`
  const talking = workersOf(code, 2)
  const silent = workersOf('setInterval(() => {}, 1000)', 1)
  try {
    const texts = await until('both tell their metrics', async () => {
      const found = await talking.workers.figures()
      return found.size === 2 ? found : null
    })
    assert.equal([...texts.keys()].toSorted(), [1, 2])
    assert.is(new Set(texts.values()).size, 2)
    assert.is((await silent.workers.figures()).size, 0)
  } finally {
    await Promise.all([talking.workers.stop(), silent.workers.stop()])
  }
})
