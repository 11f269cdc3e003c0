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

const test = suite('registrations on Huawei consoles')
const vlans = [1, 100, 200, 300].map(id => ({ id, name: `vlan${id}` }))
let address = 1

async function living(model: string, ident: string) {
  const clock = fakeClock(Date.UTC(2026, 2, 1, 6))
  const ip = `127.8.27.${address++}`
  const olt = createOlt({
    vendor: 'huawei',
    model,
    name: 'olt',
    ip,
    clock,
    steady: true,
    onusOnEveryPort: 2,
    vlans,
  })
  connectOnu(olt, olt.pons[0]!, identOf(ident)!, 'EG8145V5', olt.now())
  const device = await startDevice({ ip, port: 0, simulated: olt, console: { telnet: 0 } })
  const person = await telnetTo(ip, device.console!.telnet!)
  await person.until('>>User name:')
  const key = async (text: string, end: RegExp) => {
    person.type(`${text}\n`)
    return person.until(end)
  }
  const type = (line: string) => key(line, /olt(?:\([^()]+\))?[#>]$/)
  await key('admin', />>User password:$/)
  await type('admin')
  await type('enable')
  return {
    olt,
    clock,
    key,
    type,
    async quiet() {
      await type('undo smart')
      await type('undo interactive')
      await type('scroll')
    },
    async all(lines: readonly string[]) {
      for (const line of lines) assert.not.match(await type(line), /Failure|% /, line)
    },
    async end() {
      person.leave()
      await device.stop()
    },
  }
}

interface Case {
  ident: string
  lines: readonly string[]
  undo: readonly string[]
  show: readonly (readonly [string, string])[]
}
const cases: Readonly<Record<string, Case>> = {
  'MA5800-X7': {
    ident: '48575443C0FFEE01',
    lines: [
      'config',
      'interface gpon 0/1',
      'ont add 0 7 sn-auth "48575443C0FFEE01" omci ont-lineprofile-id 20 ont-srvprofile-id 20 desc "flat 7"',
      'ont port native-vlan 0 7 eth 2 vlan 200 priority 4',
      'ont ipconfig 0 7 ip-index 1 pppoe vlan 100 priority 0 user-account username u7 password p7',
      'ont internet-config 0 7 ip-index 1',
      'ont wan-config 0 7 ip-index 1 profile-id 0',
      'ont policy-route-config 0 7 profile-id 1',
      'ont port route 0 7 eth 1 enable',
      'quit',
      'service-port 500 vlan 100 gpon 0/1/0 ont 7 gemport 1 multi-service user-vlan 100 tag-transform translate',
      'service-port vlan 200 gpon 0/1/0 ont 7 gemport 2 multi-service user-vlan 200 tag-transform translate ' +
        'inbound traffic-table index 6 outbound traffic-table index 6',
      'quit',
    ],
    undo: ['config', 'undo service-port port 0/1/0 ont 7', 'interface gpon 0/1', 'ont delete 0 7', 'return'],
    show: [
      ['display current-configuration ont 0/1/0 7', 'ont port native-vlan 0 7 eth 2 vlan 200 priority 4'],
      ['display current-configuration ont 0/1/0 7', 'service-port 500 vlan 100 gpon 0/1/0 ont 7 gemport 1'],
      ['display current-configuration section gpon-0/1', 'ont add 0 7 sn-auth "48575443C0FFEE01" omci'],
      ['display current-configuration section bbs-config', 'inbound traffic-table index 6'],
      ['display service-port port 0/1/0 ont 7', 'Total : 2  (Up/Down :    2/0)'],
      ['display service-port 500', '  500  100 common   gpon 0/1 /0  7    1'],
      ['display ont info 0 1 0 7', 'Line profile name       : LINE-TRIPLE'],
    ],
  },
  'MA5680T/EPON': {
    ident: '00D19A0103E7',
    lines: [
      'config',
      'interface epon 0/2',
      'ont add 0 7 mac-auth 00D1-9A01-03E7 oam ont-lineprofile-id 10 ont-srvprofile-id 10 desc "flat 7"',
      'ont port native-vlan 0 7 eth 1 vlan 100',
      'quit',
      'service-port vlan 100 epon 0/2/0 ont 7 multi-service user-vlan 100 tag-transform translate',
      'quit',
    ],
    undo: ['config', 'undo service-port port 0/2/0 ont 7', 'interface epon 0/2', 'ont delete 0 7', 'return'],
    show: [
      ['display current-configuration ont 0/2/0 7', 'ont add 0 7 mac-auth 00D1-9A01-03E7 oam'],
      ['display current-configuration section epon-0/2', 'ont port native-vlan 0 7 eth 1 vlan 100'],
      ['display service-port port 0/2/0 ont 7', 'Total : 1  (Up/Down :    1/0)'],
      ['display ont info 0 2 0 7', 'Mac                     : 00D1-9A01-03E7'],
    ],
  },
}

for (const [model, { ident, lines, undo, show }] of Object.entries(cases))
  test(`${model}: a registration is shown, and after each part of it the undo leaves nothing`, async () => {
    const { olt, clock, quiet, type, all, end } = await living(model, ident)
    await quiet()
    const clean = runningConfiguration(olt)
    for (let count = 3; count <= lines.length; count++) {
      await all(lines.slice(0, count))
      assert.ok(runningConfiguration(olt) !== clean, `after ${count} lines`)
      if (count === lines.length) {
        clock.advance(10_000)
        assert.ok(isOnline(onuAt(olt.pons[0]!, 7)!, olt.now()))
        for (const [command, part] of show) {
          const text = await type(command)
          assert.ok(text.includes(part), `${command}: ${text}`)
        }
      }
      await type('return')
      // What is not there is refused, and stops nothing.
      for (const line of undo) await type(line)
      assert.is(runningConfiguration(olt), clean, `${count} lines and their undo`)
    }
    await end()
  })

test('the OLT chooses the number, asks for the rest of a command, and asks before it deletes', async () => {
  const { olt, key, type, end } = await living('MA5800-X7', '48575443C0FFEE01')
  await type('config')
  await type('interface gpon 0/1')
  const start = 'ont add 0 sn-auth 48575443C0FFEE01 omci ont-lineprofile-name LINE-INTERNET'
  await key(`${start} ont-srvprofile-name SRV-BRIDGE`, /\{ <cr>\|desc<K>\|ont-type<K> \}:$/)
  assert.match(await type(''), /success: 1\s+PortID :0, ONTID :2/)
  await type('quit')
  const service = 'service-port vlan 100 gpon 0/1/0 ont 2 gemport 1 multi-service user-vlan 100'
  await key(service, /\{ <cr>\|.*\|tag-transform<K> \}:$/)
  assert.not.match(await type(''), /Failure/)
  await key('display service-port port 0/1/0 ont 2', /\}:$/)
  const [, index] = /\n +(\d+) +100 common/.exec(await type(''))!
  await type('undo smart')
  await key('undo service-port port 0/1/0 ont 2', /\(y\/n\)\[n\]:$/)
  await type('n')
  assert.match(await type(`display service-port ${index}`), /Total : 1/)
  assert.not.match(await type(`undo service-port ${index}`), /Failure/)
  assert.match(await type(`undo service-port ${index}`), /Failure: Service virtual port does not exist/)
  assert.match(await type('undo service-port port 0/1/0 ont 2'), /Failure: No service virtual port/)
  assert.is(onuAt(olt.pons[0]!, 2)!.profiles.line, 'LINE-INTERNET')
  await end()
})

test('what refers to nothing is refused with the words of the maker, and changes nothing', async () => {
  const { olt, quiet, type, all, end } = await living('MA5800-X7', '48575443C0FFEE01')
  await quiet()
  await all(cases['MA5800-X7']!.lines.slice(0, -1))
  const text = runningConfiguration(olt)
  const refused = async (line: string, reason: RegExp) => assert.match(await type(line), reason, line)
  const service = (rest: string) => `service-port ${rest} multi-service user-vlan 100 tag-transform translate`
  await refused(service('vlan 999 gpon 0/1/0 ont 7 gemport 3'), /Failure: VLAN does not exist/)
  await refused(service('vlan 100 gpon 0/1/0 ont 7 gemport 9'), /Failure: The GEM index/)
  await refused(service('vlan 100 gpon 0/1/0 ont 99 gemport 1'), /Failure: The ONT does not exist/)
  await refused(service('vlan 100 gpon 0/7/0 ont 7 gemport 1'), /Failure: The port does not exist/)
  await refused(service('vlan 100 epon 0/1/0 ont 7'), /Failure: The port does not exist/)
  await refused(service('vlan 100 gpon 0/1/0 ont 7 gemport 1'), /existed already\. Conflicted .* index: 500/)
  await refused(
    service('500 vlan 100 gpon 0/1/0 ont 7 gemport 3'),
    /existed already\. Conflicted .* index: 500/,
  )
  await refused('service-port vlan 100 gpon 0/1/0', /Incomplete command/)
  await refused('interface gpon 0/9', /Failure: The board does not exist/)
  await refused('interface epon 0/1', /Failure: The board does not exist/)
  await type('interface gpon 0/1')
  const add = (number: string, serial: string, line: number) =>
    `ont add 0 ${number} sn-auth ${serial} omci ont-lineprofile-id ${line} ont-srvprofile-id 10 desc x`
  await refused(add('8', '48575443C0FFEE01', 10), /Failure: SN already exists/)
  await refused(add('7', '48575443C0FFEE02', 10), /Failure: The ONT ID has already existed/)
  await refused(add('8', '48575443C0FFEE02', 99), /Failure: The ONT line profile does not exist/)
  await refused(add('8', '48575443C0', 10), /Failure: Parameter error/)
  await refused(add('200', '48575443C0FFEE02', 10), /Failure: Parameter error/)
  await refused(
    add('8', '48575443C0FFEE02', 10).replace('add', 'confirm').replace(' 8', ' ontid 8'),
    /not exist/,
  )
  await refused('ont delete 0 7', /Failure: This configured object has some service virtual ports/)
  await refused('ont delete 0 99', /Failure: The ONT does not exist/)
  await refused('ont port native-vlan 0 7 eth 9 vlan 100', /Failure: The ONT port does not exist/)
  await refused('ont ipconfig 0 7 ip-index 1 dhcp vlan 5000', /Failure: Parameter error/)
  await refused('undo ont ipconfig 0 7 ip-index 0', /Failure/)
  assert.is(runningConfiguration(olt), text)
  await end()
})

test('another ONU takes the number, and its services stay', async () => {
  const { olt, clock, quiet, type, all, end } = await living('MA5800-X7', '48575443C0FFEE01')
  await quiet()
  await all([...cases['MA5800-X7']!.lines.slice(0, -1), 'interface gpon 0/1'])
  const text = runningConfiguration(olt)
  connectOnu(olt, olt.pons[0]!, identOf('48575443C0FFEE02')!, 'EG8145V5', olt.now())
  assert.match(await type(`ont modify 0 7 sn ${olt.onus[0]!.serial.toString('hex')}`), /SN already exists/)
  await all(['ont modify 0 7 sn 48575443C0FFEE02'])
  assert.is(runningConfiguration(olt), text.replace('48575443C0FFEE01', '48575443C0FFEE02'))
  clock.advance(10_000)
  assert.ok(isOnline(onuAt(olt.pons[0]!, 7)!, olt.now()))
  await end()
})
