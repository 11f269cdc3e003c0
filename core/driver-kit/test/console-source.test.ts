import { assert, suite } from '@linecard/test-kit'
import { fromConsole, radlanConsole } from '@linecard/driver-kit/builders'
import { bindKeyOfName, canonicalPort, portFinder, typeOfName } from '@linecard/driver-kit/builders'
import { byLines, cliParser, industryCli, shape } from '@linecard/driver-kit/cli'
import { defineFamily, type DeviceError, type Implementation } from '@linecard/driver-kit'
import {
  arps,
  fdb,
  interfacesList,
  linkInfo,
  lldpInfo,
  system,
  vlans,
  vlansByPort,
  type Interface,
} from '@linecard/driver-kit/modules'
import { parseSnmprec } from '@linecard/driver-kit/recording'
import { replaySession, type ReplayOptions } from '@linecard/driver-kit/testing'

const test = suite('modules from the console')

const status = `
                                             Flow Link          Back   Mdix
Port     Type         Duplex  Speed Neg      ctrl State       Pressure Mode
-------- ------------ ------  ----- -------- ---- ----------- -------- -------
gi1/0/1  1G-Copper    Full    1000  Enabled  Off  Up          Disabled Off
gi1/0/2  1G-Copper      --      --     --     --  Down           --     --
gi1/0/3  1G-Copper    Full    100   Enabled  Off  Up          Disabled Off
Po1         --        --      --     --      --   Not Present
`
const description = `
Port      Description
-------   -----------
gi1/0/1   uplink
gi1/0/2
gi1/0/3   office
Po1
`
const table = `
Flags: I - Internal usage VLAN
Aging time is 300 sec

    Vlan          Mac Address         Port       Type
------------ --------------------- ---------- ----------
      1        02:00:00:00:0a:01    gi1/0/1    dynamic
     301       02:00:00:00:0a:02     Po1       dynamic
     301       02:00:00:00:0a:03    gi1/0/9    dynamic
      1        02:00:00:00:01:00       0        self
`
const vlanTable = `
Created by: D-Default, S-Static, G-GVRP, R-Radius Assigned VLAN, V-Voice VLAN

Vlan       Name           Tagged Ports      UnTagged Ports      Created by
---- ----------------- ------------------ ------------------ ----------------
 1           1                               gi1/0/1-3              D
301       office        gi1/0/(1,3)        gi1/0/2                  S
`
const replies: Record<string, string> = {
  'show interfaces status': status,
  'show interfaces description': description,
  'show mac address-table': table,
  'show vlan': vlanTable,
  'show arp': `
Total number of entries: 1

  VLAN    Interface     IP address        HW address          status
--------------------- --------------- ------------------- ---------------
vlan 301   gi1/0/3     192.0.2.55      02:00:00:00:0a:03   dynamic
`,
  'show system':
    'System Description:  MES2324B 28-port\nSystem Name:  sw-17\nSystem MAC Address: 02:00:00:00:01:00',
  'show version': 'SW version    4.0.16.5 ( date  01-Jan-2022 time  10:00:00 )',
  'show bootvar': '% Unrecognized command',
  'show system id': 'Serial number :   ES00000117',
}
const family = defineFamily({ id: 'radlan', cli: industryCli(), modules: [], console: radlanConsole('Acme') })
const model = { key: 'acme_x', name: 'Acme X', type: 'SWITCH' as const, family, detect: { descr: /x/ } }

const replay = (
  given: Record<string, string>,
  {
    implementations = family.console!,
    consoleOnly = true,
  }: { implementations?: readonly Implementation[]; consoleOnly?: boolean } = {},
) => {
  const cli: ReplayOptions['cli'] = Object.entries(given).map(([send, reply]) => ({ send, reply }))
  return replaySession(
    parseSnmprec('', 'test'),
    { model, family, modules: new Map(implementations.map(one => [one.module.name, one])) },
    { cli, consoleOnly },
  )
}
const failure = (promise: Promise<unknown>): Promise<DeviceError> =>
  promise.then(
    value => assert.unreachable(`answered ${JSON.stringify(value)}`) as never,
    (error: DeviceError) => error,
  )

