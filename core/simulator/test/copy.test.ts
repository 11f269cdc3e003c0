import type { Interface, InterfaceRef } from '@linecard/driver-kit/modules'
import { assert, suite, until } from '@linecard/test-kit'
import {
  copiedMakers,
  copyOf,
  identOf,
  identText,
  isOnline,
  registerOnu,
  type SimulatedOlt,
  type SimulatedSwitch,
  type StoredAnswers,
} from '@linecard/simulator'

/** Living copies from stored answers, as drivers give them. */
const test = suite('copies of devices')
const ip = '127.8.31.1'

const pon = (slot: number, port: number): Interface => ({
  id: 10_000_000 + slot * 100_000 + port * 1000,
  name: `gpon_1/${slot}/${port}`,
  type: 'PON',
  parent: null,
  if_index: 285_000_000 + slot * 256 + port,
  _slot: slot,
  _port: port,
  pontype: 'gpon',
})
const onu = (port: Interface, number: number): Interface => ({
  id: port.id + number,
  name: `${port.name.replace('gpon_', 'gpon-onu_')}:${number}`,
  type: 'ONU',
  parent: port.id,
  if_index: null,
  _onu: number,
})
const refOf = ({ id, name, type, parent, if_index }: Interface): InterfaceRef => ({
  id,
  name,
  type,
  parent,
  if_index,
})
const uplink: Interface = {
  id: 10_401_000,
  name: 'xgei_1/4/1',
  type: 'ETH',
  parent: null,
  if_index: 285_279_233,
  _slot: 4,
  _port: 1,
}
const ports = [pon(2, 1), pon(2, 2), pon(5, 16)]
const onus = [onu(ports[0]!, 1), onu(ports[0]!, 7), onu(ports[2]!, 3)]
const serials = ['ZTEGC0000001', 'ZTEGC0000002', 'HWTCA7B1C662']
const answers: StoredAnswers = {
  interfaces_list: [...ports, uplink, ...onus],
  pon_onts_status: onus.map((row, at) => ({
    interface: refOf(row),
    status: (['Online', 'LOS', 'Disabled'] as const)[at]!,
    bind_status: null,
    admin_state: null,
  })),
  pon_onts_serial: onus.map((row, at) => ({
    interface: refOf(row),
    serial: serials[at]!,
    _serial_hex: identOf(serials[at]!)!.toString('hex').toUpperCase(),
  })),
  interface_descriptions: [
    { interface: refOf(ports[1]!), description: 'Garden st.' },
    { interface: refOf(onus[1]!), description: 'c-7', _description: 'c-7', _name: 'flat 7' },
  ],
  link_info: [],
  vlans: [{ id: 301, name: 'office', status: null, ports: null }],
  unregistered_onts: [
    {
      interface: ports[1]!,
      _ident: 'ZTEGC00000AA',
      serial: 'ZTEGC00000AA',
      mac_address: null,
      password: null,
      model: 'F670L',
      version: null,
      fw_version: null,
      equipment_id: null,
      loid: null,
      reg_time: null,
      type: 'gpon',
    },
  ],
}
const stored = { name: 'olt 1', maker: 'zte', model: 'ZTE C320 (FW 2.1)', answers }

test('ports, ONUs with number, ident, state and texts, and unregistered ONUs are those of the OLT', () => {
  const copy = copyOf(stored, ip)!
  const olt = copy.device as SimulatedOlt
  assert.is(copy.model, 'C320')
  assert.is(olt.identity.sysName, 'olt-1')
  for (const { name } of [...ports, uplink])
    assert.ok(
      olt.ports.some(({ ifName }) => ifName === name),
      name,
    )
  assert.equal(
    olt.onus.map(one => [one.port.ifName, one.id, identText(one.serial), one.state.at(olt.now()).state]),
    [
      ['gpon_1/2/1', 1, serials[0], 'Online'],
      ['gpon_1/2/1', 7, serials[1], 'LOS'],
      ['gpon_1/5/16', 3, serials[2], 'Disabled'],
    ],
  )
  assert.equal([olt.onus[1]!.name, olt.onus[1]!.description], ['flat 7', 'c-7'])
  assert.is(olt.ports.find(({ ifName }) => ifName === ports[1]!.name)!.alias, 'Garden st.')
  assert.equal(olt.vlans, [
    { id: 1, name: 'default' },
    { id: 301, name: 'office' },
  ])
  assert.equal(
    olt.found.map(one => [identText(one.serial), one.port.ifName, one.type]),
    [['ZTEGC00000AA', 'gpon_1/2/2', 'F670L']],
  )
})

test('an ONU that waits can be registered on the copy, and comes online', async () => {
  const olt = copyOf(stored, ip)!.device as SimulatedOlt
  const [waiting] = olt.found
  const made = registerOnu(olt, { port: waiting!.port, serial: waiting!.serial }, olt.now())
  if (typeof made === 'string') throw new Error(made)
  // Its time runs ten times as fast: ranging takes five seconds.
  await until('it is online', () => isOnline(made, olt.now()))
})

