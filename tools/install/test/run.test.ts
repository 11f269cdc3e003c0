import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { assert, suite, until } from '@linecard/test-kit'
import { install } from '../install.mjs'

/** A tree with the real scripts, real npm, and packages that need no registry. */
const test = suite('install: npm run installs by itself', { level: 'full' })
const repository = resolve(import.meta.dirname, '../../..')
const trees: string[] = []
test.after(async () => {
  for (const tree of trees) await rm(tree, { recursive: true, force: true })
})

const linked = (names: readonly string[]) => ({
  name: 'tree',
  version: '1.0.0',
  lockfileVersion: 3,
  requires: true,
  packages: {
    '': {
      name: 'tree',
      version: '1.0.0',
      dependencies: Object.fromEntries(names.map(name => [name, `file:${name}`])),
    },
    ...Object.fromEntries(names.map(name => [name, { version: '1.0.0' }])),
    ...Object.fromEntries(names.map(name => [`node_modules/${name}`, { resolved: name, link: true }])),
  },
})

/** Manifest and lock of a tree that depends on packages in its own folders. */
async function depends(tree: string, names: readonly string[], scripts: Record<string, string> = {}) {
  const lock = linked(names)
  for (const name of names) {
    await mkdir(join(tree, name), { recursive: true })
    await writeFile(join(tree, name, 'package.json'), JSON.stringify({ name, version: '1.0.0' }))
  }
  const { dependencies } = lock.packages[''] as { dependencies: object }
  await writeFile(
    join(tree, 'package.json'),
    JSON.stringify({ name: 'tree', version: '1.0.0', private: true, scripts, dependencies }),
  )
  await writeFile(join(tree, 'package-lock.json'), JSON.stringify(lock))
}

async function newTree(names: readonly string[] = ['a'], scripts?: Record<string, string>): Promise<string> {
  const tree = await mkdtemp(join(tmpdir(), 'linecard a tree '))
  trees.push(tree)
  for (const folder of ['install', 'build']) await mkdir(join(tree, 'tools', folder), { recursive: true })
  for (const file of ['tools/run.mjs', 'tools/install/install.mjs', 'tools/build/bundles.mjs'])
    await copyFile(join(repository, file), join(tree, file))
  await depends(tree, names, scripts)
  return tree
}

/** How the program gets to run: in place of the script, or as its child, as on an older Node. */
const ways = {
  'in its place': [],
  'as a child': ['--import', 'data:text/javascript,delete process.execve'],
} as const

function start(tree: string, args: readonly string[], way: keyof typeof ways = 'in its place') {
  const { LINECARD_TEST: _, NODE_OPTIONS: __, ...env } = process.env
  const child = spawn(process.execPath, [...ways[way], join(tree, 'tools/run.mjs'), ...args], {
    cwd: tree,
    env,
  })
  const told = { out: '', err: '' }
  child.stdout.on('data', chunk => (told.out += chunk))
  child.stderr.on('data', chunk => (told.err += chunk))
  const ended = once(child, 'close').then(([code, signal]) => ({ ...told, code, signal }))
  return { child, told, ended }
}
const run = (tree: string, args: readonly string[]) => {
  const { child, ended } = start(tree, args)
  child.stdin.end()
  return ended
}
const installs = (text: string) => text.match(/^Installing the packages of /gm)?.length ?? 0
const hello = ['-e', 'console.log("hello")']

test('a tree that is not installed installs, says so in one line, and goes on; then it is silent', async () => {
  const tree = await newTree()
  const first = await run(tree, hello)
  assert.is(first.code, 0, first.err)
  assert.is(first.out, 'hello\n')
  assert.is(installs(first.err), 1)
  assert.ok(existsSync(join(tree, 'node_modules/a')))
  assert.equal(await run(tree, hello), { out: 'hello\n', err: '', code: 0, signal: null })
})

test('a tree whose node_modules is older than its lock installs before it goes on', async () => {
  const tree = await newTree(['a'])
  await run(tree, hello)
  await depends(tree, ['a', 'b'])
  const again = await run(tree, hello)
  assert.is(installs(again.err), 1)
  assert.is(again.out, 'hello\n')
  assert.ok(existsSync(join(tree, 'node_modules/b')))
})

test('an installation that was cut off is made again', async () => {
  const tree = await newTree()
  await run(tree, hello)
  await rm(join(tree, 'node_modules/.package-lock.json'))
  assert.is(installs((await run(tree, hello)).err), 1)
})

test('the program runs on the Node of node_modules', async () => {
  const tree = await newTree()
  await run(tree, hello)
  await mkdir(join(tree, 'node_modules/.bin'), { recursive: true })
  await symlink(process.execPath, join(tree, 'node_modules/.bin/node'))
  const { out } = await run(tree, ['-e', 'console.log(process.argv0, process.execArgv[0])'])
  assert.is(out, `${join(tree, 'node_modules/.bin/node')} --conditions=source\n`)
})

