import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runningConfiguration } from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
import { sceneOf, startInstallation, type Installation } from '../../support/installation.ts'
import { readAll } from '../../support/read-all.ts'
import { untouched } from './world.ts'

/** Rehearsals of macros through the API, beside a (simulated) device that must not be touched. */
const test = suite('rehearsal: macros', { level: 'full' })

const devices = [
  { kind: 'switch', name: 'dlink', vendor: 'dlink', model: 'DES-3200-28/C1' },
  { kind: 'switch', name: 'cisco', vendor: 'cisco', model: 'WS-C2960X-24PS-L' },
  { kind: 'switch', name: 's5300', vendor: 'huawei', model: 'S5328C-EI' },
  { kind: 'switch', name: 'eltex', vendor: 'eltex', model: 'MES2324P' },
  { kind: 'olt', name: 'zte', vendor: 'zte', model: 'C320', onusOnEveryPort: 3, steady: true },
  { kind: 'router', name: 'gw' },
].map(one => ({ ...one, ...(one.kind !== 'router' && { console: { telnet: 0 } }) }))

interface Rehearsed {
  copy: { model: string; not_copied: { what: string; why: string }[] }
  macros: { id: number } | null
  interface: { name: string } | null
  success: boolean
  commands: { command: string; output: string; success: boolean; error: string | null }[]
  of: number
  changes: { equal: boolean; unified: string | null }
}

let house!: Installation
let ids!: ReadonlyMap<string, number>
test.before(async () => {
  house = await startInstallation({ scene: sceneOf(devices) })
  ids = await readAll(
    house,
    devices.map(({ name }) => name),
  )
})
test.after(() => house?.stop())

const path = '/component/macros/rehearse'
const rehearse = (name: string, body: object) =>
  house.admin.ask<Rehearsed>('POST', path, { body: { device: { id: ids.get(name) }, ...body } })
async function rehearsed(name: string, body: object): Promise<Rehearsed> {
  const simulated = house.simulated(name).simulated!
  const before = runningConfiguration(simulated)
  const { status, data, text } = await untouched(house, name, () => rehearse(name, body))
  assert.is(status, 200, text)
  assert.is(runningConfiguration(simulated), before, 'the device itself is as it was')
  return data
}

/** A macro of `examples/macros`, stored. */
async function example(folder: string): Promise<number> {
  const file = (name: string) => readFileSync(join('examples/macros', folder, name), 'utf8')
  const macro = JSON.parse(file('macro.json')) as object
  const body = { ...macro, template: file('template.hbs'), blocks: {} }
  return (await house.admin.post<{ id: number }>('/component/macros-control', body)).id
}

const ports = { dlink: '1/3', cisco: 'Gi1/0/3', s5300: 'GigabitEthernet0/0/3', eltex: 'gi1/0/3' }
const member: Readonly<Record<keyof typeof ports, RegExp>> = {
  dlink: /^\+config vlan vlanid 100 add untagged .*/m,
  cisco: /^\+ switchport access vlan 100$/m,
  s5300: /^\+ port default vlan 100$/m,
  eltex: /^\+ switchport access vlan 100$/m,
}

test('an example macro moves a port to another VLAN on each copy, and the difference shows it', async () => {
  const id = await example('vlan-move')
  for (const [name, port] of Object.entries(ports)) {
    await house.admin.ask('POST', `/switcher-core/device/vlans_by_port/${ids.get(name)}`, { body: {} })
    const { data } = await house.admin.ask<{ id: number; name: string }[]>(
      'POST',
      `/switcher-core/device/vlans/${ids.get(name)}`,
      { body: {} },
    )
    const vlan = data.find(one => one.id === 100)
    const result = await rehearsed(name, { macros: { id }, interface: { id: port }, params: { vlan } })
    assert.ok(result.success, JSON.stringify(result))
    assert.equal([result.macros?.id, result.interface?.name], [id, port])
    assert.is(result.commands.length, result.of)
    assert.match(result.changes.unified!, member[name as keyof typeof ports])
    assert.ok(result.copy.not_copied.length > 0)
  }
})

test('an unsaved template that would do harm is seen in the difference', async () => {
  const olt = house.simulated('zte').simulated as unknown as { pons: { onus: { id: number }[] }[] }
  const { id } = olt.pons[0]!.onus[0]!
  const template = `configure terminal\ninterface gpon-olt_1/1/1\nno onu ${id}\nexit\nexit\n`
  const result = await rehearsed('zte', { template })
  assert.ok(result.success, JSON.stringify(result))
  assert.is(result.macros, null)
  assert.match(result.changes.unified!, new RegExp(`^-\\s*onu ${id} type`, 'm'))
  assert.is(olt.pons[0]!.onus[0]!.id, id, 'the ONU is still on the OLT')
})

test('a command that the copy refuses stops the macro, and its words are in the answer', async () => {
  const result = await rehearsed('cisco', { template: 'configure terminal\nno such thing\nhostname other\n' })
  assert.is(result.success, false)
  assert.equal([result.commands.length, result.of], [2, 3])
  assert.match(result.commands[1]!.output + result.commands[1]!.error!, /Invalid input/)
  assert.equal(result.changes, { equal: true, unified: '' })
})

test('secrets of the access profile are on no copy', async () => {
  const { commands } = await rehearsed('cisco', { template: 'show running-config\n' })
  assert.not.match(commands[0]!.output, /private/)
})

test('what cannot be rehearsed says why', async () => {
  const gw = await rehearse('gw', { template: 'show version' })
  assert.equal([gw.status, gw.error.code], [422, 'REHEARSAL_NO_COPY'], gw.text)
  assert.match(gw.error.description, /bdcom, cdata, huawei, vsol, zte/)
  const nothing = await rehearse('cisco', {})
  assert.equal([nothing.status, nothing.error.code], [400, 'REHEARSAL_NOTHING_NAMED'])
  const unknown = await rehearse('cisco', { macros: { id: 999_999 } })
  assert.equal([unknown.status, unknown.error.code], [404, 'MACROS_UNKNOWN'])
  const wrong = await rehearse('cisco', { template: '{{nonsense}}' })
  assert.is(wrong.status, 400, wrong.text)
  const noDevice = await house.admin.ask('POST', path, {
    body: { device: { id: 999_999 }, template: 'show version' },
  })
  assert.is(noDevice.status, 404)
})

test('four rehearsals run at once, and each has a copy of its own', async () => {
  const names = [1, 2, 3, 4].map(number => `roof-${number}`)
  const results = await Promise.all(
    names.map(name => rehearse('dlink', { template: `config ports ${name.at(-1)} description ${name}\n` })),
  )
  for (const [at, { status, data, text }] of results.entries()) {
    assert.is(status, 200, text)
    const shown = names.filter(name => data.changes.unified!.includes(name))
    assert.equal(shown, [names[at]])
  }
})
