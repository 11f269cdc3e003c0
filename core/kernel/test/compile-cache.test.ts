import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { assert, suite } from '@linecard/test-kit'

const test = suite('compiled code of earlier starts')
const run = promisify(execFile)
const source = new URL('../src/compile-cache.ts', import.meta.url).href

const program = `
  const { keepCompiled } = await import(${JSON.stringify(source)})
  keepCompiled()
  const { getCompileCacheDir } = await import('node:module')
  console.log(JSON.stringify([getCompileCacheDir() ?? null, process.env.NODE_COMPILE_CACHE ?? null]))`

let base!: string
test.before(async () => {
  base = await mkdtemp(join(tmpdir(), 'linecard-compiled-'))
})
test.after(() => rm(base, { recursive: true }))
const newHome = () => mkdtemp(join(base, 'home-'))

/** Where Node keeps compiled code in a process with this environment, and where it tells its children to. */
async function kept(env: NodeJS.ProcessEnv): Promise<[string | null, string | null]> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { env })
  return JSON.parse(stdout) as [string | null, string | null]
}

test('is kept in the cache folder of the account, for children too', async () => {
  const home = await newHome()
  const folder = join(home, 'linecard/compiled')
  const [used, told] = await kept({ XDG_CACHE_HOME: home })
  assert.match(used!, folder)
  assert.is(told, folder)
  assert.ok((await readdir(folder)).length > 0)
  assert.match((await kept({ HOME: home }))[0]!, join(home, '.cache/linecard/compiled'))
})

test('is kept where the environment says, or not at all', async () => {
  const home = await newHome()
  const other = join(home, 'other')
  const [used, told] = await kept({ XDG_CACHE_HOME: home, NODE_COMPILE_CACHE: other })
  assert.match(used!, other)
  assert.is(told, other)
  const not = { XDG_CACHE_HOME: home, NODE_DISABLE_COMPILE_CACHE: '1' }
  assert.equal(await kept(not), [null, null])
  assert.not.ok((await readdir(home)).includes('linecard'))
})

test('a folder that others can write to is not used: Node would run what they put there', async () => {
  const home = await newHome()
  const folder = join(home, 'linecard/compiled')
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o777)
  assert.equal(await kept({ XDG_CACHE_HOME: home }), [null, null])
  assert.equal(await readdir(folder), [])
})

test('without a folder that can be made, nothing is kept and nothing fails', async () => {
  const file = join(await newHome(), 'file')
  await writeFile(file, '')
  assert.equal(await kept({ XDG_CACHE_HOME: file }), [null, null])
})
