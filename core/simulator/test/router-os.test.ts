import type { ArgsOf, Module, ResultOf } from '@linecard/driver-kit'
import {
  addressListInfo,
  arpInfo,
  arpPing,
  arps,
  bgpSessions,
  clearCounters,
  clearIfaceCounters,
  ctrlPortDescr,
  ctrlPortState,
  ctrlStaticArp,
  ctrlStaticLease,
  dhcpServerInfo,
  fdb,
  interfaceDescriptions,
  interfaceInfo,
  interfaceVlanInfo,
  interfaceCounters,
  leaseInfo,
  linkInfo,
  lldpInfo,
  reboot,
  simpleQueueInfo,
  sysResources,
  system,
  vlans,
} from '@linecard/driver-kit/modules'
import mikrotik from '@linecard/driver-mikrotik'
import {
  createEquipment,
  memoryStore,
  settingsWith,
  type EquipmentService,
} from '@linecard/equipment/library'
import type { Target } from '@linecard/plugin-kit'
import { assert, suite, until } from '@linecard/test-kit'
import { fakeClock, startRouterOs, startScene, type RouterOsDevice } from '@linecard/simulator'

const test = suite('the simulated RouterOS')
const log = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  fatal() {},
  trace() {},
  child() {
    return log
  },
} as never
const clock = fakeClock()
let equipment!: EquipmentService
const devices: Record<6 | 7, RouterOsDevice> = {} as never
const ask = async <M extends Module>(
  version: 6 | 7,
  module: M,
  args: ArgsOf<M> = {} as ArgsOf<M>,
  more: Partial<Target> = {},
): Promise<ResultOf<M>> => {
  const { ip, port, api } = devices[version]
  const target: Target = {
    deviceId: version,
    ip,
    modelKey: 'mikrotik_rb4011',
    snmp: {
      version: '2c',
      port,
      timeoutMs: 5_000,
      retries: 2,
      community: 'public',
      writeCommunity: 'private',
    },
    routerOs: {
      port: api.port!,
      tls: false,
      login: 'admin',
      password: 'linecard',
      commandMs: 60_000,
      idleMs: 20_000,
      allowLegacy: false,
    },
    ...more,
  }
  return (await equipment.callByName(target, module.name, args, { from: 'device' })).data as ResultOf<M>
}
test.before(async () => {
  for (const version of [6, 7] as const)
    devices[version] = await startRouterOs({
      name: `ros-${version}`,
      ip: `127.32.6.${version}`,
      version,
      clock,
    })
  equipment = createEquipment({
    drivers: [mikrotik],
    log,
    store: memoryStore(),
    settings: settingsWith({ allow_loopback: true, networks: [] }),
  })
})
test.after(async () => {
  await equipment?.close()
  await Promise.all(Object.values(devices).map(device => device.stop()))
})

