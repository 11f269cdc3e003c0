import { assert, suite } from '@linecard/test-kit'
import { identOf, isOnline, onuWith } from '@linecard/simulator'
import { operator } from './operator.ts'

const test = suite('registration on the console of living OLTs of C-Data')

const login = [
  ['admin', '>>User password:'],
  ['admin', 'olt>'],
  ['enable', 'Password:'],
  ['en-1', 'olt# '],
  ['config', 'olt(config)# '],
] as const
const at = (model: string, paging: string) =>
  operator({
    vendor: 'cdata',
    model,
    login: [...login, [paging, 'olt(config)# ']],
    first: '>>User name:',
    vlans: [1, 100, 200, 300].map(id => ({ id, name: `vlan${id}` })),
  })

test('GPON: profiles, VLANs, service ports, a router; and nothing left behind', async () => {
  const { olt, clock, running, type, types, leave } = await at('FD1608S', 'terminal length 0')
  try {
    olt.do({ do: 'appear', port: 'gpon 0/0/3', serial: 'CDTCC0FFEE01', type: 'FD514GD' })
    const before = running()
    await types([
      'interface gpon 0/0',
      'ont add 3 9 sn-auth CDTCC0FFEE01 ont-lineprofile-id 2 ont-srvprofile-id 1',
      'ont description 3 9 house-9',
      'ont port native-vlan 3 9 eth 1 vlan 100 priority 0',
      'ont port vlan 3 9 eth 2 translation 200 user-vlan 20',
      'ont wan add 3 9 1 route internet pppoe username house9 password s3cret vlan-mode tag 100 priority 0',
      'exit',
      'service-port autoindex vlan 100 gpon 0/0 port 3 ont 9 gemport 1 multi-service user-vlan 100 tag-action transparent',
      'service-port 900 vlan 200 gpon 0/0 port 3 ont 9 gemport 2 multi-service user-vlan 200',
    ])
    const ports = await type('show service-port gpon 0/0 port 3 ont 9')
    assert.match(ports, /\n +\d+ +100 +0\/0\/3 +9 +1 +vlan +100 +transparent /)
    assert.match(ports, /\n +900 +200 +0\/0\/3 +9 +2 +vlan +200 +default /)
    assert.match(ports, /Total: 2$/)
    const own = await type('show current-config section gpon all')
    assert.match(
      own,
      /\n {2}ont add 3 9 sn-auth CDTCC0FFEE01 ont-lineprofile-id 2 ont-srvprofile-id 1\n {2}ont description 3 9 house-9\n/,
    )
    clock.advance(6_000)
    assert.ok(isOnline(onuWith(olt, identOf('CDTCC0FFEE01')!)!, olt.now()))
    await types(['no service-port 900', 'interface gpon 0/0', 'ont wan delete 3 9 1', 'ont delete 3 9'])
    assert.is(running(), before, 'the other service port went with the ONU')
  } finally {
    await leave()
  }
})

test('GPON: what the OLT refuses changes nothing', async () => {
  const { olt, running, types, leave } = await at('FD1608S', 'terminal length 0')
  try {
    const taken = olt.pons[0]!.onus[0]!.serial.toString('hex')
    const before = running()
    const both = 'ont-lineprofile-id 1 ont-srvprofile-id 1'
    await types([
      [
        `service-port autoindex vlan 999 gpon 0/0 port 1 ont 1 gemport 1 multi-service user-vlan 9`,
        /^Error: The VLAN/,
      ],
      [
        `service-port autoindex vlan 100 gpon 0/0 port 1 ont 99 gemport 1 multi-service user-vlan 9`,
        /^Error: There is no ONT/,
      ],
      [
        `service-port autoindex vlan 100 gpon 0/9 port 1 ont 1 gemport 1 multi-service user-vlan 9`,
        /^Error: Incorrect F\/S\/P/,
      ],
      [
        `service-port 1 vlan 200 gpon 0/0 port 1 ont 1 gemport 3 multi-service user-vlan 9`,
        /^Error: The service port has already/,
      ],
      [
        `service-port autoindex vlan 200 gpon 0/0 port 1 ont 1 gemport 1 multi-service user-vlan 100`,
        /^Error: The service port conflicts/,
      ],
      ['no service-port 9999', /^Error: The service port does not exist/],
      'interface gpon 0/0',
      [
        `ont add 1 9 sn-auth CDTCC0FFEE01 ont-lineprofile-id 9 ont-srvprofile-id 1`,
        /^Error: The line profile does not exist/,
      ],
      [
        `ont add 1 9 sn-auth CDTCC0FFEE01 ont-lineprofile-id 1 ont-srvprofile-id 9`,
        /^Error: The service profile does not exist/,
      ],
      ['ont add 1 9 sn-auth CDTCC0FFEE01 ont-lineprofile-id 1', /^Command incomplete/],
      [`ont add 1 9 sn-auth CDTC ${both}`, /^Error: The parameter is invalid/],
      [`ont add 1 9 mac-auth 80:14:A8:00:00:01 ${both}`, /^Unknown command: \(/],
      [`ont add 1 1 sn-auth CDTCC0FFEE01 ${both}`, /^Error: The ONT-ID has already existed/],
      [`ont add 1 9 sn-auth ${taken} ${both}`, /^Error: The ONT has already existed/],
      [`ont add 99 9 sn-auth CDTCC0FFEE01 ${both}`, /^Error: The port is out of range/],
      [`ont add 1 200 sn-auth CDTCC0FFEE01 ${both}`, /^Error: The ONT-ID is out of range/],
      ['ont delete 1 99', /^Error: There is no ONT avaliable/],
      ['ont port native-vlan 1 1 eth 9 vlan 100', /^Error: The ETH port is out of range/],
      ['ont port native-vlan 1 1 eth 1 vlan 5000', /^Error: The parameter is invalid/],
      ['ont wan delete 1 1 1', /^Error: ONT wan is not exist/],
      ['service-port autoindex', /^Unknown command: \(/],
    ])
    assert.is(running(), before)
  } finally {
    await leave()
  }
})

test('EPON: an ONU that waits is added by its MAC address, and deleted again', async () => {
  const { olt, running, type, types, leave } = await at('FD1208S', 'vty output show-all')
  try {
    olt.do({ do: 'appear', port: 'pon0/0/2', serial: '80:F7:A6:00:00:01', type: 'FD514GD' })
    const before = running()
    await types(['interface epon 0/0'])
    assert.match(await type('show ont autofind 2 all'), / 0\/0 +2 +80:F7:A6:00:00:01 /)
    await types([
      ['ont add 2 9 mac-auth 80:F7:A6 ont-lineprofile-id 1 ont-srvprofile-id 1', /^Error: The parameter/],
      'ont add 2 9 mac-auth 80:F7:A6:00:00:01 ont-lineprofile-id 1 ont-srvprofile-id 2',
      'ont port vlan 2 9 eth 1 transparent',
      'ont wan config 2 9 internet vlan enable 100 0 connection-mode route service-type internet ip-mode pppoe username house9 password s3cret mtu 1492 bind-if lan1,ssid1',
      ['ont wan clear 2 9 other', /^Error: ONT wan is not exist/],
    ])
    assert.match(running(), / {2}ont wan config 2 9 internet vlan enable 100 0 .* bind-if lan1,ssid1\n/)
    assert.match(await type('show ont autofind 2 all'), /^Error: There is no ONT/)
    await types(['ont delete 2 9'])
    assert.is(running(), before)
  } finally {
    await leave()
  }
})
