import { readFileSync } from 'node:fs'
import { DeviceError } from '@linecard/driver-kit'
import { buildIndex } from '@linecard/driver-kit/detection'
import {
  addressListInfo,
  arpInfo,
  arps,
  ctrlPortDescr,
  ctrlPortState,
  ctrlStaticArp,
  ctrlStaticLease,
  fdb,
  leaseInfo,
  lldpInfo,
  simpleQueueInfo,
  vlans,
} from '@linecard/driver-kit/modules'
import { parseSnmprec } from '@linecard/driver-kit/recording'
import { replaySession, type RecordedApi, type Replay } from '@linecard/driver-kit/testing'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

const test = suite('mikrotik over the API')
const folder = new URL('../recordings/mikrotik_rb750gr3/7.1.1/', import.meta.url)
const snmp = readFileSync(new URL('snmp.snmprec', folder), 'utf8')
const recorded = JSON.parse(readFileSync(new URL('api.json', folder), 'utf8')) as RecordedApi
const known = buildIndex([driver]).models.get('mikrotik_rb750gr3')!
const session = (changes: RecordedApi | null = {}): Replay =>
  replaySession(parseSnmprec(snmp, 'snmp.snmprec'), known, { api: changes && { ...recorded, ...changes } })

async function failure(work: Promise<unknown>): Promise<DeviceError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  assert.instance(error, DeviceError, String(error))
  return error as DeviceError
}

test('without a login: what SNMP tells is read there, the rest says what is lacking', async () => {
  const device = session(null)
  assert.equal(
    (await device.call(fdb, {})).map(({ mac_address: mac, vlan_id: vlan }) => [mac, vlan]).toSorted(),
    [
      ['02:00:00:00:0A:01', 10],
      ['02:00:00:00:0A:02', 1],
      ['02:00:00:5E:10:00', 1],
    ],
  )
  assert.is((await device.call(arps, {})).length, 1)
  assert.ok((await device.call(lldpInfo, {})).remotes.length > 0)
  for (const [module, args] of [
    [arpInfo, {}],
    [leaseInfo, {}],
    [vlans, {}],
    [simpleQueueInfo, {}],
    [addressListInfo, {}],
    [ctrlPortDescr, { interface: 'ether1', description: 'x' }],
  ] as const) {
    const error = await failure(device.call(module as never, args as never))
    assert.equal(
      [module.name, error.kind, /no login and password/.test(error.message)],
      [module.name, 'AuthFailed', true],
    )
  }
})

test('an API that refuses everybody leaves the MAC table to SNMP', async () => {
  const rows = await session({ '/system/identity': { trap: 'not enough permissions (9)' } }).call(fdb, {})
  assert.is(rows.length, 3)
})

test('neighbours that LLDP-MIB has not come from the API, and from the own table', async () => {
  const without = replaySession(
    parseSnmprec(
      snmp
        .split('\n')
        .filter(line => !line.startsWith('1.0.8802'))
        .join('\n'),
      'snmp.snmprec',
    ),
    known,
    {
      api: {
        ...recorded,
        '/ip/neighbor': [
          {
            '.id': '*1',
            interface: 'ether2,bridge1',
            address4: '192.0.2.44',
            'mac-address': '02:00:00:5E:20:01',
            identity: 'sw-44',
            'interface-name': 'Gi0/1',
            version: 'x',
          },
        ],
      },
    },
  )
  const { remotes } = await without.call(lldpInfo, {})
  assert.equal(
    remotes.map(({ loc_interface: own, rem_name: name, rem_mgmt_address: address }) => [
      own?.name,
      name,
      address,
    ]),
    [
      ['ether2', 'sw-44', '192.0.2.44'],
      ['ether2', 'mndp-only', '192.0.2.99'],
    ],
  )
})

test('filters: address, MAC in any notation, VLAN by id and by name, state, server', async () => {
  const device = session()
  const ips = async (args: object) => (await device.call(arpInfo, args)).map(({ ip }) => ip)
  assert.equal(await ips({ ip: '192.0.2.55,198.51.100.7' }), ['192.0.2.55', '198.51.100.7'])
  assert.equal(await ips({ mac: '0200.0000.0a01' }), ['192.0.2.55'])
  assert.equal(await ips({ vlan_id: 10, status: 'OK' }), ['192.0.2.1', '192.0.2.55', '192.0.2.56'])
  assert.equal(await ips({ vlan_name: 'ether1' }), ['198.51.100.7'])
  assert.equal(await ips({ interface: 'ether1' }), ['198.51.100.7'])
  assert.is((await failure(device.call(arpInfo, { interface: 'no\nsuch' }))).argument, 'interface')
  const leased = async (args: object) => (await device.call(leaseInfo, args)).map(({ _id }) => _id)
  assert.equal(await leased({ vlan_id: 10 }), ['*7', '*8'])
  assert.equal(await leased({ vlan_id: 11 }), [])
  assert.equal(await leased({ dhcp_server: 'dhcp10', mac: '02-00-00-00-0a-60' }), ['*8'])
  assert.equal(
    (await device.call(leaseInfo, { hide_server_detail: 'yes' })).map(({ extra }) => extra.server),
    [null, null, null],
  )
  assert.equal(
    (await device.call(simpleQueueInfo, { target: '192.0.2.55' })).map(({ name }) => name),
    ['client-17'],
  )
  assert.equal((await device.call(addressListInfo, { name: 'debtors' })).length, 1)
})