test('what cannot be copied is told', () => {
  const epon = { ...pon(7, 1), name: 'epon_1/7/1', pontype: 'epon' as const }
  const lost = [onu(epon, 1), onu(ports[0]!, 999), onu(ports[0]!, 9)]
  const { not_copied } = copyOf({ ...stored, answers: { interfaces_list: [...ports, epon, ...lost] } }, ip)!
  assert.equal(
    not_copied.map(({ what }) => what),
    [
      '1 PON ports',
      'VLANs',
      '2 ONUs',
      'idents of 1 ONUs',
      'states of 1 ONUs',
      'unregistered ONUs',
      'profiles',
      'services of ONUs (T-CONTs, GEM ports, service ports) and Ethernet ports of ONUs',
    ],
  )
})

test('the console of a copy knows the stored profiles, and no others', () => {
  const kinds = ['srv', 'dba', 'sla', 'flow', 'uniport', 'alarm', 'optical_alarm', 'vlan', 'line', 'remote']
  const none = Object.fromEntries(kinds.map(kind => [kind, null]))
  const { device, not_copied } = copyOf(
    {
      ...stored,
      answers: {
        ...answers,
        pon_profiles: {
          ...(none as Record<'srv', null>),
          tcont: [{ id: null, name: 'OWN-50M', _pir: 51_200 }],
          traffic: [],
        } as unknown as NonNullable<StoredAnswers['pon_profiles']>,
      },
    },
    ip,
  )!
  const olt = device as SimulatedOlt
  assert.equal(olt.configuration.lines('profile tcont'), ['OWN-50M type 4 maximum 51200'])
  assert.equal(olt.configuration.lines('profile traffic'), [])
  assert.not(not_copied.some(({ what }) => what === 'profiles'))
})

test('16,384 ONUs are copied, and no more', () => {
  const many = [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap(slot =>
    Array.from({ length: 16 }, (_, at) => pon(slot, at + 1)),
  )
  const all = many.flatMap(port => Array.from({ length: 128 }, (_, at) => onu(port, at + 1)))
  const { device, not_copied } = copyOf({ ...stored, answers: { interfaces_list: [...many, ...all] } }, ip)!
  assert.is((device as SimulatedOlt).onus.length, 16_384)
  assert.is(not_copied.find(({ why }) => why.includes('at most'))!.what, `${all.length - 16_384} ONUs`)
})

const port = (number: number): Interface => ({
  id: number,
  name: `1/${number}`,
  type: 'ETH',
  parent: null,
  if_index: number,
  descr: `D-Link Port ${number}`,
})

test('a switch keeps its ports, admin states, descriptions, PVID and VLANs', () => {
  const list = [1, 2, 3].map(port)
  const refs = list.map(refOf)
  const copy = copyOf(
    {
      name: 'sw',
      maker: 'dlink',
      model: 'D-Link DES-3200-10/C1',
      answers: {
        interfaces_list: list,
        link_info: refs.map((row, at) => ({
          interface: row,
          oper_status: null,
          admin_state: at === 1 ? 'Disabled' : 'Enabled',
          nway_status: null,
          speed_mbps: null,
          duplex: null,
          medium_type: null,
          type: 'ETH',
          description: at === 0 ? 'flat 1' : '',
          connector_present: null,
          address_learning: null,
          last_change: null,
          last_change_sec: null,
          mtu: null,
          mac_address: null,
        })),
        vlans: [
          { id: 1, name: 'default', status: null, ports: null },
          {
            id: 301,
            name: 'office',
            status: null,
            ports: { egress: refs, untagged: [refs[0]!], tagged: [refs[2]!], forbidden: null },
          },
        ],
        pvid: refs.map((row, at) => ({ interface: row, pvid: at === 0 ? 301 : 1 })),
      },
    },
    ip,
  )!
  const { control } = copy.device as SimulatedSwitch
  assert.is(copy.model, 'DES-3200-10/C1')
  assert.equal(
    control.ports.map(one => [one.ifIndex, one.alias, one.cable.admin(one.end), one.pvid, one.mode]),
    [
      [1, 'flat 1', true, 301, 'access'],
      [2, '', false, 1, 'access'],
      [3, '', true, 1, 'trunk'],
    ],
  )
  assert.equal([control.ports[0]!.untagged, control.ports[2]!.tagged], [[301], [301]])
  assert.is(control.unsaved, false)
})

test('makers without a living model, and devices that were never read, have no copy', () => {
  assert.is(copyOf({ ...stored, maker: 'nokia' }, ip), null)
  assert.is(copyOf({ ...stored, answers: {} }, ip), null)
  assert.is(copyOf({ ...stored, maker: 'mikrotik', answers: { interfaces_list: [port(1)] } }, ip), null)
  assert.equal(copiedMakers.olt, ['bdcom', 'cdata', 'huawei', 'vsol', 'zte'])
  assert.equal(copiedMakers.switch, ['cisco', 'dlink', 'eltex', 'huawei', 'juniper'])
})