for (const version of [6, 7] as const) {
  test(`version ${version} is detected, and its API and SNMP show the same`, async () => {
    const { ip, port } = devices[version]
    assert.is(
      (
        await equipment.detect({
          deviceId: version,
          ip,
          modelKey: null,
          snmp: {
            version: '2c',
            port,
            timeoutMs: 5_000,
            retries: 2,
            community: 'public',
            writeCommunity: '',
          },
        })
      ).modelKey,
      'mikrotik_rb4011',
    )
    const [info, links] = [await ask(version, interfaceInfo), await ask(version, linkInfo)]
    assert.equal(
      info.map(row => [row.name, row.running, row.disabled, row.mac_address]),
      links.map(row => [
        row.interface.name,
        row.oper_status === 'Up',
        row.admin_state === 'Disabled',
        row.mac_address,
      ]),
    )
    assert.match((await ask(version, system)).board_software_ver!, new RegExp(`^${version}\\.`))
    assert.ok((await ask(version, sysResources)).memory!.util! > 10)
    const [byApi, bySnmp] = [await ask(version, arpInfo), await ask(version, arps)]
    assert.equal(
      byApi.map(row => [row.ip, row.mac, row.vlan_id]).toSorted(),
      bySnmp.map(row => [row.ip, row.mac, row.vlan_id]).toSorted(),
    )
    assert.ok(byApi.length > 5)
    const learnt = await ask(version, fdb)
    assert.ok(learnt.filter(row => row.vlan_id! > 1 && row.interface !== null).length > 5)
    // Without a login for the API, SNMP still gives the MAC table.
    const bare = await ask(version, fdb, {}, { deviceId: null, routerOs: undefined as never })
    assert.equal(
      new Set(
        bare.filter(row => row.status === 'LEARNED').map(row => `${row.mac_address} ${row.interface?.name}`),
      ),
      new Set(
        learnt
          .filter(row => row.status === 'LEARNED')
          .map(row => `${row.mac_address} ${row.interface?.name}`),
      ),
    )
  })
  test(`version ${version} shows leases, servers, lists, queues, VLANs, BGP`, async () => {
    const leases = await ask(version, leaseInfo)
    assert.ok(leases.some(row => row.dynamic) && leases.some(row => !row.dynamic))
    assert.ok(
      leases
        .filter(row => row.status === 'bound')
        .every(row => row.expires_at !== null && row.extra.server!.extra.vlan!.vlan_id! > 1),
    )
    assert.equal(
      (await ask(version, dhcpServerInfo)).map(row => row.name),
      ['dhcp100', 'dhcp200'],
    )
    assert.equal(
      (await ask(version, interfaceVlanInfo)).map(row => row.vlan_id),
      [100, 200],
    )
    assert.equal(
      (await ask(version, addressListInfo)).map(row => [row.name, row.created]),
      [['debtors', '2026-01-14 14:00:00']],
    )
    assert.ok((await ask(version, simpleQueueInfo)).length > 0)
    assert.equal(
      (await ask(version, vlans)).map(row => [
        row.id,
        row.ports!.untagged!.length > 0,
        row.ports!.tagged!.length > 1,
      ]),
      [
        [1, true, false],
        [100, false, true],
        [200, false, true],
      ],
    )
    const sessions = await ask(version, bgpSessions)
    assert.equal(
      sessions.map(row => [row.remote_address, row.remote_as]),
      [
        ['192.0.2.9', 64_513],
        ['198.51.100.9', 64_514],
      ],
    )
    assert.ok(sessions.some(row => row.established && row.uptime_sec! > 0 && row.prefix_count! > 0))
    assert.is((await ask(version, lldpInfo)).remotes.length, 0)
  })
  test(`version ${version}: IF-MIB shows a description and a state that the API sets, and IP-MIB shows static entries`, async () => {
    const { verified, evidence } = await ask(version, ctrlPortDescr, {
      interface: 'ether3',
      description: 'вулиця 4, = "кв" 12',
    })
    assert.equal([verified, evidence?.startsWith('/interface/set')], [true, true])
    assert.is(
      (await ask(version, interfaceDescriptions, { interface: 'ether3' }))[0]!.description,
      'вулиця 4, = "кв" 12',
    )
    assert.ok((await ask(version, ctrlPortState, { interface: 'ether3', state: 'disable' })).verified)
    const [link] = await ask(version, linkInfo, { interface: 'ether3' })
    assert.equal([link!.admin_state, link!.oper_status], ['Disabled', 'Down'])
    assert.ok((await ask(version, ctrlPortState, { interface: 'ether3', state: 'enable' })).verified)
    assert.ok(
      (
        await ask(version, ctrlStaticArp, {
          action: 'add',
          ip: '10.100.1.77',
          vlan_id: 100,
          mac: '0200.0000.0077',
          comment: 'a=b',
        })
      ).verified,
    )
    assert.equal(
      (await ask(version, arps, { ip: '10.100.1.77' })).map(row => [row.mac, row.vlan_id, row.status]),
      [['02:00:00:00:00:77', 100, 'Static']],
    )
    assert.ok((await ask(version, ctrlStaticArp, { action: 'remove', ip: '10.100.1.77' })).verified)
    assert.equal(await ask(version, arps, { ip: '10.100.1.77' }), [])
  })
  test(`version ${version}: a lease of an active host becomes static, and is removed again`, async () => {
    const held = (await ask(version, leaseInfo)).find(row => row.dynamic)!
    const [ip, mac] = [held.ip!, held.mac!]
    assert.match(
      (
        await ask(version, ctrlStaticLease, {
          action: 'add',
          ip,
          mac,
          dhcp_server: held.server!,
          comment: 'contract 1',
        })
      ).evidence!,
      'make-static',
    )
    assert.equal(
      (await ask(version, leaseInfo, { ip: ip })).map(row => [row.dynamic, row.comment, row.mac]),
      [[false, 'contract 1', mac]],
    )
    assert.ok((await ask(version, ctrlStaticLease, { action: 'remove', ip: ip })).verified)
    assert.equal(await ask(version, leaseInfo, { ip: ip }), [])
  })
}
test('an existing neighbour answers ARP, another address does not', async () => {
  const there = (await ask(7, arpInfo)).find(row => row.dynamic)
  const answers = await ask(7, arpPing, { ip: there!.ip, vlan_id: there!.vlan_id!, count: 2 })
  assert.equal(
    answers.map(row => [row.seq, row.status, row['packet-loss'], row.time! > 0]),
    [
      [0, null, 0, true],
      [1, null, 0, true],
    ],
  )
  // Without a VLAN, the networks of the router show where the address is.
  assert.equal(
    (await ask(7, arpPing, { ip: there!.ip, count: 1 })).map(row => row.received),
    [1],
  )
  assert.equal(
    (await ask(7, arpPing, { ip: '10.100.9.9', vlan_name: 'vlan100', count: 1 })).map(row => [
      row.status,
      row.received,
      row['packet-loss'],
    ]),
    [['timeout', 0, 100]],
  )
})
test('one session serves many calls', async () => {
  const before = devices[7].api.logins
  await Promise.all(
    [interfaceInfo, arpInfo, leaseInfo, bgpSessions].map(module => ask(7, module, {}, { deviceId: 70 })),
  )
  assert.ok(devices[7].api.logins - before <= 1, `${devices[7].api.logins - before} logins`)
})

