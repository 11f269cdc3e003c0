import { assert, suite } from '@linecard/test-kit'
import {
  createOlt,
  type Device,
  fakeClock,
  identText,
  isOnline,
  onuAt,
  type OltOptions,
  stationsOf,
  startDevice,
  unisOf,
} from '@linecard/simulator'
import { type Person, sshTo, telnetTo } from './terminal.ts'
import { client, textOf } from './client.ts'

const test = suite('consoles of living OLTs')
let address = 1

async function running(options: Partial<OltOptions> = {}) {
  const clock = fakeClock(Date.UTC(2026, 2, 1, 6))
  const ip = `127.8.21.${address++}`
  const olt = createOlt({
    vendor: 'zte',
    model: 'C320',
    name: 'olt',
    ip,
    clock,
    steady: true,
    onusOnEveryPort: 8,
    ...options,
  })
  const device = await startDevice({ ip, port: 0, simulated: olt, console: { telnet: 0, ssh: 0 } })
  return { clock, olt, device, online: olt.pons[0]!.onus.filter(onu => isOnline(onu, olt.now())) }
}
async function signedIn(device: Device): Promise<Person> {
  const person = await telnetTo(device.ip, device.console!.telnet!)
  await person.until('Username:')
  await person.ask('admin', 'Password:')
  await person.ask('admin', 'olt#')
  await person.ask('terminal length 0', 'olt#')
  return person
}

test('ZTE: the login, a wrong password, SSH, and the pager', async () => {
  const { device } = await running()
  const person = await telnetTo(device.ip, device.console!.telnet!)
  assert.match(await person.until('Username:'), /Welcome to ZXAN product C320/)
  await person.ask('admin', 'Password:')
  assert.match(await person.ask('wrong', 'Username:'), /%Error 20209: No username or bad password/)
  await person.ask('admin', 'Password:')
  await person.ask('admin', 'olt#')
  const page = await person.ask('show gpon onu state', '--More--')
  assert.is(page.split('\n').length, 25, 'the line that was typed, 23 lines, the pager')
  person.type('q')
  await person.until('olt#')
  person.leave()
  const shell = await sshTo(device.ip, device.console!.ssh!)
  await shell.until('olt#')
  assert.match(await shell.ask('show card', 'olt#'), /GTGHG/)
  shell.leave()
  await device.stop()
})

test('ZTE: lists and details show what SNMP shows', async () => {
  const { device, olt, online, clock } = await running()
  const person = await signedIn(device)
  const [onu] = online
  olt.do({ do: 'power-loss', onu: `gpon_1/1/1:${online[1]!.id}` })
  olt.do({ do: 'fibre-cut', onu: `gpon_1/1/1:${online[2]!.id}` })
  const list = await person.ask('show gpon onu state gpon-olt_1/1/1', 'olt#')
  const rows = [...list.matchAll(/^(1\/1\/1:\d+) +(\w+) +(\w+) +(\w+) +1\(GPON\)\r$/gm)]
  assert.is(rows.length, 8)
  const phase = (id: number) => rows.find(row => row[1] === `1/1/1:${id}`)![4]
  assert.equal(
    [online[0]!, online[1]!, online[2]!].map(one => phase(one.id)),
    ['working', 'DyingGasp', 'LOS'],
  )
  assert.match(list, new RegExp(`ONU Number: ${online.length - 2}/8`))
  clock.advance(3_600_000)
  const detail = await person.ask(`show gpon onu detail-info gpon-onu_1/1/1:${onu!.id}`, 'olt#')
  assert.match(detail, new RegExp(`Serial number: +${identText(onu!.serial)}`))
  assert.match(detail, new RegExp(`ONU Distance: +${onu!.distance}m`))
  assert.match(detail, /Online Duration: +\d+h \d\dm \d\ds/)
  assert.is([...detail.matchAll(/^ +\d+ {3}\d{4}-\d\d-\d\d/gm)].length, 10)
  const gasped = await person.ask(`show gpon onu detail-info gpon-onu_1/1/1:${online[1]!.id}`, 'olt#')
  assert.match(gasped, /2026-03-01 06:00:00 +DyingGasp/)
  const power = await person.ask(`show pon power attenuation gpon-onu_1/1/1:${onu!.id}`, 'olt#')
  const [, seen] = /up +Rx :(-\d+\.\d+)\(dbm\)/.exec(power)!
  assert.ok(Math.abs(Number(seen) - onu!.oltRx(olt.now())) < 0.001)
  const [station] = stationsOf(onu!)
  const mac = station!.mac.toString('hex').replace(/....(?=.)/g, '$&.')
  for (const command of [`show mac gpon onu gpon-onu_1/1/1:${onu!.id}`, `show mac ${mac}`])
    assert.match(
      await person.ask(command, 'olt#'),
      new RegExp(`${mac} +100 +Dynamic +gpon-onu_1/1/1:${onu!.id} `),
    )
  assert.match(
    await person.ask(`show mac gpon onu gpon-onu_1/1/1:${online[1]!.id}`, 'olt#'),
    /No related information/,
  )
  assert.match(await person.ask('show gpon onu uncfg', 'olt#'), /No related information/)
  assert.match(
    await person.ask('show gpon onu detail-info gpon-onu_1/1/1:99', 'olt#'),
    /%Error 20202: Invalid input detected/,
  )
  assert.match(await person.ask('show gpon onu', 'olt#'), /%Error 20203: Incomplete command/)
  assert.match(await person.ask('shew', 'olt#'), /%Error 20200: Invalid input detected/)
  person.leave()
  await device.stop()
})

