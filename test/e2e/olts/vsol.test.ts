import { unisOf } from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
import type { Installation } from '../../support/installation.ts'
import { oltPoints } from './points.ts'
import { startOlts, type OltWorld } from './world.ts'

/** Living OLTs of V-SOL through the API, over SNMP with its registers, and telnet. */
const test = suite('olts: V-SOL', { level: 'full' })

const plans = {
  gpon: { vendor: 'vsol', model: 'V1600G1B', console: { enable: 'en-4c1' }, onusOnEveryPort: 4 },
  epon: { vendor: 'vsol', model: 'V1600D8', console: { enable: 'en-4c1' } },
} as const
let house!: Installation
let worlds!: ReadonlyMap<string, OltWorld>
test.before(async () => {
  ;({ house, worlds } = await startOlts(plans))
})
test.after(() => house?.stop())

/** gOnuOpAction and the submit of gOnuCfgPort. */
const operation = '1.3.6.1.4.1.37950.1.1.6.1.1.5.3.0'
const submit = '1.3.6.1.4.1.37950.1.1.6.1.1.7.8.7.0'
oltPoints(test, 'V1600G1B', () => worlds.get('gpon')!, {
  commands: { description: /^onu \d+ desc/ },
  before: { description: /^interface/ },
  acts: { reboot: operation, delete: operation, disable: operation, uni: submit },
})

const onuReset = '1.3.6.1.4.1.37950.1.1.5.12.2.11.3.0'
const describe = '1.3.6.1.4.1.37950.1.1.5.12.1.16.4.0'
oltPoints(test, 'V1600D8', () => worlds.get('epon')!, {
  commands: {},
  acts: { reboot: onuReset, description: describe },
  consoleModule: null,
  lacks: ['disable', 'uni', 'delete'],
})

test('V1600D8: Ethernet ports of two ONUs are read at the same time, each through the selector', async () => {
  const world = worlds.get('epon')!
  type Row = { interface: { id: number }; unis: { num: number; status: string; admin_state: string }[] }
  const ones = [await world.online(0), await world.online(3), await world.online(5)]
  for (const { onu } of ones) unisOf(onu)[0]!.enabled = onu !== ones[1]!.onu
  const shown = await Promise.all(
    ones.map(({ name }) => world.call<Row[]>('uni_interfaces_status', { interface: name })),
  )
  assert.equal(
    shown.map(([row]) => [row!.interface.id, row!.unis.length, row!.unis[0]!.admin_state]),
    ones.map(({ id, onu }) => [id, unisOf(onu).length, onu === ones[1]!.onu ? 'Disabled' : 'Enabled']),
  )
})

test('V1600G1B: an ONU that waits is found by the console', async () => {
  const world = worlds.get('gpon')!
  world.event({ do: 'appear', port: 'GPON0/2', serial: 'VSOL00C0FFEE', type: 'V2802' })
  type Row = { interface: { name: string }; serial: string }
  const rows = await world.call<Row[]>('unregistered_onts')
  assert.equal(
    rows.filter(({ serial }) => serial === 'VSOL00C0FFEE').map(row => row.interface.name),
    ['GPON0/2'],
  )
})
