import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { assert, suite } from '@linecard/test-kit'
import { bundleChanged } from '../bundles.mjs'

const test = suite('bundles of the packages')
const repository = process.cwd()
let tree = ''
test.before(async () => {
  tree = await mkdtemp(join(tmpdir(), 'linecard-bundles-'))
  await mkdir(join(tree, 'node_modules/@linecard'), { recursive: true })
  for (const name of ['esbuild', '@esbuild'])
    await symlink(join(repository, 'node_modules', name), join(tree, 'node_modules', name))
  for (const kind of ['core', 'plugins', 'drivers']) await mkdir(join(tree, kind))
  await addPackage(
    'core/kit',
    { '.': target('index') },
    { 'index.ts': `export const word: string = 'kit'\n` },
  )
  await symlink(join(tree, 'core/kit'), join(tree, 'node_modules/@linecard/kit'))
})
test.after(() => rm(tree, { recursive: true, force: true }))

const target = (name: string) => ({ source: `./src/${name}.ts`, default: `./dist/${name}.js` })
async function addPackage(
  folder: string,
  exports: object,
  files: Readonly<Record<string, string>>,
  more: object = {},
): Promise<void> {
  const manifest = { name: `@linecard/${folder.split('/')[1]}`, version: '1.0.0', type: 'module', exports }
  await write(`${folder}/package.json`, JSON.stringify({ ...manifest, ...more }))
  for (const [name, text] of Object.entries(files)) await write(`${folder}/src/${name}`, text)
}
async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(tree, path)), { recursive: true })
  await writeFile(join(tree, path), text)
}
/** Bundles what changed. Gives the number of packages. */
async function changed(): Promise<number> {
  let bundled = 0
  assert.is(await bundleChanged(tree, { begin: count => (bundled = count) }), true)
  return bundled
}
/** What a program prints, on the default conditions of Node. */
function run(file: string): string {
  const { stdout, stderr } = spawnSync(process.execPath, [join(tree, file)], { encoding: 'utf8' })
  return stdout + stderr
}
const javaScript = async (folder: string) =>
  (await readdir(join(tree, folder, 'dist'), { recursive: true })).filter(name => name.endsWith('.js'))

test('an entry, a program and a thread run from few files, on the bundle of another package', async () => {
  const files = {
    'index.ts': `export { told } from './told.ts'\n`,
    'told.ts': `export const told = (word: string): string => 'told ' + word\n`,
    'main.ts':
      `import { Worker } from 'node:worker_threads'\nimport { word } from '@linecard/kit'\n` +
      `import { told } from './told.ts'\nconsole.log(told(word))\n` +
      `new Worker(new URL(import.meta.resolve('#work'))).on('message', text => console.log(text))\n`,
    'deep/work.ts':
      `import { parentPort } from 'node:worker_threads'\nimport { told } from '../told.ts'\n` +
      `parentPort!.postMessage(told('in a thread'))\n`,
  }
  const more = { bin: { one: './dist/main.js' }, imports: { '#work': target('deep/work') } }
  await addPackage('plugins/one', { '.': target('index') }, files, more)
  assert.is(await changed(), 2)
  assert.is(run('plugins/one/dist/main.js'), 'told kit\ntold in a thread\n')
  const names = await javaScript('plugins/one')
  assert.equal(names.filter(name => !name.startsWith('chunk-')).toSorted(), [
    'deep/work.js',
    'index.js',
    'main.js',
  ])
  assert.is(names.length, 4, 'what they share is one file')
})

test('only what changed is bundled again; files of old bundles go, those of the last day and types stay', async () => {
  assert.is(await changed(), 0)
  await write('core/kit/dist/index.d.ts', 'export declare const word: string\n')
  await write('core/kit/src/index.ts', `export const word: string = 'kit, changed'\n`)
  for (const [name, hours] of [
    ['chunk-OLD.js', 25],
    ['chunk-USED.js', 23],
  ] as const) {
    await write(`core/kit/dist/${name}`, '')
    const then = Date.now() / 1000 - hours * 3600
    await utimes(join(tree, 'core/kit/dist', name), then, then)
  }
  assert.is(await changed(), 1)
  assert.match(run('plugins/one/dist/main.js'), 'told kit, changed\n')
  assert.equal((await readdir(join(tree, 'core/kit/dist'))).toSorted(), [
    'chunk-USED.js',
    'index.d.ts',
    'index.js',
    'index.js.map',
  ])
})

test('a bundle that somebody removed is made again, and so is one whose package names another entry', async () => {
  await rm(join(tree, 'plugins/one/dist'), { recursive: true })
  assert.is(await changed(), 1)
  await addPackage(
    'core/kit',
    { '.': target('index'), './more': target('more') },
    { 'more.ts': 'export {}\n' },
  )
  assert.is(await changed(), 1)
  assert.equal((await javaScript('core/kit')).toSorted(), ['chunk-USED.js', 'index.js', 'more.js'])
})

test('a source with a mistake is named with its line; the bundle before stays and is not taken for new', async () => {
  await write('core/kit/src/index.ts', `export const word = 'half\n`)
  for (let time = 0; time < 2; time++) {
    const said = await changed().then(
      () => 'it was bundled',
      (error: Error) => error.message,
    )
    assert.match(said, /core\/kit\/src\/index\.ts:1:\d+: ERROR: Unterminated string literal/)
  }
  assert.match(run('plugins/one/dist/main.js'), 'told kit, changed\n')
  await write('core/kit/src/index.ts', `export const word = 'whole'\n`)
  assert.is(await changed(), 1)
  assert.match(run('plugins/one/dist/main.js'), 'told whole\n')
})

test('a package that exports its sources, and a folder without manifest, are left alone', async () => {
  await addPackage('drivers/plain', { '.': './src/index.ts' }, { 'index.ts': 'export {}\n' })
  await mkdir(join(tree, 'drivers/empty'))
  assert.is(await changed(), 0)
})
