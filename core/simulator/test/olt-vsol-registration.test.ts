import { assert, suite } from '@linecard/test-kit'
import { identOf, isOnline, onuWith } from '@linecard/simulator'
import { operator } from './operator.ts'

const test = suite('registration on the console of living OLTs of V-SOL')

const login = [
  ['admin', 'Password: '],
  ['admin', 'olt> '],
  ['enable', 'Password:'],
  ['en-1', 'olt# '],
  ['terminal length 0', 'olt# '],
  ['configure terminal', 'olt(config)# '],
] as const
const at = (model: string) => operator({ vendor: 'vsol', model, login, first: 'Login: ' })

test('GPON: T-CONT, GEM port, service, a router; and nothing left behind', async () => {
  const { olt, clock, running, type, types, leave } = await at('V1600G1B')
  try {
    olt.do({ do: 'appear', port: 'GPON0/2', serial: 'VSOL00C0FFEE', type: 'F660' })
    const before = running()
    await types([
      'interface gpon 0/2',
      'onu add 9 profile default sn VSOL00C0FFEE',
      'onu 9 desc house-9',
      'onu 9 tcont 1 name INTERNET dba default1',
      'onu 9 gemport 1 tcont 1 gemport_name INTERNET',
      'onu 9 service ser_1 gemport 1 vlan 100',
      'onu 9 service-port 1 gemport 1 uservlan 100 vlan 100',
      'onu 9 portvlan eth 1 mode tag vlan 100',
      'onu 9 profile srv name srv_hgu',
      'onu 9 pri wan_adv add route',
      'onu 9 pri wan_adv index 1 route mode internet mtu 1492',
      'onu 9 pri wan_adv index 1 route ipv4 pppoe proxy disable user house9 pwd s3cret mode auto nat enable',
      'onu 9 pri wan_adv index 1 vlan tag wan_vlan 100 0',
      'onu 9 pri wan_adv index 1 bind lan1 lan2 ssid1',
      'onu 9 pri wan_adv commit',
    ])
    const own = await type('show running-config onu 9')
    assert.match(
      own,
      /^-+onu 9 running-config-+\nonu add 9 profile default sn VSOL00C0FFEE\nonu 9 desc house-9\n/,
    )
    assert.match(own, /\nonu 9 service-port 1 gemport 1 uservlan 100 vlan 100\n/)
    assert.match(own, / user house9 pwd \*{6} mode auto/)
    assert.ok(running().includes('\n onu 9 tcont 1 name INTERNET dba default1\n'))
    clock.advance(6_000)
    assert.ok(isOnline(onuWith(olt, identOf('VSOL00C0FFEE')!)!, olt.now()))
    await types(['onu 9 pri wan_adv delete index 1'])
    assert.not.match(await type('show running-config onu 9'), /wan_adv/)
    await types(['no onu 9'])
    assert.is(running(), before)
  } finally {
    await leave()
  }
})

test('GPON: what the OLT refuses changes nothing', async () => {
  const { olt, running, types, leave } = await at('V1600G1B')
  try {
    const taken = olt.pons[0]!.onus[0]!.serial.toString('hex')
    const before = running()
    await types([
      ['interface epon 0/1', /^% Unknown command/],
      'interface gpon 0/1',
      ['onu add 9 profile other sn VSOL00C0FFEE', /^Error: profile other not found or it's not commited/],
      ['onu add 1 profile default sn VSOL00C0FFEE', /^Error: onu is already exist/],
      [`onu add 9 profile default sn ${taken}`, /^Error: onu is already registered/],
      ['onu add 200 profile default sn VSOL00C0FFEE', /^% Parameter out of range/],
      ['onu add 9 profile default sn VSOL', /^% Unknown command/],
      ['confirm onu mac 4c:d7:c8:00:00:01 onuid 9', /^% Unknown command/],
      ['onu 9 desc x', /^Error: onu does not exist/],
      ['no onu 9', /^Error: onu does not exist/],
      ['onu 1 tcont 1 dba other', /^Error: profile other not found/],
      ['onu 1 gemport 1 tcont 1', /^Error: tcont 1 does not exist/],
      ['onu 1 service a gemport 1 vlan 100', /^Error: gemport 1 does not exist/],
      ['onu 1 portvlan eth 9 mode tag vlan 100', /^% Parameter out of range/],
      ['onu 1 portvlan eth 1 mode tag vlan 5000', /^% Parameter out of range/],
      ['onu 1 portvlan eth 1 mode tag', /^% Command incomplete/],
      ['onu 1 pri wan_adv index 1 bind lan1', /^Error: wan 1 does not exist/],
    ])
    assert.is(running(), before)
  } finally {
    await leave()
  }
})

test('EPON: an ONU that waits is confirmed by its MAC address, and deleted again', async () => {
  const { olt, running, type, types, leave } = await at('V1600D8')
  try {
    olt.do({ do: 'appear', port: 'EPON0/2', serial: '4C:D7:C8:00:00:01', type: 'F660' })
    const before = running()
    await types(['interface epon 0/2'])
    assert.match(await type('show onu auto-find'), /EPON0\/2:1 +4C:D7:C8:00:00:01/)
    await types([
      ['confirm onu mac 4c:d7:c8 onuid 9', /^% Unknown command/],
      'confirm onu mac 4c:d7:c8:00:00:01 onuid 9',
      'onu 9 description house-9',
      'onu 9 ctc eth 1 vlan pvid 200 pri 0',
      'onu 9 ctc eth 1 vlan mode tag',
      ['onu 9 pri wan_conn index 1 vlan enable vid 100', /^Error: wan 1 does not exist/],
      'onu 9 pri wan_conn add route',
      'onu 9 pri wan_conn index 1 vlan enable vid 100',
    ])
    const port = await type('show running-config interface epon 0/2')
    assert.match(port, /\n confirm onu mac 4c:d7:c8:00:00:01 onuid 9\n onu 9 description house-9\n/)
    assert.match(port, /\n onu 9 ctc eth 1 vlan pvid 200 pri 0\n/)
    await types(['no onu 9'])
    assert.is(running(), before)
  } finally {
    await leave()
  }
})