test('hostile descriptions, names and comments stay one value of one word', async () => {
  for (const text of [
    '=disabled=yes',
    '.tag=1',
    '?name=ether1',
    '"; /system reset-configuration',
    '[/system reboot]',
    '$(reboot)',
    'a\\nb',
  ]) {
    const device = session()
    assert.ok((await device.call(ctrlPortDescr, { interface: 'ether1', description: text })).verified)
    assert.equal(device.typed, [`/interface/set =.id=*1 =comment=${text}`])
    assert.ok(
      (
        await device.call(ctrlStaticArp, {
          action: 'add',
          ip: '192.0.2.91',
          vlan_name: 'vlan10',
          mac: '020000000091',
          comment: text,
        })
      ).verified,
    )
    assert.match(device.typed[1]!, `=comment=${text}`)
  }
  const device = session()
  for (const name of ['ether1 =disabled=yes', 'ether1\n/system/reboot', '*1', ''])
    assert.is(
      (await failure(device.call(ctrlPortState, { interface: name, state: 'disable' }))).kind,
      'BadArgument',
      name,
    )
  assert.is(
    (
      await failure(
        device.call(ctrlStaticArp, {
          action: 'add',
          ip: '192.0.2.91',
          vlan_name: 'vlan10" disabled=yes',
          mac: '020000000091',
        }),
      )
    ).argument,
    'vlan_name',
  )
  assert.equal(device.typed, [])
})

test('static entries: what is lacking, twice, gone, and not there', async () => {
  const device = session()
  const arp = (args: object) =>
    device.call(
      ctrlStaticArp,
      { action: 'add', ip: '192.0.2.91', vlan_id: 10, mac: '02:00:00:00:00:91', ...args } as never,
      { again: true },
    )
  assert.is((await failure(arp({ mac: undefined }))).argument, 'mac')
  assert.is((await failure(arp({ mac: 'nonsense' }))).argument, 'mac')
  assert.is((await failure(arp({ vlan_id: undefined }))).argument, 'vlan_id')
  assert.is((await failure(arp({ vlan_id: 4095 }))).argument, 'vlan_id')
  assert.is((await failure(arp({ vlan_id: 77 }))).argument, 'vlan_id')
  assert.equal(device.typed, [])
  assert.ok((await arp({})).verified)
  assert.match((await arp({})).evidence!, 'has this static ARP entry already')
  assert.is(device.typed.length, 1)
  assert.ok((await arp({ action: 'remove', mac: undefined })).verified)
  assert.is((await failure(arp({ action: 'remove' }))).argument, 'ip')
  // A dynamic entry is not removed, because the router would learn it again.
  assert.is((await failure(arp({ action: 'remove', ip: '192.0.2.55', mac: undefined }))).argument, 'ip')
  const lease = (args: object) =>
    device.call(
      ctrlStaticLease,
      { action: 'add', ip: '192.0.2.92', mac: '02:00:00:00:00:92', ...args } as never,
      { again: true },
    )
  assert.is((await failure(lease({}))).argument, 'dhcp_server')
  assert.is((await failure(lease({ dhcp_server: 'none' }))).argument, 'dhcp_server')
  assert.ok((await lease({ vlan_id: 10 })).verified)
  assert.match(device.typed.at(-1)!, '=server=dhcp10')
  assert.ok((await lease({ action: 'remove', dhcp_server: 'dhcp10' })).verified)
})

test('a change that the router took and does not show is NotApplied', async () => {
  const device = session()
  const stubborn: Replay = {
    ...device,
    routerOs: { ...device.routerOs, change: async () => '*99' },
  } as Replay
  const { run } = known.modules.get('ctrl_static_arp')!
  assert.is(
    (await failure(run(stubborn, { action: 'add', ip: '192.0.2.93', vlan_id: 10, mac: '020000000093' })))
      .kind,
    'NotApplied',
  )
})