test('counters in IF-MIB start from zero after the API clears them, and so does the uptime after a restart', async () => {
  clock.advance(3_600_000)
  const octets = async () =>
    new Map((await ask(6, interfaceCounters)).map(row => [row.interface.name, Number(row.in_octets)]))
  const before = await octets()
  assert.ok((await ask(6, clearIfaceCounters, { interface: 'ether1' })).verified)
  const after = await octets()
  assert.equal(
    [after.get('ether1')! < before.get('ether1')!, after.get('ether2') === before.get('ether2')],
    [true, true],
  )
  assert.ok((await ask(6, clearCounters)).verified)
  const { verified, evidence } = await ask(6, reboot)
  assert.equal([verified, evidence], [true, 'The device closed the session'])
  assert.is((await ask(6, system)).uptime_sec, '0')
})
test('in a scene: a cable to a switch, neighbours on both sides, and an API that stops with its device', async () => {
  const scene = await startScene(
    {
      vlans: [
        { id: 1, name: 'default' },
        { id: 300, name: 'voip' },
      ],
      devices: [
        { kind: 'router-os', name: 'mt', ip: '127.32.6.21', api: { port: 0, login: 'noc', password: 'pw' } },
        { kind: 'switch', name: 'sw', ip: '127.32.6.22', vendor: 'dlink', model: 'DES-3200-28/C1' },
      ],
      cables: [['mt:ether2', 'sw:25']],
    },
    { port: 0, clock },
  )
  const [router] = scene.devices
  const more = {
    deviceId: null,
    ip: router!.ip,
    snmp: {
      version: '2c' as const,
      port: router!.port,
      timeoutMs: 5_000,
      retries: 2,
      community: 'public',
      writeCommunity: '',
    },
    routerOs: {
      port: router!.api!.port!,
      tls: false,
      login: 'noc',
      password: 'pw',
      commandMs: 60_000,
      idleMs: 20_000,
      allowLegacy: false,
    },
  }
  const { remotes } = await ask(7, lldpInfo, {}, more)
  assert.equal(
    remotes.map(one => [one.loc_interface?.name, one.rem_name]),
    [['ether2', 'sw']],
  )
  assert.equal(
    (await ask(7, interfaceVlanInfo, {}, more)).map(one => one.vlan_id),
    [300],
  )
  await scene.stop()
  await until('the session of the API has ended', () => router!.api!.open === 0)
})
