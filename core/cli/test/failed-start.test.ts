import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { program } from '@linecard/test-kit/worlds/linecard'
import { assert, suite, until } from '@linecard/test-kit'

const test = suite('a start that fails')

test('a worker whose start fails ends, though its parent lives: else nobody would replace it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'linecard-worker-'))
  const config = join(folder, 'linecard.json')
  await writeFile(config, JSON.stringify({ drivers: ['@linecard/driver-that-is-not-there'] }))
  const args = ['worker', '--config', config, '--child']
  const child = fork(program[1], args, { execPath: program[0], silent: true })
  try {
    let text = ''
    child.stderr!.on('data', chunk => (text += String(chunk)))
    const ended = once(child, 'exit')
    await until('the worker has ended', () => child.exitCode !== null)
    assert.is((await ended)[0], 1)
    assert.match(text, 'driver-that-is-not-there')
  } finally {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true })
  }
})
