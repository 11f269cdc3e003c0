import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, suite } from '@linecard/test-kit'
import { runAll } from '../pool.ts'

const test = suite('the runner', { level: 'full' })
const root = process.cwd()
let folder = ''
test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linecard-runner-'))
  for (const name of [
    'test/clients',
    'tools',
    'docs',
    'plugins/one/src',
    'plugins/one/test',
    'plugins/one/texts',
  ])
    await mkdir(join(folder, name), { recursive: true })
  for (const name of ['', 'test/clients/', 'plugins/one/'])
    await writeFile(join(folder, name, 'package.json'), JSON.stringify({ name: `p${name}`, type: 'module' }))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
})
test.after(() => rm(folder, { recursive: true, force: true }))

const write = (path: string, text: string) => writeFile(join(folder, path), text)
const file = (name: string, body: string, options = '{}') =>
  write(
    `test/${name}.test.ts`,
    `import { suite } from '@linecard/test-kit'\nconst test = suite('${name}', ${options})\n${body}\n`,
  )
function run(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--conditions=source', join(root, 'tools/runner/main.ts'), ...args],
    { cwd: folder, encoding: 'utf8', timeout: 100_000, env: { ...process.env, LINECARD_SHARD: '', ...env } },
  )
  return {
    status,
    text: stdout + stderr,
    ran: [...stdout.matchAll(/^(?:ok  |FAIL) (\S+)/gm)].map(one => one[1]),
  }
}
const passing = `test('passes', () => {})`
/** One process, so that the files follow each other in it. */
const inOne = '--processes=1'

