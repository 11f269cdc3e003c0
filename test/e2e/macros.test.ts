import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runningConfiguration } from '@linecard/simulator'
import { assert, suite, until } from '@linecard/test-kit'
import { linecard } from '../support/command.ts'
import type { Installation } from '../support/installation.ts'
import { fourMakers, startSwitches } from '../support/switches.ts'

/** The example macros: linted, imported from their folders, and run on living devices of four makers. */
const test = suite('example macros', { level: 'full' })
const folder = 'examples/macros'
type Maker = keyof typeof fourMakers

interface Run {
  id: number
  status: string
  commands: { command: string; success: boolean }[]
}

let house!: Installation
let ids: ReadonlyMap<string, number> = new Map()
const macros = new Map<string, number>()

const cli = (...args: string[]) => linecard(args, { env: { LINECARD_CONFIG: house.configFile } })

test.before(async () => {
  ;({ house, ids } = await startSwitches(fourMakers, { commands: true }))
})
test.after(() => house?.stop())

const running = (name: Maker) => runningConfiguration(house.simulated(name).simulated!)
/** Lines that came and went. */
function changed(before: string, after: string): string[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  return [
    ...old.filter(line => !now.includes(line)).map(line => `-${line.trim()}`),
    ...now.filter(line => !old.includes(line)).map(line => `+${line.trim()}`),
  ]
}

const ports = new Map<Maker, string>()
/** Named as an id: its number may be the bind key of another port. */
async function portOf(name: Maker): Promise<string> {
  const known = ports.get(name)
  if (known) return known
  const id = await until(
    `the ports of ${name} are read`,
    async () =>
      (
        await house.admin.get<{ id: number; name: string }[]>(`/device-interface?device_id=${ids.get(name)}`)
      ).find(one => one.name === fourMakers[name].port)?.id,
  )
  const port = `id:${id}`
  ports.set(name, port)
  return port
}

const execute = async (name: Maker, macro: string, params: object = {}) =>
  house.admin.ask<Run>('POST', '/component/macros/execute', {
    body: {
      device: { id: ids.get(name) },
      macros: { id: macros.get(macro) },
      interface: { id: await portOf(name) },
      params,
      from: 'device',
    },
  })
async function good(name: Maker, macro: string, params: object = {}): Promise<Run> {
  const { status, data, text } = await execute(name, macro, params)
  assert.is(status, 200, text)
  return data
}

test('every example is linted without a finding, on the command line', async () => {
  const { code, stdout, stderr } = await cli('macros:lint', folder)
  assert.is(code, 0, stdout + stderr)
  assert.match(stderr, new RegExp(`${readdirSync(folder).length} macros`))
  assert.not.match(stdout, /error|warning/)
})

test('folders are imported, and exported as the same files', async () => {
  const imported = await cli('macros:import', folder)
  assert.is(imported.code, 0, imported.stderr)
  for (const { id, name } of await house.admin.get<{ id: number; name: string }[]>(
    '/component/macros-control',
  ))
    macros.set(name, id)
  assert.is(macros.size, readdirSync(folder).length)
  const out = mkdtempSync(join(tmpdir(), 'linecard-macros-'))
  try {
    const exported = await cli('macros:export', out)
    assert.is(exported.code, 0, exported.stderr)
    for (const [own, there] of [
      ['bounce-port/template.hbs', 'bounce-a-port/template.hbs'],
      ['port-security/blocks/cisco_limits.hbs', 'port-security/blocks/cisco_limits.hbs'],
    ] as const)
      assert.is(readFileSync(join(out, there), 'utf8'), readFileSync(join(folder, own), 'utf8'))
    const json = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as unknown
    assert.equal(json(join(out, 'bounce-a-port/macro.json')), json(join(folder, 'bounce-port/macro.json')))
    const again = await cli('macros:import', out)
    assert.match(again.stdout, /skipped/)
  } finally {
    rmSync(out, { recursive: true })
  }
})

