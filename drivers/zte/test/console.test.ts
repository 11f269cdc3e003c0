import { assert, cpuMs, suite } from '@linecard/test-kit'
import { readBindings } from '../src/parse/bindings.ts'
import { readDetail } from '../src/parse/detail.ts'
import { readIpHosts } from '../src/parse/ip-hosts.ts'
import { readMacs } from '../src/parse/macs.ts'
import { readProfiles } from '../src/parse/profiles.ts'
import { readUniVlans } from '../src/parse/uni-vlans.ts'
import { readUnis } from '../src/parse/unis.ts'
import { readMembers } from '../src/parse/vlan-members.ts'

/** Invented outputs in the layouts of the command line. */
const test = suite('zte: what the command line of the OLTs prints')
const text = (...lines: string[]) => lines.join('\n')

test('show mac gpon onu, show mac-real-time with the age, show mac interface', () => {
  const { total, rows } = readMacs(
    text(
      'Total mac address : 4',
      '',
      'Mac address      Vlan  Type      Port                     Vc        Time',
      '-------------------------------------------------------------------------------',
      '0200.0000.0a01   301   Dynamic   gpon-onu_1/12/16:128     vport 2   00:03:11',
      '0200.0000.0a02   301   Static    epon-onu_1/2/1:5         N/A',
      '0200.0000.0A03   4094  Dynamic   vport-1/3/1.5:12',
      '0200.0000.0a04   1     Dynamic   sg1',
    ),
  )
  assert.is(total, 4)
  assert.equal(
    rows.map(({ mac, vlan, dynamic, place, vport, time }) => [
      mac,
      vlan,
      dynamic,
      place && [place.shelf, place.slot, place.port, place.onu].join('/'),
      vport,
      time,
    ]),
    [
      ['02:00:00:00:0A:01', 301, true, '1/12/16/128', 2, '00:03:11'],
      ['02:00:00:00:0A:02', 301, false, '1/2/1/5', null, null],
      ['02:00:00:00:0A:03', 4094, true, '1/3/1/5', 12, null],
      ['02:00:00:00:0A:04', 1, true, null, null, null],
    ],
  )
  assert.equal(readMacs('Total mac address : 0'), { total: 0, rows: [] })
  assert.equal(readMacs(''), { total: null, rows: [] })
})

test('detail-info: values, empty values, and the log without its padding, newest first', () => {
  const { fields, names, logs } = readDetail(
    text(
      'ONU interface:         gpon-onu_1/2/1:5',
      '  Name:                contract: 7',
      '  Password:            ',
      '  Line Profile:        N/A',
      '  Multicast encryption:disable',
      '------------------------------------------',
      '       Authpass Time          OfflineTime             Cause',
      '   1   2026-03-01 08:00:05    2026-03-02 10:00:00     DyingGasp ',
      '   2   2026-03-02 10:04:00    0000-00-00 00:00:00     ',
      '   3   0000-00-00 00:00:00    0000-00-00 00:00:00     ',
    ),
  )
  assert.is(fields.get('name'), 'contract: 7')
  assert.equal(
    [fields.has('password'), names.has('password'), fields.has('line profile')],
    [false, true, false],
  )
  assert.is(fields.get('multicast encryption'), 'disable')
  assert.equal(logs, [
    { registered: '2026-03-02 10:04:00', lost: null, cause: null },
    { registered: '2026-03-01 08:00:05', lost: '2026-03-02 10:00:00', cause: 'DyingGasp' },
  ])
  const online = readDetail('   2   2026-08-06 10:14:46    ONU is currently online')
  assert.equal(online.logs, [{ registered: '2026-08-06 10:14:46', lost: null, cause: null }])
})

test('names of profiles: a list, blocks, none, and what is no list', () => {
  assert.equal(readProfiles(text('Profile name', '--------', 'bridge', 'router  used', '')), [
    'bridge',
    'router',
  ])
  assert.equal(readProfiles(text('Profile name :up-1G', ' Type FBW', 'Profile name :up-2G')), [
    'up-1G',
    'up-2G',
  ])
  assert.equal(readProfiles('%Code 62310-GPONSRV : No related information to show.'), [])
  assert.is(readProfiles(''), null)
  assert.is(readProfiles('something else'), null)
})

