import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, suite } from '@linecard/test-kit'
import { findPostmaster, removeStale } from '../../src/database/embedded/postmaster.ts'

const test = suite('the pid file of the embedded database')
let data!: string
let file!: string
test.before(async () => {
  data = await mkdtemp(join(tmpdir(), 'linecard-pid-'))
  file = join(data, 'postmaster.pid')
})
test.after(() => rm(data, { recursive: true, force: true }))

const textOf = (pid: number | undefined) => `${pid}\n${data}\n1700000000\n5999\n\n127.0.0.1\n\nstarting\n`

/** A process that lives, with or without the data directory among its arguments, as a server has it. */
async function living(args: readonly string[], work: (pid: number) => Promise<void>): Promise<void> {
  const idle = ['-e', 'setInterval(() => {}, 1000)', '--', ...args]
  const child = spawn(process.execPath, idle, { stdio: 'ignore' })
  const ended = once(child, 'exit')
  await once(child, 'spawn')
  try {
    await work(child.pid!)
    assert.is(child.exitCode, null)
  } finally {
    child.kill()
    await ended
  }
}

test('a server that has made its file and not written its pid yet is starting: its file stays', async () => {
  await writeFile(file, '')
  assert.equal(findPostmaster(data), { pid: 0, port: 0 })
  removeStale(data)
  assert.equal(await readdir(data), ['postmaster.pid'])
})

test('a file that stays empty was left by a crash', async () => {
  await writeFile(file, '')
  const before = new Date(Date.now() - 60_000)
  await utimes(file, before, before)
  assert.is(findPostmaster(data), 'stale')
  removeStale(data)
  assert.equal(await readdir(data), [])
  assert.is(findPostmaster(data), null)
})

test('a file with the pid of another process is taken away; the server of this data keeps its own', async () => {
  await living([], async pid => {
    await writeFile(file, textOf(pid))
    assert.is(findPostmaster(data), 'stale')
    removeStale(data)
    assert.equal(await readdir(data), [])
  })
  await living(['-D', data], async pid => {
    await writeFile(file, textOf(pid))
    assert.equal(findPostmaster(data), { pid, port: 5999 })
    // As if it had been started after this process has found an older file.
    removeStale(data)
    assert.equal(await readdir(data), ['postmaster.pid'])
    assert.is(await readFile(file, 'utf8'), textOf(pid))
  })
})
