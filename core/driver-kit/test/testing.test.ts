import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { suite, assert } from '@linecard/test-kit'
import type { DeviceError } from '@linecard/driver-kit'
import { systemInfo } from '@linecard/driver-kit/builders'
import { buildIndex } from '@linecard/driver-kit/detection'
import { sysTemp } from '@linecard/driver-kit/modules'
import { parseSnmprec } from '@linecard/driver-kit/recording'
import { replaySession } from '@linecard/driver-kit/testing'
import acme from './acme/src/index.ts'

const acmeFolder = fileURLToPath(new URL('acme/', import.meta.url))
const inFolder = 'recordings/acme_a8/1.0'
const recording = parseSnmprec(await readFile(join(acmeFolder, inFolder, 'snmp.snmprec'), 'utf8'))
const known = buildIndex([acme]).models.get('acme_a8')!

// After every await of this file: a suite runs with the tests that were declared until the next one.
const test = suite('testing', { level: 'full' })

/** The tests of the example driver on a changed copy of its recordings: exit code and output. */
async function run(change: (root: string) => Promise<unknown>, env: Record<string, string> = {}) {
  const root = await mkdtemp(join(tmpdir(), 'linecard-recordings-'))
  try {
    await cp(join(acmeFolder, 'recordings'), join(root, 'recordings'), { recursive: true })
    await change(root)
    const before = await files(root)
    const child = spawn(
      process.execPath,
      [
        '--conditions=source',
        join(acmeFolder, 'test/on-folder.ts'),
        pathToFileURL(join(root, 'test/driver.test.ts')).href,
      ],
      { env: { ...process.env, LINECARD_UPDATE_GOLDEN: '', ...env } },
    )
    let output = ''
    child.stdout.on('data', chunk => {
      output += String(chunk)
    })
    child.stderr.on('data', chunk => {
      output += String(chunk)
    })
    const code = await new Promise<number | null>(resolve => {
      child.on('close', resolve)
    })
    const after = await files(root)
    return { code, output, written: [...after.keys()].filter(file => after.get(file) !== before.get(file)) }
  } finally {
    await rm(root, { recursive: true })
  }
}

/** The files below a folder with what they hold. */
async function files(root: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) found.set(relative(root, path), await readFile(path, 'utf8'))
  }
  return found
}
const edit = (file: string, from: string | RegExp, to: string) => async (root: string) => {
  const path = join(root, file)
  const source = await readFile(path, 'utf8')
  assert.not.equal(source.replace(from, to), source, `${file} holds ${from}`)
  await writeFile(path, source.replace(from, to))
}
const untested = (entries: unknown) => (root: string) =>
  writeFile(join(root, 'recordings/untested.json'), JSON.stringify(entries))
const fails = async (change: (root: string) => Promise<unknown>, ...said: RegExp[]) => {
  const { code, output, written } = await run(change)
  assert.is(code, 1, output)
  for (const pattern of said) assert.match(output, pattern)
  assert.equal(written, [])
}

test('a sound driver passes and nothing is written', async () => {
  const { code, output, written } = await run(async () => undefined)
  assert.is(code, 0, output)
  assert.equal(written, [])
})

test('another value, and a value more than the golden answer, are differences', () =>
  fails(
    edit(`${inFolder}/snmp.snmprec`, '|2|415', '|2|425'),
    /FAIL {2}driver acme {2}"acme_a8\/1\.0 sys_temp"/,
    /42\.5/,
  ))

/** Changes the golden answers of the recording. */
async function goldens(root: string, change: (all: Record<string, unknown>) => object) {
  const file = join(root, inFolder, 'expected.json')
  const all = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
  await writeFile(file, `${JSON.stringify(change(all), null, 2)}\n`)
}
const without = (root: string) => goldens(root, all => ({ ...all, sys_temp: undefined }))

test('a missing golden answer is a failure, and is written only when asked to', async () => {
  await fails(without, /expected\.json has no sys_temp: LINECARD_UPDATE_GOLDEN=1 writes it/)
  const updated = await run(without, { LINECARD_UPDATE_GOLDEN: '1' })
  assert.is(updated.code, 0, updated.output)
  assert.equal(updated.written, [`${inFolder}/expected.json`])
})

