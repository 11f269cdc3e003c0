import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, suite } from '@linecard/test-kit'

const test = suite('test-kit: the runner', { timeoutMs: 60_000 })
const root = process.cwd()
let folder = ''
test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linecard-run-'))
  await mkdir(join(folder, 'test'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
})
test.after(() => rm(folder, { recursive: true, force: true }))

const file = (name: string, body: string) =>
  writeFile(
    join(folder, 'test', `${name}.test.ts`),
    `import { existsSync, writeFileSync } from 'node:fs'\nimport { suite } from '@linecard/test-kit'\nconst test = suite('${name}')\n${body}\n`,
  )
const failing = `test('fails', () => { throw new Error('as it must') })`
const failsOnce = (name: string) =>
  `test('fails at first', () => { if (existsSync('${name}.seen')) return; writeFileSync('${name}.seen', ''); throw new Error('first time') })`
function run(part: string, ci: string) {
  const { LINECARD_TEST: _, ...env } = process.env
  return spawnSync(process.execPath, ['--conditions=source', join(root, 'core/test-kit/src/run.ts'), part], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 30_000,
    env: { ...env, CI: ci },
  })
}

test('one failing file fails the run, with its output', async () => {
  await file('good', `test('passes', () => {})`)
  await file('good-bad', failing)
  const { status, stdout } = run('good', '')
  assert.is(status, 1)
  assert.match(stdout, 'as it must')
  assert.match(stdout, /^1 passed, 1 failed, 0 skipped$/m)
})
test('a run without files fails', () => {
  const { status, stdout } = run('nothing-of-this-name', '')
  assert.is(status, 1)
  assert.match(stdout, '0 passed, 1 failed')
})
test('a file that fails once has failed, unless the run is in CI and it passes the second time', async () => {
  await file('local', failsOnce('local'))
  assert.is(run('local', '').status, 1)
  await file('shared', failsOnce('shared'))
  const { status, stdout } = run('shared', 'true')
  assert.is(status, 0)
  assert.match(stdout, 'first time')
  assert.match(stdout, 'UNSTABLE, failed at first: test/shared.test.ts')
  assert.match(stdout, /^1 passed, 0 failed, 0 skipped$/m)
})
test('a file that fails twice has failed', async () => {
  await file('twice', failing)
  const { status, stdout } = run('twice', 'true')
  assert.is(status, 1)
  assert.match(stdout, /^0 passed, 1 failed, 0 skipped$/m)
  assert.not.match(stdout, 'UNSTABLE')
})