test('ZTE: an ONU is deleted, found again, registered, named, and SNMP shows all of it', async () => {
  const { device, olt, online, clock } = await running()
  const person = await signedIn(device)
  const [onu] = online
  const serial = identText(onu!.serial)
  await person.ask('conf t', '(config)#')
  await person.ask('interface gpon-olt_1/1/1', '(config-if)#')
  assert.match(await person.ask(`no onu ${onu!.id}`, '(config-if)#'), /\[Successful\]/)
  assert.match(await person.ask(`no onu ${onu!.id}`, '(config-if)#'), /does not exist/)
  assert.match(
    await person.ask('show gpon onu uncfg', '(config-if)#'),
    new RegExp(`gpon-onu_1/1/1:1 +${serial} +unknown`),
  )
  assert.match(await person.ask(`onu 100 type F660 sn ${serial}`, '(config-if)#'), /\[Successful\]/)
  assert.match(await person.ask(`onu 101 type F660 sn ${serial}`, '(config-if)#'), /SN already exists/)
  assert.match(await person.ask(`onu 200 type F660 sn ABCD00000009`, '(config-if)#'), /Invalid input/)
  clock.advance(10_000)
  await person.ask('interface gpon-onu_1/1/1:100', '(config-if)#')
  await person.ask('name flat 7', '(config-if)#')
  await person.ask('description "two words"', '(config-if)#')
  await person.ask('end', 'olt#')
  assert.match(await person.ask('show gpon onu state gpon-olt_1/1/1', 'olt#'), /1\/1\/1:100 .* working/)
  const session = client(device, { community: 'private' })
  const at = `${0x10010100}.100`
  const read = async (oid: string) => (await session.get(`1.3.6.1.4.1.3902.1012.3.28.${oid}.${at}`))[0]
  assert.is(textOf(await read('1.1.2')), 'flat 7')
  assert.is(textOf(await read('1.1.3')), 'two words')
  assert.is((await read('2.1.4'))!.value, 3)
  await session.set({ oid: `1.3.6.1.4.1.3902.1012.3.28.1.1.2.${at}`, type: 4, value: 'by SNMP' })
  session.close()
  assert.match(
    await person.ask('show gpon onu detail-info gpon-onu_1/1/1:100', 'olt#'),
    /Name: +by SNMP[\s\S]+Description: +two words/,
  )
  assert.ok(olt.control.unsaved)
  assert.match(await person.ask('write', 'olt#'), /\[OK\]/)
  assert.not(olt.control.unsaved)
  person.leave()
  await device.stop()
})

test('ZTE: a reboot asks first; an Ethernet port is locked; the factory settings unlock it', async () => {
  const { device, olt, online, clock } = await running({ model: 'C600' })
  const person = await signedIn(device)
  const onu = online.find(one => unisOf(one).length > 1) ?? online[0]!
  const name = `gpon_onu-1/3/1:${onu.id}`
  await person.ask('conf t', '(config)#')
  await person.ask(`pon-onu-mng ${name}`, '(gpon-onu-mng)#')
  await person.ask('reboot', 'Confirm to reboot? [yes/no]:')
  await person.ask('no', '(gpon-onu-mng)#')
  assert.is(onu.state.at(olt.now()).state, 'Online')
  await person.ask('interface eth eth_0/1 state lock', '(gpon-onu-mng)#')
  assert.is(unisOf(onu)[0]!.enabled, false)
  assert.match(
    await person.ask(`show gpon remote-onu interface eth ${name} eth_0/1`, '(gpon-onu-mng)#'),
    /Operate status: +disable[\s\S]+Admin status: +lock/,
  )
  assert.match(
    await person.ask('interface eth eth_0/9 state lock', '(gpon-onu-mng)#'),
    /%Error 20202: Invalid input/,
  )
  await person.ask('restore factory', 'Confirm to restore factory? [yes/no]:')
  await person.ask('yes', '(gpon-onu-mng)#')
  assert.is(onu.state.at(olt.now()).state, 'Reboot')
  assert.match(
    await person.ask(`show gpon remote-onu interface eth ${name}`, '(gpon-onu-mng)#'),
    /ONU is not online/,
  )
  clock.advance(91_000)
  assert.is(onu.state.at(olt.now()).state, 'Online')
  assert.is(unisOf(onu)[0]!.enabled, true)
  assert.is(onu.drops[0]!.reason, 'Reboot')
  assert.match(await person.ask('show gpon onu state gpon_olt-1/3/1', 'mng)#'), /Speed mode/)
  person.leave()
  await device.stop()
})

test('ZTE: an OLT that restarts closes its sessions and does not answer meanwhile', async () => {
  const { device, olt, clock } = await running()
  const person = await signedIn(device)
  await person.ask('reboot', 'Confirm to reboot system? [yes/no]:')
  person.type('yes\r\n')
  await person.closed()
  assert.ok(olt.control.down)
  const session = client(device)
  assert.instance(await session.get('1.3.6.1.2.1.1.5.0').catch((error: unknown) => error), Error)
  clock.advance(15_000)
  assert.is(textOf((await session.get('1.3.6.1.2.1.1.5.0'))[0]), 'olt')
  session.close()
  await device.stop()
})

test('a late command cannot reach another ONU: the mode of an ONU that was replaced changes nothing else', async () => {
  const { device, olt, online } = await running()
  const person = await signedIn(device)
  const [onu] = online
  await person.ask('conf t', '(config)#')
  await person.ask(`interface gpon-onu_1/1/1:${onu!.id}`, '(config-if)#')
  olt.do({ do: 'replace', onu: `gpon_1/1/1:${onu!.id}`, serial: 'ABCD00000007' })
  await person.ask('description late', '(config-if)#')
  assert.is.not(onuAt(onu!.port, onu!.id)!.description, 'late')
  person.leave()
  await device.stop()
})