test('names of ports have one form, one type and one bind key', () => {
  for (const [name, form, type] of [
    ['GigabitEthernet0/1', 'gi0/1', 'ETH'],
    ['Gi 0/1', 'gi0/1', 'ETH'],
    ['ge-0/0/1', 'gi0/0/1', 'ETH'],
    ['Port-channel1', 'po1', 'LACP'],
    ['Eth-Trunk1', 'po1', 'LACP'],
    ['Vlan301', 'vl301', 'VLAN'],
    ['100GE1/0/1', 'hu1/0/1', 'ETH'],
    ['Eth 1/ 5', 'eth1/5', 'ETH'],
    ['1:4', '1:4', 'ETH'],
    ['A1', 'a1', 'UNKNOWN'],
    ['LoopBack0', 'lo0', 'LOOPBACK'],
  ] as const) {
    assert.is(canonicalPort(name), form, name)
    assert.is(typeOfName(name), type, name)
  }
  assert.is(bindKeyOfName('Gi0/1'), bindKeyOfName('GigabitEthernet0/1'))
  assert.is.not(bindKeyOfName('Gi0/1'), bindKeyOfName('Te0/1'))
  assert.ok(bindKeyOfName('Gi0/1') >= 2 ** 47, 'no ifIndex is so large')
  // The value is stored with the interfaces: another one would make all ports new.
  assert.is(bindKeyOfName('Gi0/1'), 190_710_017_803_122)
})

test('a name of the console finds the interface of SNMP, and never one of two', () => {
  const port = (id: number, name: string): Interface => ({
    id,
    name,
    type: 'ETH',
    parent: null,
    if_index: id,
  })
  const find = portFinder([port(1, 'Gi0/1'), port(2, '1/2'), port(3, '2/2'), port(4, '1/4')])
  assert.is(find('GigabitEthernet0/1')?.id, 1)
  assert.is(find('04')?.id, 4)
  assert.is(find('2'), undefined, 'two ports end with 2')
  assert.is(find('Te0/1'), undefined)
})

test('a device with a console alone has ports, states, MACs, VLANs, ARP and an identity', async () => {
  const device = replay(replies)
  const ports = await device.call(interfacesList, {})
  assert.equal(
    ports.map(({ name, type, if_index, id }) => [name, type, if_index, id === bindKeyOfName(name)]),
    [
      ['gi1/0/1', 'ETH', null, true],
      ['gi1/0/2', 'ETH', null, true],
      ['gi1/0/3', 'ETH', null, true],
      ['Po1', 'LACP', null, true],
    ],
  )
  const links = await device.call(linkInfo, { interface: 'gi1/0/3' })
  assert.equal(
    links.map(one => [one.interface.name, one.oper_status, one.nway_status, one.description]),
    [['gi1/0/3', 'Up', '100-Full', 'office']],
  )
  const rows = await device.call(fdb, {})
  assert.equal(
    rows.map(one => [one.mac_address, one.vlan_id, one.interface?.name ?? null, one.status]),
    [
      ['02:00:00:00:0A:01', 1, 'gi1/0/1', 'LEARNED'],
      ['02:00:00:00:0A:02', 301, 'Po1', 'LEARNED'],
      ['02:00:00:00:0A:03', 301, null, 'LEARNED'],
      ['02:00:00:00:01:00', 1, null, 'SELF'],
    ],
  )
  assert.equal(device.reports, [{ what: 'interface', reason: 'unknown_value', index: 'gi1/0/9', cells: 1 }])
  const [all, office] = await device.call(vlans, {})
  const names = (list: { name: string }[] | null | undefined) => list?.map(({ name }) => name)
  assert.equal(names(all?.ports?.untagged), ['gi1/0/1', 'gi1/0/2', 'gi1/0/3'])
  assert.equal(names(office?.ports?.tagged), ['gi1/0/1', 'gi1/0/3'])
  assert.equal(names(office?.ports?.egress), ['gi1/0/2', 'gi1/0/1', 'gi1/0/3'])
  const [first] = await device.call(vlansByPort, { interface: 'gi1/0/1' })
  assert.equal(first?.tagged, [{ id: 301, name: 'office' }])
  assert.equal(
    (await device.call(arps, {})).map(one => [one.ip, one.mac, one.vlan_id, one.interface?.name]),
    [['192.0.2.55', '02:00:00:00:0A:03', 301, 'gi1/0/3']],
  )
  const { name, serial_num, mac_addr, board_software_ver } = await device.call(system, {})
  assert.equal(
    [name, serial_num, mac_addr, board_software_ver],
    ['sw-17', 'ES00000117', '02:00:00:00:01:00', '4.0.16.5'],
  )
})