test('a failing file fails the run, and its output names the files before it in the same process', async () => {
  await file('good-a', passing)
  await file('good-b', `test('fails', () => { throw new Error('at last, as it must') })`)
  const { status, text } = run([inOne, 'test/good'])
  assert.is(status, 1)
  assert.match(
    text,
    /\nfailed:\n {2}test\/good-b.test.ts\n {4}FAIL {2}good-b {2}"fails"\n {4}at last, as it must\n\n/,
  )
  assert.match(text, 'before it in the same process: test/good-a.test.ts')
  assert.match(text, /^1 passed, 1 failed, 0 skipped$/m)
})
test('a run without files fails', () => {
  const { status, text } = run(['nothing-of-this-name'])
  assert.is(status, 1)
  assert.match(text, /^0 passed, 1 failed, 0 skipped$/m)
})
test('a file that ends the process with code 0 has failed, and the files after it run', async () => {
  await file('exit-a', `test('ends', () => process.exit(0)); test('never', () => {})`)
  await file('exit-b', passing)
  const { status, text, ran } = run([inOne, 'test/exit'])
  assert.is(status, 1)
  assert.match(
    text,
    /\nfailed:\n {2}test\/exit-a.test.ts\n[^]*the process ended \(exit code 1\) before this file had/,
  )
  assert.equal(ran, ['test/exit-a.test.ts', 'test/exit-b.test.ts'])
  assert.match(text, /^1 passed, 1 failed, 0 skipped$/m)
})
test('what had failed before the process ended is told', async () => {
  await file(
    'lost-a',
    `test('first', () => { throw new Error('the cause') }); test('ends', () => process.exit(1))`,
  )
  const { text } = run([inOne, 'test/lost'])
  assert.match(text, /failed before the end: lost-a {2}"first"\nError: the cause/)
})
test('a file that throws while it is imported has failed, and so has one without a test or suite', async () => {
  await file('load-a', `test('a', () => {}); throw new Error('at import')`)
  await file('load-b', '')
  await write('test/load-c.test.ts', 'export {}')
  const { status, text } = run([inOne, 'test/load'])
  assert.is(status, 1)
  assert.match(text, 'at import')
  assert.match(text, 'load-b: the file declares no test')
  assert.match(text, /^0 passed, 3 failed, 0 skipped$/m)
})
test('a hook that throws fails the tests of its file, and only those', async () => {
  await file('hook-a', `test.before(() => { throw new Error('no server') })\n${passing}`)
  await file('hook-b', passing)
  const { text } = run([inOne, 'test/hook'])
  assert.match(text, 'no server')
  assert.match(text, /^1 passed, 1 failed, 0 skipped$/m)
})
test('an error that nobody catches fails the file in which it arises', async () => {
  await file(
    'late-a',
    `test('a', async () => { void Promise.reject(new Error('lost')); await 0; await new Promise(setImmediate) })`,
  )
  await file('late-b', passing)
  const { status, text } = run([inOne, 'test/late'])
  assert.is(status, 1)
  assert.match(text, /nobody caught:[^]*lost/)
  assert.match(text, /^ok {3}test\/late-b/m)
})
test('a file that hangs, busy or at its import, is ended, and the files after it run', async () => {
  await file('stuck-a', `test('a', () => { for (;;); })`)
  await file('stuck-b', `${passing}\nawait new Promise(() => {})`)
  await file('stuck-c', passing)
  const { status, text } = run([inOne, '--limit=4', 'test/stuck'])
  assert.is(status, 1)
  const asTheyRan = text.slice(0, text.indexOf('\nfailed:'))
  assert.is(asTheyRan.match(/ended after 4 s, the longest time of a file/g)?.length, 2)
  assert.match(text, /^ok {3}test\/stuck-c/m)
})
test('what a file does to the environment ends with it; a global that it replaces fails it', async () => {
  await file(
    'env-a',
    `test('a', () => { process.env['LC_SEEN'] = '1'; delete process.env['HOME']; process.chdir('/') })`,
  )
  await file(
    'env-b',
    `test('a', () => { if (process.env['LC_SEEN'] || !process.env['HOME'] || process.cwd() === '/') throw new Error('seen') })`,
  )
  await file('env-c', `test('a', () => { Date.now = () => 0 })`)
  await file('env-d', `test('a', () => { if (Date.now() === 0) throw new Error('seen') })`)
  const { text } = run([inOne, 'test/env'], { HOME: '/tmp' })
  assert.match(text, /^FAIL test\/env-c/m)
  assert.match(text, 'the file replaced a global')
  assert.match(text, /^4 passed, 1 failed, 0 skipped$/m)
})
test('a file that is to be alone has a process of its own', async () => {
  await file('pid-a', `test('a', () => { globalThis.seen = 1 })`)
  await file(
    'pid-b',
    `test('a', () => { if (globalThis.seen) throw new Error('not alone') })`,
    '{ alone: true }',
  )
  assert.match(run([inOne, 'test/pid']).text, /^2 passed, 0 failed, 0 skipped$/m)
})
/**
 * Runs files with one process at least and three at most, each with a test that writes the number of its
 * process and then does this. Every file must run once and pass. Gives how many processes there were.
 */