test('Ethernet ports of an ONU: a port that is down has no speed, and one that says nothing is unknown', () => {
  const unis = readUnis(
    text(
      'Interface:     eth_0/1',
      'Speed status:  full-1000',
      'Operate status:enable',
      'Admin status:  unlock',
      'Speed config:  auto',
      '',
      'Interface:     eth_0/2',
      'Speed status:  auto',
      'Operate status:disable',
      'Admin status:  lock',
      '',
      'Interface:     eth_1/3',
      '',
      'Interface:     wifi_0/1',
      'Admin status:  unlock',
    ),
  )
  assert.equal(
    unis.map(({ num, admin, link, speed, duplex }) => [num, admin, link, speed, duplex]),
    [
      [1, 'Enabled', 'Up', '1000', 'Full'],
      [2, 'Disabled', 'Down', null, null],
      [3, null, null, null, null],
    ],
  )
})

test('VLANs of Ethernet ports in the configuration of an ONU', () => {
  assert.equal(
    readUniVlans(
      text(
        'pon-onu-mng gpon-onu_1/2/1:5',
        '  vlan port eth_0/4 mode translate',
        '  vlan port eth_0/1 mode tag vlan 301',
        '  vlan port eth_0/2 mode trunk',
        '  vlan port eth_0/2 vlan 310-312,320',
        '  vlan port eth_0/3 mode hybrid def-vlan 303',
        '  vlan port wifi_0/1 mode tag vlan 9',
      ),
    ),
    [
      { num: 1, pvid: 301, mode: 'Tagged', trunk: null },
      { num: 2, pvid: null, mode: 'Trunk', trunk: '310-312,320' },
      { num: 3, pvid: 303, mode: null, trunk: null },
      { num: 4, pvid: null, mode: 'Translation', trunk: null },
    ],
  )
})

test('IP hosts of an ONU: 0.0.0.0 is no address', () => {
  const [first, second] = readIpHosts(
    text(
      'Host ID:            1',
      'MAC address:        0200.0000.0506',
      'Current IP address: 192.0.2.77',
      'Current second DNS: 0.0.0.0',
      '',
      'Host ID:            2',
      'Current IP address: 0.0.0.0',
    ),
  )
  assert.equal([first!.mac, first!.ip, first!.dns[1]], ['02:00:00:00:05:06', '192.0.2.77', null])
  assert.equal([second!.id, second!.mac, second!.ip], [2, null, null])
})

test('DHCP leases: the name of the port continues on the next line', () => {
  assert.equal(
    readBindings(
      text(
        'Current online users are 2.',
        'Index MAC addr       IP addr         VLAN State   Interface    Expiration',
        '1     0200.0000.0c01 192.0.2.55      301  dynamic vport-1/3    00:30:00   0 00:29:41',
        '                                               /1.1:1',
        '2     0200.0000.0c02 192.0.2.56      302  dynamic xgei-1/10/1  24:00:00   100:10:05',
        '/9/9',
        '/8/8',
      ),
    ),
    [
      { mac: '02:00:00:00:0C:01', ip: '192.0.2.55', vlan: 301, port: 'vport-1/3/1.1:1', remaining: 1781 },
      { mac: '02:00:00:00:0C:02', ip: '192.0.2.56', vlan: 302, port: 'xgei-1/10/1/9/9', remaining: 360_605 },
    ],
  )
})

test('members of a VLAN: ranges of ports and ONUs, and link aggregates', () => {
  const members = readMembers(
    text(
      'vlanid         :301',
      'port(untagged):',
      '  gei_1/4/1-2',
      'port(tagged):',
      '  vport-1/3/1.1-3:1,2.128:1',
      '  sg7',
      '  nonsense',
    ),
  )
  const at = (slot: number, port: number, onu: number) => ({ shelf: 1, slot, port, onu })
  assert.equal(members, {
    untagged: [at(4, 1, 0), at(4, 2, 0)],
    tagged: [at(3, 1, 1), at(3, 1, 2), at(3, 1, 3), at(3, 2, 128), { group: 7 }],
  })
  assert.is(readMembers('vlanid :301'), null)
  assert.equal(readMembers(text('port(tagged):', '  gei_1/4/1-999999999')), { untagged: [], tagged: [] })
})

test('hostile lines cost linear time', () => {
  const begun = cpuMs()
  for (const line of [
    `1 ${' '.repeat(50_000)}x`,
    'vlan port eth_0/1 '.repeat(5000),
    `${'1,'.repeat(20_000)}:`,
    ':'.repeat(50_000),
  ]) {
    for (const read of [
      readMacs,
      readDetail,
      readProfiles,
      readUniVlans,
      readUnis,
      readIpHosts,
      readBindings,
      readMembers,
    ])
      read(line)
  }
  assert.ok(cpuMs() - begun < 1500, `${cpuMs() - begun} ms`)
})
