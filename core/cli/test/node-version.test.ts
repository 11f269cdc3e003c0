import { execFile, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { assert, suite } from '@linecard/test-kit'

const test = suite('the check of Node at start')
const run = promisify(execFile)

interface Ended {
  code: number
  stderr: string
}

/** Runs `main` alone with a given need. Nothing of what it imports is there. */
async function start(node: string, needs: string): Promise<Ended> {
  const folder = await mkdtemp(join(tmpdir(), 'linecard-node-'))
  try {
    const source = await readFile(new URL('../src/main.ts', import.meta.url), 'utf8')
    await mkdir(join(folder, 'dist'))
    await writeFile(
      join(folder, 'package.json'),
      JSON.stringify({ type: 'module', engines: { node: needs } }),
    )
    await writeFile(
      join(folder, 'dist/main.js'),
      stripTypeScriptTypes(source).replace('./begin.ts', './begin.js'),
    )
    await writeFile(join(folder, 'dist/begin.js'), "process.stderr.write('it runs')")
    const ended = run(node, [join(folder, 'dist/main.js')], { env: {} })
    return await ended.then(
      ({ stderr }) => ({ code: 0, stderr }),
      ({ code, stderr }: Ended) => ({ code, stderr }),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('a Node that is too old is named, with what to do', async () => {
  const { code, stderr } = await start(process.execPath, '>=999')
  assert.is(code, 1)
  assert.match(stderr, `Node ${process.versions.node} at ${process.execPath} is too old`)
  assert.match(stderr, 'needs Node 999 or newer')
  assert.match(stderr, 'npm install node@999')
  assert.is(stderr.trim().split('\n').length, 1)
})

test('a Node that is new enough runs the command', async () =>
  assert.equal(await start(process.execPath, '>=24'), { code: 0, stderr: 'it runs' }))

const system = '/usr/bin/node'
const { status, stdout } = spawnSync(system, ['--version'], { encoding: 'utf8' })
const version = status === 0 ? stdout.trim() : null
const old = `the Node of the system (${version ?? 'none'}) is told to be too old`
if (version !== null && Number(version.slice(1).split('.')[0]) < 24)
  test(old, async () => {
    const { code, stderr } = await start(system, '>=24')
    assert.is(code, 1)
    assert.match(stderr, `Node ${version.slice(1)} at ${system} is too old`)
  })
else test.skip(old, 'it is not older than Node 24')
