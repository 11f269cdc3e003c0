import { setTimeout as pause } from 'node:timers/promises'
import type { JobProgress } from '@linecard/plugin-kit'
import { assert, suite, until } from '@linecard/test-kit'
import { progressOf } from '../../src/jobs/progress.ts'

const test = suite('progress of a job')

test('the first step is written at once, then not every step', async () => {
  const written: JobProgress[] = []
  const progress = progressOf(async one => {
    written.push(one)
  })
  for (let done = 0; done < 100_000; done++) progress.report(done, 100_000)
  assert.equal(written, [{ done: 0, total: 100_000, what: '' }])
  await until('the newest follows', () => written.length === 2)
  assert.equal(written[1], { done: 99_999, total: 100_000, what: '' })
  await progress.stop()
})

test('a slow database gets one write at a time, and none after the end', async () => {
  let [open, most, count] = [0, 0, 0]
  let free!: () => void
  const slow = new Promise<void>(resolve => {
    free = resolve
  })
  const progress = progressOf(async () => {
    count++
    most = Math.max(most, ++open)
    await slow
    open--
  })
  for (let done = 0; done < 10; done++) {
    progress.report(done, null)
    await pause(1)
  }
  assert.equal([count, most], [1, 1])
  const stopped = progress.stop()
  free()
  await stopped
  progress.report(11, null)
  assert.equal([count, progress.now()?.done], [1, 9])
})

test('numbers and texts that cannot be stored are replaced', () => {
  const progress = progressOf(async () => {})
  progress.report(-3.2, Number.NaN, ` a\u0000b\ud800${'x'.repeat(500)}`)
  assert.equal(progress.now(), { done: 0, total: 0, what: `a b\ufffd${'x'.repeat(196)}` })
})
