import { isOnline, stationsOf } from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
import type { Installation } from '../../support/installation.ts'
import { oltPoints } from './points.ts'
import { startOlts, type OltWorld } from './world.ts'

/** Living OLTs of BDCOM through the API, over SNMP and telnet. */
const test = suite('olts: BDCOM', { level: 'full' })

const plans = {
  epon: { vendor: 'bdcom', model: 'P3310C', console: { enable: 'en-4kQ2' }, onusOnEveryPort: 8 },
  gpon: { vendor: 'bdcom', model: 'GP3600-08', console: { enable: 'en-4kQ2' }, onusOnEveryPort: 4 },
} as const
let house!: Installation
let worlds!: ReadonlyMap<string, OltWorld>
test.before(async () => {
  ;({ house, worlds } = await startOlts(plans))
})
test.after(() => house?.stop())

oltPoints(test, 'P3310C', () => worlds.get('epon')!, {
  commands: { reboot: /^epon reboot/, delete: /^no epon/ },
  before: { delete: /^interface/ },
  lacks: ['disable'],
})
oltPoints(test, 'GP3600-08', () => worlds.get('gpon')!, {
  commands: { delete: /^no gpon/ },
  before: { delete: /^interface/ },
})

test('P3310C: an ONU is reset over SNMP, and the OLT shows that it went down', async () => {
  const world = worlds.get('epon')!
  const one = await world.online(9)
  const { evidence } = await world.made('ont/reset', { interface: one.name, ident: one.ident })
  assert.match(evidence ?? '', /101\.10\.1\.1\.29\.\d+ = 0/)
  assert.is(isOnline(one.onu, world.olt.now()), false)
  world.wait(120)
})

for (const name of ['epon', 'gpon'])
  test(`${name}: a DHCP lease of a customer is found at its ONU`, async () => {
    const world = worlds.get(name)!
    const one = await world.online(10)
    const macs = stationsOf(one.onu).map(({ mac }) => mac.toString('hex').toUpperCase())
    type Lease = { interface: { id: number } | null; mac_address: string; ip: string; remaining: number }
    const leases = await world.call<Lease[]>('snooping_info', { interface: one.name })
    assert.equal(leases.map(row => row.mac_address.replaceAll(':', '')).toSorted(), macs.toSorted())
    assert.ok(leases.every(row => row.interface?.id === one.id && row.remaining === 1781))
    const [first] = leases
    const asked = await world.call<Lease[]>('snooping_info', { ip: `192.0.2.250, ${first!.ip}` })
    assert.equal(asked, [first])
  })

test('GPON: the configuration is saved, and nobody claims to have seen it', async () => {
  const world = worlds.get('gpon')!
  world.olt.control.unsaved = true
  const done = await world.call<{ accepted: boolean; verified: boolean }>('save_config')
  assert.equal([done.accepted, done.verified, world.olt.control.unsaved], [true, false, false])
})
