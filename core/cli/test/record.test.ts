import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, suite } from '@linecard/test-kit'
import { nextIp } from '@linecard/test-kit/worlds/addresses'
import { createDatabase, type TestDatabase } from '@linecard/test-kit/worlds/database'
import { createSwitch, startDevice, type Device } from '@linecard/simulator'
import { defaultSubtrees } from '../src/record/subtrees.ts'

const test = suite('D: linecard record writes what testDriver accepts', { timeoutMs: 180_000 })

const repository = join(import.meta.dirname, '../../..')
const v3 = { name: 'reader', auth: 'authentication', priv: 'privacy-password' }
let folder: string
let database: TestDatabase
let device: Device

/** A driver package as a new author writes it: two builders, one model, and the one line of its test. */
const driver = {
  'package.json': JSON.stringify({
    name: 'driver-fresh',
    version: '1.0.0',
    type: 'module',
    exports: './src/index.ts',
    linecard: { kind: 'driver', id: 'fresh', api: 1 },
  }),
  'src/index.ts': `
    import { defineDriver, defineFamily } from '@linecard/driver-kit'
    import { ifControl, switchMibs, systemInfo } from '@linecard/driver-kit/builders'
    const family = defineFamily({ id: 'switch', modules: [systemInfo({ vendor: 'Fresh' }), ...switchMibs(), ...ifControl()] })
    export default defineDriver({ id: 'fresh', vendor: 'Fresh', api: 1, models: [
      { key: 'fresh_24', name: 'Fresh 24', type: 'SWITCH', family, detect: { objectId: '1.3.6.1.4.1.171' } },
    ] })`,
  'test/driver.test.ts': `
    import { testDriver } from '@linecard/driver-kit/testing'
    import driver from '../src/index.ts'
    await testDriver(driver, import.meta.url)`,
}

test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linecard-record-'))
  database = await createDatabase()
  for (const [file, text] of Object.entries(driver)) {
    await mkdir(join(folder, 'fresh', file, '..'), { recursive: true })
    await writeFile(join(folder, 'fresh', file), text)
  }
  await mkdir(join(folder, 'node_modules'))
  await symlink(join(repository, 'node_modules/@linecard'), join(folder, 'node_modules/@linecard'))
  await symlink(join(folder, 'fresh'), join(folder, 'node_modules/driver-fresh'))
  const config = {
    data_dir: 'data',
    database: { url: database.url },
    drivers: ['driver-fresh'],
    settings: { equipment: { allow_loopback: true } },
  }
  await writeFile(join(folder, 'linecard.json'), JSON.stringify(config))
  const ip = nextIp()
  device = await startDevice({
    ip,
    port: 0,
    simulated: createSwitch({ vendor: 'dlink', model: 'DES-3200-28/C1', name: 'sw-Kyiv-7', ip }),
    v3Users: [
      {
        name: v3.name,
        auth: { protocol: 'sha256', password: v3.auth },
        priv: { protocol: 'aes', password: v3.priv },
      },
    ],
  })
})
test.after(async () => {
  await device?.stop()
  await database?.drop()
  if (folder) await rm(folder, { recursive: true })
})

interface Ended {
  code: number | null
  text: string
}

async function node(args: readonly string[], options: { env?: object; input?: string } = {}): Promise<Ended> {
  const child = spawn(
    process.execPath,
    ['--conditions=source', '--disable-warning=ExperimentalWarning', ...args],
    { cwd: folder, env: { ...process.env, LINECARD_ADMIN_PASSWORD: 'first-owner-password', ...options.env } },
  )
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += String(chunk)
    })
  child.stdin.end(options.input ?? '')
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, text }
}
const record = (...args: string[]) =>
  node([join(repository, 'core/cli/src/main.ts'), 'record', device.ip, ...args])
const testDriver = () => node([join(folder, 'fresh/test/driver.test.ts')])

test('a recording over SNMPv3 on another port makes the tests of a new driver green', async () => {
  const { code, text } = await node(
    [
      ...[join(repository, 'core/cli/src/main.ts'), 'record', device.ip],
      ...['--port', String(device.port), '--user', v3.name, '--auth', 'sha256', '--priv', 'aes'],
      ...['--dir', 'fresh/recordings/fresh_24/1.0', '--expected'],
    ],
    { input: `${v3.auth}\n${v3.priv}\n` },
  )
  assert.is(code, 0, text)
  assert.match(text, /wrote \d{3,} values/)
  const about = JSON.parse(await readFile(join(folder, 'fresh/recordings/fresh_24/1.0/device.json'), 'utf8'))
  assert.is(about.model, 'fresh_24')
  assert.equal(about.walked, [...defaultSubtrees])
  assert.type(about.args.ctrl_port_descr.interface, 'number')
  const recording = await readFile(join(folder, 'fresh/recordings/fresh_24/1.0/snmp.snmprec'), 'utf8')
  assert.not.match(recording, 'Kyiv')
  const green = await testDriver()
  assert.is(green.code, 0, green.text)
  const golden = await readdir(join(folder, 'fresh/recordings/fresh_24/1.0/expected'))
  assert.ok(golden.length > 10, golden.join(' '))
})

test('without --expected the golden files are written by the flag of testDriver', async () => {
  await rm(join(folder, 'fresh/recordings'), { recursive: true, force: true })
  const { code, text } = await record('-p', String(device.port), '-d', 'fresh/recordings/fresh_24/1.0')
  assert.is(code, 0, text)
  assert.match((await testDriver()).text, 'expected/system.json is missing')
  const written = await node([join(folder, 'fresh/test/driver.test.ts')], {
    env: { LINECARD_UPDATE_GOLDEN: '1' },
  })
  assert.is(written.code, 0, written.text)
  assert.is((await testDriver()).code, 0)
})

test('what somebody wrote into device.json and untested.json stays', async () => {
  const file = join(folder, 'fresh/recordings/fresh_24/1.0/device.json')
  const about = JSON.parse(await readFile(file, 'utf8'))
  about.args.ctrl_port_descr = { interface: 5, description: 'roof 7' }
  await writeFile(file, JSON.stringify(about))
  await record('-p', String(device.port), '-d', 'fresh/recordings/fresh_24/1.0')
  assert.equal(JSON.parse(await readFile(file, 'utf8')).args.ctrl_port_descr, {
    interface: 5,
    description: 'roof 7',
  })
})

test('wrong options are told before the device is asked', async () => {
  const asked = device.requests
  for (const [args, message] of [
    [['-d', 'fresh/recordings/1.0'], /must be <model>\/<firmware>/],
    [['-d', 'recordings/fresh_24/1.0', '-m', 'fresh_48'], /recordings\/fresh_48\/1\.6\.0/],
    [['-d', 'recordings/fresh_24/1.0', '-u', 'x', '--auth', 'crc'], /--auth "crc" is not one of md5/],
    [['-d', 'recordings/fresh_24/1.0', '--port', '99999'], /--port must be a number/],
    [['-d', 'recordings/fresh_24/1.0', '--priv', 'aes'], /name its user with --user/],
  ] as const) {
    const { code, text } = await record(...args)
    assert.is(code, 1, text)
    assert.match(text, message)
  }
  assert.is(device.requests, asked)
})