test('a mistake is told with file, line and column, and the exit code is 1', async () => {
  const out = mkdtempSync(join(tmpdir(), 'linecard-macros-'))
  try {
    writeFileSync(join(out, 'macro.json'), '{"name": "wrong", "display_for": ["Port"]}')
    writeFileSync(join(out, 'template.hbs'), 'configure terminal\ninterface {{upcase iface.name}}\nend\n')
    const { code, stdout, stderr } = await cli('macros:lint', out)
    assert.is(code, 1)
    assert.match(stdout, /template\.hbs:2:1\d: error/)
    assert.match(stdout, /upper/)
    assert.match(stderr, /1 errors? in 1 macros/)
  } finally {
    rmSync(out, { recursive: true })
  }
})

for (const name of Object.keys(fourMakers) as Maker[]) {
  test(`${name}: a bounced port was off, and is as before`, async () => {
    const before = running(name)
    const run = await good(name, 'Bounce a port')
    assert.ok(run.commands.every(({ success }) => success))
    assert.ok(run.commands.some(({ command }) => /shutdown|state disable/.test(command)))
    assert.equal(changed(before, running(name)), [])
  })

  test(`${name}: a port moves to another VLAN, and back`, async () => {
    const simulated = house.simulated(name).simulated!
    const control = simulated.ports
    const port = control.find(
      ({ ifIndex, ifName, ifDescr }) =>
        [ifName, ifDescr, String(ifIndex)].includes(fourMakers[name].port.replace(/^1\//, '')) ||
        ifName === fourMakers[name].port,
    )!
    const home = port.untagged[0]!
    const form = await house.admin.post<{ key: string; options: { value: string; label: string }[] }[]>(
      `/component/macros/${macros.get('Move a port to another VLAN')}/form`,
      { device: { id: ids.get(name) }, interface: { id: await portOf(name) }, from: 'device' },
    )
    const { options } = form[0]!
    assert.ok(options.length > 0, JSON.stringify(form))
    const other = options.find(({ label }) => !label.startsWith(`${home} `))!
    await good(name, 'Move a port to another VLAN', { vlan: other.value })
    assert.equal(port.untagged, [Number(other.label.split(' ')[0])])
    const back = options.find(({ label }) => label.startsWith(`${home} `))
    if (home !== 1) {
      await good(name, 'Move a port to another VLAN', { vlan: back!.value })
      assert.equal(port.untagged, [home])
    }
  })
}

test('PoE is taken from a port and given back', async () => {
  for (const name of ['sw-cisco', 'sw-eltex'] as const) {
    const before = running(name)
    const run = await good(name, 'PoE cycle')
    assert.ok(run.commands.some(({ command }) => command === 'power inline never'))
    assert.equal(changed(before, running(name)), [])
  }
})

test('port security is set with the words of each maker', async () => {
  const dlink = running('sw-dlink')
  await good('sw-dlink', 'Port security', { maximum: '2' })
  assert.equal(changed(dlink, running('sw-dlink')), [
    '+config port_security ports 7 admin_state enable max_learning_addr 2 lock_address_mode DeleteOnReset',
  ])
  const cisco = running('sw-cisco')
  await good('sw-cisco', 'Port security', { maximum: '3', violation: 'protect' })
  assert.equal(changed(cisco, running('sw-cisco')), [
    '+switchport port-security maximum 3',
    '+switchport port-security violation protect',
    '+switchport port-security',
  ])
})

test('a macro of other makers is refused before anything is typed', async () => {
  const typed = house.simulated('sw-huawei').console!.typed.length
  const { status } = await execute('sw-huawei', 'PoE cycle')
  assert.is(status, 422)
  assert.is(house.simulated('sw-huawei').console!.typed.length, typed)
})

test('a macro runs from the command line, by its name', async () => {
  const { code, stdout, stderr } = await cli(
    'macros:run',
    'Bounce a port',
    '--device',
    house.simulated('sw-dlink').ip,
    '--interface',
    fourMakers['sw-dlink'].port,
  )
  assert.is(code, 0, stdout + stderr)
  assert.match(stderr, /SUCCESS/)
  assert.match(stdout, /config ports 7 state enable/)
})
