import { assert, suite } from '@linecard/test-kit'
import {
  connectOnu,
  createOlt,
  fakeClock,
  identOf,
  isOnline,
  onuAt,
  runningConfiguration,
  startDevice,
} from '@linecard/simulator'
import { telnetTo } from './terminal.ts'

const test = suite('registrations on ZTE consoles')
const vlans = [1, 100, 200, 300].map(id => ({ id, name: `vlan${id}` }))
const serial = 'ZTEGC0FFEE01'
let address = 1

async function living(model: string) {
  const clock = fakeClock(Date.UTC(2026, 2, 1, 6))
  const ip = `127.8.26.${address++}`
  const olt = createOlt({
    vendor: 'zte',
    model,
    name: 'olt',
    ip,
    clock,
    steady: true,
    onusOnEveryPort: 2,
    vlans,
  })
  connectOnu(olt, olt.pons[0]!, identOf(serial)!, 'F660', olt.now())
  const device = await startDevice({ ip, port: 0, simulated: olt, console: { telnet: 0 } })
  const person = await telnetTo(ip, device.console!.telnet!)
  await person.until('Username:')
  await person.ask('admin', 'Password:')
  await person.ask('admin', 'olt#')
  const type = (line: string) => person.ask(line, /olt(?:\([^()]+\))?#$/)
  await type('terminal length 0')
  return {
    olt,
    clock,
    type,
    async all(lines: readonly string[]) {
      for (const line of lines) assert.not.match(await type(line), /%(?:Error|Code)/, line)
    },
    async end() {
      person.leave()
      await device.stop()
    },
  }
}

interface Case {
  slot: number
  pon: string
  onu: string
  lines: readonly string[]
  show: readonly (readonly [string, string])[]
}
const before = (pon: string, onu: string, where: string) => [
  'configure terminal',
  `interface ${pon}`,
  `onu 7 type F660 sn ${serial}`,
  'exit',
  `interface ${onu}`,
  'name flat-7',
  'description "contract 12"',
  'tcont 1 name INTERNET profile UP-100M',
  'tcont 2 profile UP-1G',
  `gemport 1 name INTERNET ${where}`,
]
const c300: Case = {
  slot: 1,
  pon: 'gpon-olt_1/1/1',
  onu: 'gpon-onu_1/1/1:7',
  lines: [
    ...before('gpon-olt_1/1/1', 'gpon-onu_1/1/1:7', 'tcont 1'),
    'gemport 1 traffic-limit downstream DOWN-100M',
    'gemport 2 tcont 2',
    'switchport mode hybrid vport 1',
    'service-port 1 vport 1 user-vlan 100 vlan 100',
    'service-port 2 vport 2 user-vlan 200 vlan 200',
    'exit',
    'pon-onu-mng gpon-onu_1/1/1:7',
    'service INTERNET gemport 1 vlan 100',
    'service IPTV gemport 2 cos 4 vlan 200',
    'wan-ip 1 mode pppoe username u7 password p7 vlan-profile INTERNET host 1',
    'voip protocol sip',
    'voip-ip mode dhcp vlan-profile VOIP host 2',
    'vlan port eth_0/4 mode tag vlan 200',
    'vlan port veip_1 mode hybrid def-vlan 100',
    'security-mgmt 1 state enable mode forward ingress-type wan protocol web',
    'end',
  ],
  show: [
    ['show running-config interface gpon-onu_1/1/1:7', 'service-port 1 vport 1 user-vlan 100 vlan 100'],
    ['show onu running config gpon-onu_1/1/1:7', 'vlan port eth_0/4 mode tag vlan 200'],
    ['show running-config interface gpon-olt_1/1/1', `onu 7 type F660 sn ${serial}`],
  ],
}
const fw12: Case = {
  ...c300,
  lines: [
    ...before('gpon-olt_1/1/1', 'gpon-onu_1/1/1:7', 'unicast tcont 1 dir both'),
    'switchport mode hybrid vport 1',
    'switchport vlan 100 tag vport 1',
    'service-port 1 vport 1 user-vlan 100 vlan 100',
    'exit',
    'pon-onu-mng gpon-onu_1/1/1:7',
    'flow 1 pri 0 vlan 100',
    'flow mode 1 tag-filter vlan-filter untag-filter discard',
    'gemport 1 flow 1',
    'switchport-bind switch_0/1 veip 1',
    'service INTERNET type internet gemport 1 cos 0 vlan 100',
    'wan-ip mode pppoe username u7 password p7 vlan-profile INTERNET host 1',
    'vlan port eth_0/4 mode tag vlan 200',
    'end',
  ],
}
const cases: Readonly<Record<string, Case>> = {
  C320: c300,
  C300: c300,
  'C320/1.2': fw12,
  'C300/1.2': fw12,
  C600: {
    slot: 3,
    pon: 'gpon_olt-1/3/1',
    onu: 'gpon_onu-1/3/1:7',
    lines: [
      ...before('gpon_olt-1/3/1', 'gpon_onu-1/3/1:7', 'tcont 1'),
      'gemport 2 name IPTV tcont 2',
      'exit',
      'interface vport-1/3/1.7:1',
      'service-port 1 user-vlan 100 vlan 100',
      'qos traffic-policy DOWN-100M direction egress',
      'exit',
      'interface vport-1/3/1.7:2',
      'service-port 1 user-vlan 200 vlan 200 svlan 300',
      'exit',
      'pon-onu-mng gpon_onu-1/3/1:7',
      'service INTERNET gemport 1 vlan 100',
      'wan-ip ipv4 mode pppoe username u7 password p7 vlan-profile INTERNET host 1',
      'wan 1 service internet host 1',
      'vlan port eth_0/4 mode tag vlan 200',
      'end',
    ],
    show: [
      ['show running-config-interface gpon_onu-1/3/1:7', 'gemport 1 name INTERNET tcont 1'],
      ['show running-config-interface vport-1/3/1.7:1', 'service-port 1 user-vlan 100 vlan 100'],
      ['show running-config', 'service INTERNET gemport 1 vlan 100'],
    ],
  },
}

for (const [model, { pon, lines, show }] of Object.entries(cases))
  test(`${model}: a registration is shown, and after each part of it the ONU goes with all of it`, async () => {
    const { olt, clock, type, all, end } = await living(model)
    const clean = runningConfiguration(olt)
    for (let count = 3; count <= lines.length; count++) {
      await all(lines.slice(0, count))
      assert.ok(runningConfiguration(olt) !== clean, `after ${count} lines`)
      if (count === lines.length) {
        clock.advance(10_000)
        assert.ok(isOnline(onuAt(olt.pons[0]!, 7)!, olt.now()))
        for (const [command, part] of show) assert.ok((await type(command)).includes(part), command)
      }
      await type('end')
      await all(['configure terminal', `interface ${pon}`, 'no onu 7', 'end'])
      assert.is(runningConfiguration(olt), clean, `${count} lines and their undo`)
    }
    await end()
  })

test('what refers to nothing is refused with the words of the maker, and changes nothing', async () => {
  const { olt, type, all, end } = await living('C320')
  await all(c300.lines.slice(0, -1))
  const text = runningConfiguration(olt)
  const refused = async (line: string, reason: RegExp) => assert.match(await type(line), reason, line)
  await refused('service INTERNET gemport 2 vlan 200', /%Code 63869-GPONRM : Record already exists/)
  await refused('service OTHER gemport 1 vlan 100', /Record already exists/)
  await refused('service VOICE gemport 9 vlan 300', /GEM port does not exist/)
  await refused('vlan port eth_0/5 mode tag vlan 100', /%Code 63990-GPONRM/)
  await refused('wan-ip 1 mode dhcp vlan-profile NONE host 1', /%Code 63981/)
  await refused('gemport 2 flow 2', /%Code 63953-GPONRM : Flow does not exist/)
  await refused('service INTERNET type internet gemport 1 vlan 100', /Invalid input/)
  await type('exit')
  await refused('interface gpon-onu_1/1/1:99', /%Error 20202/)
  await refused('interface vport-1/1/1.7:1', /%Error 20202/)
  await type(`interface ${c300.onu}`)
  await refused('tcont 3 profile NONE', /profile does not exist/)
  await refused('tcont 9 profile UP-1G', /%Error 20202/)
  await refused('gemport 3 tcont 3', /T-CONT does not exist/)
  await refused('gemport 1 traffic-limit downstream NONE', /profile does not exist/)
  await refused('no tcont 1', /being used/)
  await refused('no gemport 1', /being used/)
  await refused('service-port 3 vport 3 user-vlan 300 vlan 300', /%Code 66657: GEM port does not exist/)
  await refused('service-port 1 vport 1 user-vlan 300 vlan 300', /%Code 66661/)
  await refused('service-port 3 vport 1 user-vlan 100 vlan 100', /%Code 66669/)
  await refused('service-port 3 vport 1 user-vlan 300 vlan 999', /VLAN does not exist/)
  await refused('service-port 3 vport 1 user-vlan 5000 vlan 300', /%Error 20202/)
  await refused('service-port 3 vport 1 vlan 300', /Invalid input/)
  await refused('no service-port 3', /does not exist/)
  await type('exit')
  await type(`interface ${c300.pon}`)
  await refused('onu 8 type NONE sn ZTEGC0FFEE02', /%Code 63904-GPONRM : Not support this ONU/)
  await refused(`onu 8 type F660 sn ${serial}`, /SN already exists/)
  await refused('onu 7 type F660 sn ZTEGC0FFEE02', /already existed/)
  await refused('onu 7 profile line NONE remote SRV-BRIDGE', /profile does not exist/)
  assert.is(runningConfiguration(olt), text)
  await end()
})

test('another ONU takes the number, and its services stay', async () => {
  const { olt, clock, type, all, end } = await living('C320')
  await all([...c300.lines.slice(0, -1), 'exit', `interface ${c300.onu}`])
  const text = runningConfiguration(olt)
  const taken = olt.pons[0]!.onus[0]!.serial.toString('hex')
  assert.match(await type(`registration-method sn ${taken}`), /SN already exists/)
  connectOnu(olt, olt.pons[0]!, identOf('ZTEGC0FFEE02')!, 'F660', olt.now())
  await all(['registration-method sn ZTEGC0FFEE02'])
  assert.is(runningConfiguration(olt), text.replace(serial, 'ZTEGC0FFEE02'))
  clock.advance(10_000)
  assert.ok(isOnline(onuAt(olt.pons[0]!, 7)!, olt.now()))
  await all(['registration-method sn ZTEGC0FFEE03'])
  clock.advance(10_000)
  assert.not.ok(isOnline(onuAt(olt.pons[0]!, 7)!, olt.now()), 'it is not connected')
  await all(['no name', 'no service-port 2', 'no gemport 2', 'no tcont 2', 'end'])
  await end()
})
