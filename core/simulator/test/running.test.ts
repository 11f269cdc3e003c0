import { assert, suite } from '@linecard/test-kit'
import {
  createOlt,
  createRouter,
  createSwitch,
  deleteOnu,
  fakeClock,
  registerOnu,
  runningConfiguration,
  type SwitchModelName,
  type SwitchVendor,
} from '@linecard/simulator'
import { onuSection } from '../src/olt/configuration.ts'

const test = suite('running configurations')
const base = { name: 'one', ip: '127.8.29.1', clock: fakeClock(Date.UTC(2026, 2, 1, 6)) }
const switches: readonly (readonly [SwitchVendor, SwitchModelName])[] = [
  ['cisco', 'WS-C2960X-24PS-L'],
  ['dlink', 'DES-3200-28/C1'],
  ['eltex', 'MES2324B'],
  ['huawei', 'S5328C-EI'],
  ['juniper', 'EX2200-24T-4G'],
]

test('the running configuration of a switch follows its state, and comes back with it', () => {
  for (const [vendor, model] of switches) {
    const simulated = createSwitch({ ...base, vendor, model })
    const before = runningConfiguration(simulated)
    assert.ok(before.includes(base.name) || vendor === 'dlink', vendor)
    const port = simulated.ports[0]!
    const alias = port.alias
    port.alias = 'other side'
    assert.ok(runningConfiguration(simulated) !== before, vendor)
    port.alias = alias
    assert.is(runningConfiguration(simulated), before, vendor)
  }
})

test('whatever can be changed of a switch is in its configuration', () => {
  for (const [vendor, model] of [...switches, ['eltex', 'MES2324P'] as const]) {
    const simulated = createSwitch({ ...base, vendor, model })
    const { control, ports } = simulated
    const [access, trunk] = [ports[1]!, ports.at(-1)!]
    const changes: Record<string, () => unknown> = {
      'admin state': () => control.setAdmin(access, false),
      speed: () => (access.forcedMbps = 10),
      'a new VLAN': () => control.createVlan(555),
      'name of a VLAN': () => control.renameVlan(555, 'five'),
      'a tagged VLAN': () => control.join(trunk, 555, 'tagged'),
      'native VLAN': () => {
        for (const id of trunk.untagged) control.leave(trunk, id)
        control.join(trunk, 200, 'untagged')
      },
      'access VLAN': () => {
        for (const id of access.untagged) control.leave(access, id)
        control.join(access, 555, 'untagged')
        access.pvid = 555
      },
      name: () => (control.facts.sysName = 'other'),
      contact: () => (control.facts.contact = 'other'),
      location: () => (control.facts.location = 'other'),
      ...(vendor !== 'dlink' && { mode: () => control.setMode(access, 'trunk') }),
      ...(access.poe && { PoE: () => (access.poe!.enabled = false) }),
    }
    for (const [what, change] of Object.entries(changes)) {
      const before = runningConfiguration(simulated)
      change()
      const after = runningConfiguration(simulated)
      assert.ok(before !== after, `${vendor}: ${what}`)
    }
  }
})

test('a device without configuration says so', () => {
  assert.throws(() => runningConfiguration(createRouter(base)), /has no running configuration/)
})

test('sections of an ONU go with it, and are not there when its number is registered again', () => {
  const olt = createOlt({ ...base, vendor: 'zte', model: 'C320', steady: true, onusOnEveryPort: 11 })
  const [first, last] = [olt.pons[0]!.onus[0]!, olt.pons[0]!.onus.at(-1)!]
  for (const onu of [first, last]) {
    olt.configuration.set(onuSection(onu), 'a', 'one')
    olt.configuration.set(onuSection(onu, 'service'), 'b', 'two')
  }
  deleteOnu(olt, first, olt.now())
  assert.equal(olt.configuration.lines(onuSection(first)), [])
  assert.equal(olt.configuration.lines(onuSection(first, 'service')), [])
  assert.ok(olt.configuration.has(onuSection(last), 'a'), 'ONU 11 is not ONU 1')
  olt.configuration.set(onuSection(first), 'c', 'left behind')
  const again = registerOnu(olt, { port: first.port, id: first.id, serial: first.serial }, olt.now())
  assert.type(again, 'object')
  assert.equal(olt.configuration.lines(onuSection(first)), [])
})
