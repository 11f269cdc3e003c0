import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, suite } from '@linecard/test-kit'
import { lacks } from '@linecard/test-kit/worlds/programs'
import { settingsWith } from '../src/config.ts'
import { doctor } from '../src/doctor.ts'

const test = suite('what the equipment needs of the machine')
let folder: string
test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linecard-programs-'))
})
test.after(() => rm(folder, { recursive: true, force: true }))

async function program(name: string, script: string): Promise<void> {
  await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`)
  await chmod(join(folder, name), 0o755)
}
const look = async (settings = {}, path = folder) => {
  const findings = await doctor(settingsWith(settings), { serviceRuns: false, path })
  return new Map(findings.map(one => [one.check, one]))
}

test('programs that are not installed are a warning, with what to install', async () => {
  const found = await look({}, '/nonexistent')
  for (const name of ['fping', 'traceroute']) {
    assert.is(found.get(name)?.state, 'warn')
    assert.match(found.get(name)!.advice!, `apt-get install ${name}`)
  }
})

test('an fping that may not open a raw socket fails, with the right that it lacks', async () => {
  await program('fping', 'echo "fping: can\'t create socket (must run as root?)" >&2; exit 4')
  await program('traceroute', 'echo "cannot do" >&2; exit 1')
  const found = await look()
  assert.is(found.get('fping')?.state, 'fail')
  assert.match(found.get('fping')!.found, "can't create socket")
  assert.match(found.get('fping')!.advice!, 'cap_net_raw')
  assert.is(found.get('traceroute')?.state, 'warn')
  assert.match(found.get('traceroute')!.found, 'cannot do')
})

test('an fping whose echoes to this machine are lost fails', async () => {
  await program('fping', 'echo "127.0.0.1 : -" >&2; exit 1')
  const found = await look()
  assert.is(found.get('fping')?.state, 'fail')
  assert.match(found.get('fping')!.found, 'none came back')
})

const missing = lacks('fping', 'fping') ?? lacks('traceroute', 'traceroute')
if (missing) test.skip('the real programs', missing)
else
  test('the real programs send to this machine', async () => {
    const found = await look({}, process.env['PATH'])
    assert.equal(
      ['fping', 'traceroute'].map(name => found.get(name)!.state),
      ['ok', 'ok'],
    )
  })

test('networks that hold every address, none at all, and loopback are told', async () => {
  const state = async (settings: object, check = 'equipment networks') =>
    (await look(settings)).get(check)?.state
  assert.is(await state({}), 'ok')
  assert.is(await state({ networks: ['10.0.0.0/8', '0.0.0.0/0'] }), 'warn')
  assert.is(await state({ networks: ['::/0'] }), 'warn')
  assert.is(await state({ networks: [] }), 'warn')
  assert.is(await state({}, 'equipment.allow_loopback'), undefined)
  assert.is(await state({ allow_loopback: true }, 'equipment.allow_loopback'), 'warn')
})