test('where nothing can bundle the packages, a program runs from its source', async () => {
  const tree = await newTree()
  await mkdir(join(tree, 'core/cli/src'), { recursive: true })
  await writeFile(
    join(tree, 'core/cli/src/main.ts'),
    'const word: string = process.execArgv[0]!\nconsole.log(word)\n',
  )
  const { out } = await run(tree, ['--bundled', 'core/cli/dist/main.js'])
  assert.is(out, '--conditions=source\n')
})

test('of two at the same time one installs, and both go on', async () => {
  const tree = await newTree()
  const both = await Promise.all([run(tree, hello), run(tree, hello)])
  assert.equal(
    both.map(({ out, code }) => ({ out, code })),
    [
      { out: 'hello\n', code: 0 },
      { out: 'hello\n', code: 0 },
    ],
  )
  assert.is(installs(both[0]!.err) + installs(both[1]!.err), 1)
  assert.not(existsSync(join(tree, '.linecard-install')))
})

test('the claim of a process that died does not stop the next one; that of its living npm does', async () => {
  const tree = await newTree()
  const dead = spawn(process.execPath, ['-e', '0'])
  await once(dead, 'close')
  const npm = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  await writeFile(join(tree, '.linecard-install'), `${dead.pid} ${npm.pid}`)
  const { child, told, ended } = start(tree, hello)
  child.stdin.end()
  await until('it waits', () => told.err.includes('Waiting for process'))
  assert.is(installs(told.err), 0)
  npm.kill('SIGKILL')
  const { code, err } = await ended
  assert.is(code, 0, err)
  assert.is(installs(err), 1)
})

test('if npm ci fails, its exit code and reason come through, and the program does not run', async () => {
  const tree = await newTree(['a'])
  await writeFile(
    join(tree, 'package.json'),
    JSON.stringify({ name: 'tree', version: '1.0.0', dependencies: { b: 'file:b' } }),
  )
  const { code, out, err } = await run(tree, hello)
  assert.is(code, 1)
  assert.is(out, '')
  assert.match(err, 'EUSAGE')
  assert.match(err, /^npm ci in .* ended with 1$/m)
  assert.not(existsSync(join(tree, '.linecard-install')))
})

test('SIGTERM ends an installation, with its exit code', async () => {
  const tree = await newTree(['a'], {
    postinstall: 'exec node -e "console.error(3+4); setInterval(() => {}, 1000)"',
  })
  const { child, told, ended } = start(tree, hello)
  await until('npm runs its script', () => told.err.includes('\n7\n'))
  child.kill('SIGTERM')
  const { code, out } = await ended
  assert.is(code, 143)
  assert.is(out, '')
  assert.not(existsSync(join(tree, '.linecard-install')))
})

for (const way of Object.keys(ways) as (keyof typeof ways)[]) {
  test(`${way}: arguments, stdin and the exit code pass`, async () => {
    const tree = await newTree()
    await run(tree, hello)
    const { child, ended } = start(
      tree,
      ['-e', 'process.stdin.pipe(process.stdout); process.exitCode = +process.argv[1]', '7'],
      way,
    )
    child.stdin.end('through\n')
    assert.equal(await ended, { out: 'through\n', err: '', code: 7, signal: null })
  })

  test(`${way}: a signal reaches the program, and its own exit code comes back`, async () => {
    const tree = await newTree()
    await run(tree, hello)
    const program =
      'process.on("SIGTERM", () => process.exit(3)); setInterval(() => {}, 1000); console.log("up")'
    const { child, told, ended } = start(tree, ['-e', program], way)
    await until('it is up', () => told.out === 'up\n')
    child.kill('SIGTERM')
    assert.is((await ended).code, 3)
  })
}

test('a registry that does not answer is told apart from other failures', async () => {
  const tree = await newTree()
  const integrity = `sha512-${Buffer.alloc(64).toString('base64')}`
  const lock = linked([])
  const packages = {
    '': { name: 'tree', version: '1.0.0', dependencies: { far: '1.0.0' } },
    'node_modules/far': { version: '1.0.0', resolved: 'http://127.0.0.1:9/far.tgz', integrity },
  }
  await writeFile(join(tree, 'package.json'), JSON.stringify(packages['']))
  await writeFile(join(tree, 'package-lock.json'), JSON.stringify({ ...lock, packages }))
  const failure = await install(tree).then(
    () => null,
    (error: Error & { isOffline: boolean }) => error,
  )
  assert.is(failure?.isOffline, true)
  await depends(tree, ['a'])
  await writeFile(join(tree, 'package.json'), JSON.stringify({ dependencies: { b: 'file:b' } }))
  const other = await install(tree).then(
    () => null,
    (error: Error & { isOffline: boolean }) => error,
  )
  assert.is(other?.isOffline, false)
})