test('arguments are honoured: one MAC address by the command for one, a VLAN, a port', async () => {
  const device = replay({
    ...replies,
    'show mac address-table address 02:00:00:00:0a:02': table
      .split('\n')
      .filter(line => !/0a:0[13]|01:00/.test(line))
      .join('\n'),
  })
  const one = await device.call(fdb, { mac: '0200.0000.0a02' })
  assert.equal(
    one.map(row => row.interface?.name),
    ['Po1'],
  )
  assert.not.ok(device.typed.includes('show mac address-table'), 'the whole table was not read')
  assert.is((await device.call(fdb, { vlan_id: 301 })).length, 2)
  assert.is((await device.call(fdb, { interface: 'gi1/0/1' })).length, 1)
  assert.is((await failure(device.call(fdb, { interface: 'gi9/9' }))).kind, 'BadArgument')
})

test('silence and an unknown text are no empty list; a heading or a sentence is', async () => {
  const answerTo = (text: string) =>
    replay({ ...replies, 'show mac address-table': text, 'show bridge address-table': text })
  for (const text of ['', '\n\n', 'Welcome back, operator.', 'Please wait ...'])
    assert.is((await failure(answerTo(text).call(fdb, {}))).kind, 'ParseFailed', JSON.stringify(text))
  const heading = table.split('\n').slice(0, 6).join('\n')
  assert.equal(await answerTo(heading).call(fdb, {}), [])
  assert.equal(await answerTo('No entries found.').call(fdb, {}), [])
  assert.is((await failure(answerTo('% Unrecognized command').call(fdb, {}))).kind, 'CommandRejected')
  const mute = Object.fromEntries([...Object.keys(replies), 'show interfaces'].map(key => [key, '']))
  assert.is((await failure(replay(mute).call(interfacesList, {}))).kind, 'ParseFailed')
  assert.is((await failure(replay(mute).call(system, {}))).kind, 'ParseFailed')
})

test('a line with a MAC address that no row has is reported', async () => {
  const device = replay({
    ...replies,
    'show mac address-table': `${table}  02:00:00:00:0a:07 <- port 3 ??\n`,
  })
  assert.is((await device.call(fdb, {})).length, 4)
  assert.ok(device.reports.some(one => one.what === 'show mac address-table' && one.cells === 1))
})

test('the next command is tried if the device refuses the first', async () => {
  const device = replay({
    ...replies,
    'show mac address-table': '% Unrecognized command',
    'show bridge address-table': table,
  })
  assert.is((await device.call(fdb, {})).length, 4)
})

test('with SNMP the console names no ports: they would seem to be others', async () => {
  const device = replay(replies, { consoleOnly: false })
  assert.is((await failure(device.call(interfacesList, {}))).kind, 'Unsupported')
})

test('addresses of ARP are given although nobody names the ports', async () => {
  const device = replay(replies, { consoleOnly: false })
  assert.equal(
    (await device.call(arps, {})).map(one => [one.ip, one.mac, one.interface, one.vlan_id]),
    [['192.0.2.55', '02:00:00:00:0A:03', null, 301]],
  )
  assert.equal(device.reports, [{ what: 'interface', reason: 'rejected' }])
  assert.is(
    (await failure(device.call(fdb, {}))).kind,
    'Unsupported',
    'MAC addresses without ports say nothing',
  )
})