test('a column that was never walked is a failure that names it', () =>
  fails(
    edit(`${inFolder}/device.json`, ', "1.3.6.1.4.1.99999"', ''),
    /the recording has no 1\.3\.6\.1\.4\.1\.99999\.2\.1\.1\.2: it is in no subtree of "walked"/,
  ))

test('another model than expected is a failure that says why', () =>
  fails(
    edit(`${inFolder}/snmp.snmprec`, '99999.1.8', '99999.1.24'),
    /detected as nothing \(no tier\), not as acme_a8\. acme_a24: sysDescr does not match \/A24 rev\\\.1\//,
  ))

test('a broken recording and a broken device.json are failures', async () => {
  await fails(
    edit(`${inFolder}/snmp.snmprec`, '|2|415', '|2|hot'),
    /acme_a8\/1\.0\/snmp\.snmprec:10: "hot" is not a whole number/,
    /every family has a recording or a reason/,
  )
  await fails(
    edit(`${inFolder}/device.json`, '"scrubbed": true', '"scrubbed": false'),
    /device\.json: scrubbed must be/,
  )
})

test('an untested module needs a reason, and the list may not go stale', async () => {
  const told = await run(async root => {
    await without(root)
    await untested({ modules: { 'acme_a8/sys_temp': 'the sensors were unplugged' } })(root)
  })
  assert.is(told.code, 0, told.output)
  assert.match(told.output, /SKIPPED driver acme: acme_a8\/1\.0 sys_temp \(the sensors were unplugged\)/)
  await fails(
    untested({ modules: { 'acme_a8/sys_temp': 'x' } }),
    /acme_a8\/sys_temp: there is a golden answer/,
  )
  await fails(
    untested({ modules: { 'acme_a8/fdb': 'x' } }),
    /acme_a8\/fdb: the model does not have the module/,
  )
  await fails(
    untested({ families: { switch: 'x', olt: 'x' } }),
    /the family switch has a recording/,
    /the family olt does not exist/,
  )
  await fails(untested({ modules: { 'acme_a8/sys_temp': '' } }), /untested\.json: modules/)
})

test('golden answers of modules that the model lacks are failures', () =>
  fails(
    root => goldens(root, all => ({ ...all, fdb: { data: [], missing: [] } })),
    /no golden answer of a module that the model does not have/,
  ))

test('a replay answers columns, parts of columns and scalars, and tells absent from never walked', async () => {
  const replay = replaySession(recording, known, { walked: ['1.3.6.1.4.1.99999.2'] })
  assert.not(replay.answered)
  const { columns } = await replay.snmp.columns(['1.3.6.1.4.1.99999.2.1.1.2', '1.3.6.1.4.1.99999.2.9'])
  assert.equal(
    columns.map(rows => Array.from(rows.keys())),
    [['1', '2'], []],
  )
  assert.ok(replay.answered)
  assert.equal(
    [...(await replay.snmp.columns(['1.3.6.1.4.1.99999.2.1.1'], { under: '3' })).columns[0]!.keys()],
    ['3.1', '3.2'],
  )
  assert.equal((await replay.snmp.columns(['1.3.6.1.4.1.99999.2.1.1.2'], { maxRows: 1 })).missing, [
    { what: '1.3.6.1.4.1.99999.2.1.1.2', reason: 'row_limit', rows: 1 },
  ])
  assert.is((await replay.snmp.get(['1.3.6.1.4.1.99999.2.9.0', '1.3.6.1.2.1.1.5.0'])).size, 1)
  const refused = await replay.snmp.columns(['1.3.6.1.2.1.2.2.1.2']).then(
    () => '',
    (error: Error) => error.message,
  )
  assert.match(refused, /the recording has no 1\.3\.6\.1\.2\.1\.2\.2\.1\.2/)
  assert.equal([...replay.unrecorded], ['1.3.6.1.2.1.2.2.1.2'])
})

test('a replay calls each module once and refuses what the model lacks', async () => {
  let runs = 0
  const counted = { ...systemInfo(), module: sysTemp, run: async () => ++runs }
  const replay = replaySession(recording, { model: known.model, modules: new Map([['sys_temp', counted]]) })
  assert.equal(await Promise.all([replay.call(sysTemp, {}), replay.call(sysTemp, {})]), [1, 1])
  const refused = await replaySession(recording, { model: known.model, modules: new Map() })
    .call(sysTemp, {})
    .catch((error: DeviceError) => error.kind)
  assert.is(refused, 'Unsupported')
})
