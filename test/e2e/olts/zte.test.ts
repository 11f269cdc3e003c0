import { assert, suite } from '@linecard/test-kit'
import { unisOf } from '@linecard/simulator'
import type { Installation } from '../../support/installation.ts'
import { oltPoints } from './points.ts'
import { startOlts, type OltWorld } from './world.ts'

/** Living OLTs of ZTE through the API, over SNMP and telnet. */
const test = suite('olts: ZTE', { level: 'full' })

const plans = {
  c320: { vendor: 'zte', model: 'C320' },
  c600: { vendor: 'zte', model: 'C600', protocol: 'ssh' },
} as const
let house!: Installation
let worlds!: ReadonlyMap<string, OltWorld>
test.before(async () => {
  ;({ house, worlds } = await startOlts(plans))
})
test.after(() => house?.stop())

oltPoints(test, 'C320', () => worlds.get('c320')!, {
  commands: { description: /^description/, reboot: /^reboot/, delete: /^no onu/ },
  before: { description: /^interface/, reboot: /^pon-onu-mng/, delete: /^interface/ },
})
oltPoints(test, 'C600', () => worlds.get('c600')!, {
  commands: { delete: /^no onu/ },
  before: { delete: /^interface/ },
})

for (const [name, port] of [
  ['c320', 'gpon_1/1/1'],
  ['c600', 'gpon_olt-1/3/1'],
] as const) {
  const world = () => worlds.get(name)!

  test(`${name}: the log of an ONU is that of the OLT`, async () => {
    const one = await world().online(0)
    world().event({ do: 'power-loss', onu: one.ident })
    world().wait(60)
    world().event({ do: 'repair', onu: one.ident })
    world().wait(120)
    type Log = { reg_time: string | null; dereg_time: string | null; down_reason: string | null }
    const [row] = await world().call<{ logs: Log[] }[]>('pon_onts_down_history', { interface: one.name })
    const [now, last] = row!.logs
    assert.equal([now!.dereg_time, last!.down_reason], [null, 'PowerOff'])
    assert.ok(now!.reg_time! > last!.dereg_time!)
  })

  test(`${name}: configuration, profiles and the VLANs of the Ethernet ports of an ONU`, async () => {
    const one = await world().online(0)
    type Configured = { type: string; line_profile: string; auth_info: string; has_password: boolean }
    const [configured] = await world().call<Configured[]>('pon_onts_configuration', { interface: one.name })
    assert.equal(
      [configured!.type, configured!.line_profile, configured!.auth_info, configured!.has_password],
      [one.onu.type, one.onu.profiles.line, one.ident, false],
    )
    const profiles = await world().call<Record<string, { name: string }[] | null>>('pon_profiles')
    assert.ok(profiles['line']!.some(profile => profile.name === one.onu.profiles.line))
    if (name === 'c600') return
    assert.ok(profiles['remote']!.length > 0)
    type Unis = { unis: { num: number; pvid: number | null }[] }
    const [vlans] = await world().call<Unis[]>('uni_interfaces_vlans', { interface: one.name })
    assert.equal(
      vlans!.unis.map(({ num, pvid }) => [num, pvid]),
      unisOf(one.onu).map(({ number, pvid }) => [number, pvid]),
    )
  })

  test(`${name}: a PON port is switched off and on, reset, and the configuration saved`, async () => {
    const pon = world().olt.pons.find(one => one.ifName === port)!
    const up = () => pon.onus.filter(onu => onu.state.at(world().olt.now()).state === 'Online').length
    const before = up()
    assert.ok(before > 0)
    await world().made('port/admin-state', { interface: port, admin_state: 'Disabled' })
    assert.is(up(), 0)
    await world().made('port/admin-state', { interface: port, admin_state: 'Enabled' })
    world().wait(300)
    assert.is(up(), before)
    await world().made('port/reset', { interface: port })
    world().wait(300)
    assert.is(up(), before)
    const saved = await world().call<{ verified: boolean }>('save_config')
    assert.equal([saved.verified, world().olt.control.unsaved], [true, false])
  })

  test(`${name}: the console breaks off while a port is reset: the port is on again`, async () => {
    for (const drop of [/^shutdown/, /^no shutdown/]) {
      const { status, data } = await world().faulty({ drop: { command: drop, after: 0 } }, () =>
        world().change('port/reset', { interface: port }),
      )
      world().wait(300)
      const links = await world().call<{ admin_state: string }[]>('link_info', { interface: port })
      if (status === 200 && data.verified) assert.is(links[0]!.admin_state, 'Enabled')
      if (links[0]!.admin_state === 'Disabled') {
        assert.ok(status >= 500, 'a port that stays off is an error')
        await world().made('port/admin-state', { interface: port, admin_state: 'Enabled' })
      }
    }
  })
}