async function processesOf(name: string, count: number, then: string, idleShare: () => number) {
  const paths = Array.from({ length: count }, (_, n) => `test/${name}-${n}.test.ts`)
  await mkdir(join(folder, name))
  for (const path of paths)
    await file(
      path.slice('test/'.length, -'.test.ts'.length),
      `import { readdirSync, writeFileSync } from 'node:fs'
const signs = ${JSON.stringify(join(folder, name))}
test('a', async () => { writeFileSync(signs + '/' + process.pid, ''); ${then} })`,
    )
  const ran: string[] = []
  await runAll(
    paths.map(path => ({
      path: join(folder, path),
      level: 'commit',
      alone: false,
      database: false,
      installation: false,
      services: false,
    })),
    {
      processes: 1,
      most: 3,
      idleShare,
      limitMs: 30_000,
      env: process.env,
      ended: ({ file: path, passed, failed }) =>
        ran.push(`${path.slice(folder.length + 1)} ${passed} ${failed}`),
    },
  )
  assert.equal(
    ran.toSorted(),
    paths.map(path => `${path} 1 0`),
  )
  return readdirSync(join(folder, name)).length
}
const aWhile = 'await new Promise(resolve => { setTimeout(resolve, 700) })'
test('processes are added while processors are idle, and not otherwise', async () => {
  const all =
    'while (readdirSync(signs).length < 3) await new Promise(resolve => { setTimeout(resolve, 20) })'
  assert.is(await processesOf('idle', 3, all, () => 1), 3)
  assert.is(await processesOf('busy', 5, aWhile, () => 0.1), 1)
})
test('when processors become busy in the middle, processes end, and every file still runs', async () => {
  let looks = 0
  assert.ok((await processesOf('both', 10, aWhile, () => (looks++ % 2 === 0 ? 1 : 0))) > 1)
})
test('skipped cases are counted and told with their reasons', async () => {
  await file('skip', `${passing}\ntest.skip('with snmpd', 'snmpd is not installed')`)
  const { status, text } = run(['test/skip'])
  assert.is(status, 0)
  assert.match(text, 'SKIPPED skip: with snmpd (snmpd is not installed)')
  assert.match(text, /^1 passed, 0 failed, 1 skipped$/m)
})
test('a file of the level full runs with --all or by its name; each file is in exactly one shard', async () => {
  for (const name of ['a', 'b', 'c']) await file(`shard-${name}`, passing)
  await file('shard-big', passing, `{\n  timeoutMs: 5_000,\n  level: 'full',\n}`)
  const shards = (args: string[]) => ['1/2', '2/2'].flatMap(part => run(args, { LINECARD_SHARD: part }).ran)
  await Promise.all(
    ['exit-a', 'good-b', 'stuck-a', 'stuck-b', 'load-a', 'load-b', 'load-c'].map(name =>
      rm(join(folder, `test/${name}.test.ts`), { force: true }),
    ),
  )
  const usual = run([]).ran
  assert.ok(usual.includes('test/shard-a.test.ts') && !usual.includes('test/shard-big.test.ts'))
  assert.equal(run(['test/shard-big']).ran, ['test/shard-big.test.ts'])
  assert.equal(shards(['--all']).toSorted(), [...usual, 'test/shard-big.test.ts'].toSorted())
  assert.match(run([], { LINECARD_SHARD: '3/2' }).text, 'LINECARD_SHARD is "3/2"')
})
test('--changed runs what loads a change: directly, through a package, in a thread, or as its text', async () => {
  const git = (...args: string[]) =>
    spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: folder })
  await write('plugins/one/src/a.ts', 'export const a = 1\n')
  await write(
    'plugins/one/src/b.ts',
    `export { a } from './a.ts'\nexport const thread = () => import.meta.resolve('#work')\n`,
  )
  await write('plugins/one/src/work.ts', 'export {}\n')
  const imports = { '#work': { source: './src/work.ts', default: './dist/work.js' } }
  await write('plugins/one/package.json', JSON.stringify({ name: 'pplugins/one/', type: 'module', imports }))
  await write('plugins/one/texts/en.json', '{}')
  const ofPlugin = (name: string, from: string) =>
    write(
      `plugins/one/test/${name}.test.ts`,
      `import { suite } from '@linecard/test-kit'\nimport '${from}'\nconst test = suite('x')\n${passing}\n`,
    )
  await ofPlugin('reaches', '../src/b.ts')
  await ofPlugin('other', 'node:fs')
  git('init', '-q', '-b', 'main')
  git('add', 'plugins', 'test', 'package.json')
  git('commit', '-q', '-m', 'all')
  assert.match(run(['--changed']).text, /^0 passed, 0 failed, 0 skipped$/m)
  await write('plugins/one/src/a.ts', 'export const a = 2\n')
  assert.equal(run(['--changed']).ran, ['plugins/one/test/reaches.test.ts'])
  git('commit', '-q', '-a', '-m', 'a')
  await write('plugins/one/src/work.ts', 'export const more = 1\n')
  assert.equal(run(['--changed']).ran, ['plugins/one/test/reaches.test.ts'])
  git('commit', '-q', '-a', '-m', 'work')
  await write('plugins/one/texts/en.json', '{ }')
  assert.equal(run(['--changed']).ran.toSorted(), [
    'plugins/one/test/other.test.ts',
    'plugins/one/test/reaches.test.ts',
  ])
})
