import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { assert, suite } from '@linecard/test-kit'
import { nextIp } from '@linecard/test-kit/worlds/addresses'
import { makeOutside, manifestOf, type Outside } from '@linecard/test-kit/worlds/outside'
import { createSwitch, startDevice, type Device } from '@linecard/simulator'
import { defaultSubtrees } from '../src/record/subtrees.ts'

const test = suite('linecard record writes what testDriver accepts', { level: 'full' })

const v3 = { name: 'reader', auth: 'authentication', priv: 'privacy-password' }
let outside: Outside
let device: Device

/** A driver package as a new author writes it: two builders, one model, and the one line of its test. */
const driver = {
  'package.json': manifestOf('driver-fresh', 'driver', 'fresh'),
  'src/index.ts': `
    import { defineDriver, defineFamily } from '@linecard/driver-kit'
    import { ifControl, switchMibs, systemInfo } from '@linecard/driver-kit/builders'
    const modules = [systemInfo({ vendor: 'Fresh' }), ...switchMibs(), ...ifControl()]
    const family = defineFamily({ id: 'switch', modules })
    export default defineDriver({ id: 'fresh', vendor: 'Fresh', api: 1, models: [
      { key: 'fresh_24', name: 'Fresh 24', type: 'SWITCH', family, detect: { objectId: '1.3.6.1.4.1.171' } },
    ] })`,
  'test/driver.test.ts': `
    import { testDriver } from '@linecard/driver-kit/testing'
    import driver from '../src/index.ts'
    await testDriver(driver, import.meta.url)`,
}
/** A driver to which a text is a word, as many states of vendors are. */
const wordy = `
  import { Type as T } from 'typebox'
  import { defineDriver, defineFamily, defineModule, implement, readScalars, table, text } from '@linecard/driver-kit'
  import { systemInfo } from '@linecard/driver-kit/builders'
  const place = defineModule({ name: 'fresh.place', kind: 'read', permission: 'device_show', summary: 'Where it is',
    args: T.Object({}), example: { name: null, town: null },
    result: T.Object({ name: T.Union([T.String(), T.Null()]), town: T.Union([T.Literal('Kyiv'), T.Null()]) }) })
  const family = defineFamily({ id: 'switch', modules: [systemInfo({ vendor: 'Fresh' }), implement(place, async session => {
    const { name } = await readScalars(session, table({ name: text('1.3.6.1.2.1.1.5.0') }))
    return { name, town: name?.includes('Kyiv') ? 'Kyiv' : null }
  })] })
  export default defineDriver({ id: 'fresh', vendor: 'Fresh', api: 1, modules: [place], models: [
    { key: 'fresh_24', name: 'Fresh 24', type: 'SWITCH', family, detect: { objectId: '1.3.6.1.4.1.171' } },
  ] })`
const recording = 'driver-fresh/recordings/fresh_24/1.0'
const pathOf = (file: string) => join(outside.path, recording, file)

test.before(async () => {
  outside = await makeOutside(
    { 'driver-fresh': driver },
    { drivers: ['driver-fresh'], settings: { equipment: { allow_loopback: true } } },
  )
  const ip = nextIp()
  const auth = { protocol: 'sha256', password: v3.auth } as const
  const priv = { protocol: 'aes', password: v3.priv } as const
  device = await startDevice({
    ip,
    port: 0,
    simulated: createSwitch({ vendor: 'dlink', model: 'DES-3200-28/C1', name: 'sw-Kyiv-7', ip }),
    v3Users: [{ name: v3.name, auth, priv }],
  })
})
test.after(async () => {
  await device?.stop()
  await outside?.remove()
})

const record = (...args: string[]) => outside.linecard(['record', device.ip, ...args])
const testDriver = (env = {}) => outside.node(['driver-fresh/test/driver.test.ts'], { env })

test('a recording over SNMPv3 on another port makes the tests of a new driver green', async () => {
  const { code, text } = await outside.linecard(
    [
      'record',
      device.ip,
      '--port',
      String(device.port),
      '--user',
      v3.name,
      '--auth',
      'sha256',
      '--priv',
      'aes',
      '--dir',
      recording,
      '--expected',
    ],
    { input: `${v3.auth}\n${v3.priv}\n` },
  )
  assert.is(code, 0, text)
  assert.match(text, /wrote \d{3,} values/)
  const about = JSON.parse(await readFile(pathOf('device.json'), 'utf8'))
  assert.is(about.model, 'fresh_24')
  assert.equal(about.walked, [...defaultSubtrees])
  assert.type(about.args.ctrl_port_descr.interface, 'number')
  const values = await readFile(pathOf('snmp.snmprec'), 'utf8')
  assert.not.match(values, 'Kyiv')
  const green = await testDriver()
  assert.is(green.code, 0, green.text)
  const golden = Object.keys(JSON.parse(await readFile(pathOf('expected.json'), 'utf8')))
  assert.ok(golden.length > 10, golden.join(' '))
})

test('without --expected the golden files are written by the flag of testDriver', async () => {
  await rm(join(outside.path, 'driver-fresh/recordings'), { recursive: true, force: true })
  const { code, text } = await record('-p', String(device.port), '-d', recording)
  assert.is(code, 0, text)
  assert.match((await testDriver()).text, 'expected.json has no system')
  const written = await testDriver({ LINECARD_UPDATE_GOLDEN: '1' })
  assert.is(written.code, 0, written.text)
  assert.is((await testDriver()).code, 0)
})

test('what somebody wrote into device.json and untested.json stays', async () => {
  const file = pathOf('device.json')
  const about = JSON.parse(await readFile(file, 'utf8'))
  about.args.ctrl_port_descr = { interface: 5, description: 'roof 7' }
  await writeFile(file, JSON.stringify(about))
  await record('-p', String(device.port), '-d', recording)
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

test('what scrubbing would change beside the texts themselves is refused, with module, field and object', async () => {
  const before = await readFile(pathOf('snmp.snmprec'), 'utf8')
  await writeFile(join(outside.path, 'driver-fresh/src/index.ts'), wordy)
  const given = ['-p', String(device.port), '-d', recording]
  const { code, text } = await record(...given)
  assert.is(code, 1, text)
  assert.match(text, /nothing was written/)
  assert.match(text, /fresh\.place: data\.town of sw-Kyiv-7 was "Kyiv" and would be null/)
  assert.is(await readFile(pathOf('snmp.snmprec'), 'utf8'), before)
  const kept = await record(...given, '--keep', '1.3.6.1.2.1.1.5')
  assert.is(kept.code, 0, kept.text)
})