test('a driver whose parser serves no module, or whose command has no parser, does not start', () => {
  const parser = cliParser('fdb', /^show fdb$/, byLines({ row: shape('{vlan} {mac} {port}') }))
  assert.throws(
    () => fromConsole({ vendor: 'Acme', parsers: [parser], ways: {} }),
    /serve no module: .*show fdb/,
  )
  assert.throws(
    () => fromConsole({ vendor: 'Acme', parsers: [parser], ways: { fdb: ['show fdb'], arp: ['show arp'] } }),
    /no parser of Acme reads show arp/,
  )
})

test('a neighbour whose own port is unknown is given without port, and reported', async () => {
  const lldp = replay({
    ...replies,
    'show lldp neighbors': `
  Port        Device ID          Port ID       System Name    Capabilities  TTL
--------- ----------------- ----------------- ------------- ------------- -----
gi1/0/1   02:00:00:00:02:00 gi1/0/24          sw-18              B          90
gi1/0/77  02:00:00:00:02:01 gi1/0/1           sw-19              B          90
`,
  })
  const { remotes, local } = await lldp.call(lldpInfo, {})
  assert.equal(
    remotes.map(one => [
      one.loc_interface?.name ?? null,
      one.rem_name,
      one.rem_chassis_id,
      one.rem_interface,
    ]),
    [
      ['gi1/0/1', 'sw-18', '02:00:00:00:02:00', 'gi1/0/24'],
      [null, 'sw-19', '02:00:00:00:02:01', 'gi1/0/1'],
    ],
  )
  assert.is(local.ports.length, 2)
  assert.ok(lldp.reports.some(one => one.what === 'loc_interface' && one.index === 'gi1/0/77'))
})

test('neighbours of CDP follow those of LLDP; without them the answer says so', async () => {
  const reader = (command: RegExp, heading: string) =>
    cliParser('lldp', command, byLines({ row: shape(`${heading} {port} {name} {id}`) }))
  const both = fromConsole({
    vendor: 'Acme',
    parsers: [
      cliParser('ports', /^show ports$/, byLines({ row: shape('{port:\\d+} {oper}') })),
      reader(/^show lldp$/, 'L'),
      reader(/^show cdp$/, 'C'),
    ],
    ways: { ports: ['show ports'], lldp: ['show lldp'] },
    cdp: ['show cdp'],
  })
  const repliesOfBoth = {
    'show ports': '1 up\n',
    'show lldp': 'L 1 sw-18 24\n',
    'show cdp': 'C 1 ap-3 eth0\n',
  }
  const { remotes } = await replay(repliesOfBoth, { implementations: both }).call(lldpInfo, {})
  assert.equal(
    remotes.map(one => [one.protocol, one.rem_name, one.loc_interface?.name]),
    [
      ['LLDP', 'sw-18', '1'],
      ['CDP', 'ap-3', '1'],
    ],
  )
  const without = replay({ ...repliesOfBoth, 'show cdp': '% Invalid input' }, { implementations: both })
  assert.is((await without.call(lldpInfo, {})).remotes.length, 1)
  assert.ok(without.reports.some(({ what, reason }) => what === 'CDP' && reason === 'rejected'))
})

test('ports are asked one by one where the console has no table of all', async () => {
  const perPort = fromConsole({
    vendor: 'Acme',
    parsers: [
      cliParser('ports', /^show ports$/, byLines({ row: shape('{port:\\d+} {oper}') })),
      cliParser('fdb', /^show fdb port \d+$/, byLines({ row: shape('{:\\d+} {port} {vlan} {mac}') })),
    ],
    ways: { ports: ['show ports'], fdb: [{ send: 'show fdb port {item}', items: 'ports' }] },
  })
  const heading = 'Idx  Port  VID  MAC Address\n'
  const device = replay(
    {
      'show ports': '1 up\n2 down\n',
      'show fdb port 1': `${heading}1 1 10 02:00:00:00:0a:01\n`,
      'show fdb port 2': heading,
    },
    { implementations: perPort },
  )
  assert.equal(
    (await device.call(fdb, {})).map(one => [one.interface?.name, one.mac_address]),
    [['1', '02:00:00:00:0A:01']],
  )
})
