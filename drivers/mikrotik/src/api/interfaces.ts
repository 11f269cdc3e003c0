import { implement, type Implementation } from '@linecard/driver-kit'
import { parseMac } from '@linecard/driver-kit/codecs'
import { interfaceInfo, interfaceVlanInfo, vlanIdsOf } from '@linecard/driver-kit/modules'
import { clockOffset } from './device.ts'
import { counterOf, flagOf, integerOf, textOf, timeOf } from './values.ts'

const fields = [
  '.id',
  'name',
  'type',
  'mtu',
  'actual-mtu',
  'mac-address',
  'last-link-up-time',
  'link-downs',
  'rx-byte',
  'tx-byte',
  'rx-packet',
  'tx-packet',
  'rx-drop',
  'tx-drop',
  'running',
  'disabled',
  'comment',
]

/** interface_info: `/interface` with its counters. */
export const interfaceRows = (): Implementation =>
  implement(interfaceInfo, async (session, { name }) => {
    const rows = await session.routerOs.print('/interface', {
      fields,
      ...(name === undefined ? {} : { where: { name } }),
    })
    const offset = await clockOffset(session)
    return rows.map(row => ({
      _id: row['.id'] ?? '',
      name: row['name'] ?? '',
      type: row['type'] ?? '',
      mtu: integerOf(row, 'mtu'),
      actual_mtu: integerOf(row, 'actual-mtu'),
      mac_address: parseMac(row['mac-address'] ?? ''),
      last_link_up_time: timeOf(row['last-link-up-time'], offset) ?? textOf(row, 'last-link-up-time'),
      link_downs: integerOf(row, 'link-downs'),
      rx_byte: counterOf(row, 'rx-byte'),
      tx_byte: counterOf(row, 'tx-byte'),
      rx_packet: counterOf(row, 'rx-packet'),
      tx_packet: counterOf(row, 'tx-packet'),
      rx_drop: counterOf(row, 'rx-drop'),
      tx_drop: counterOf(row, 'tx-drop'),
      running: flagOf(row, 'running'),
      disabled: flagOf(row, 'disabled'),
      comment: textOf(row, 'comment'),
    }))
  })

/** interface_vlan_info: `/interface/vlan`. */
export const vlanInterfaces = (): Implementation =>
  implement(interfaceVlanInfo, async (session, { name, vlan_id: wanted }) => {
    const ids = vlanIdsOf(wanted)
    const rows = await session.routerOs.print(
      '/interface/vlan',
      name === undefined ? {} : { where: { name } },
    )
    return rows
      .map(row => ({
        vlan_id: integerOf(row, 'vlan-id'),
        name: row['name'] ?? '',
        interface: textOf(row, 'interface'),
        disabled: flagOf(row, 'disabled'),
        arp: textOf(row, 'arp'),
        comment: textOf(row, 'comment'),
      }))
      .filter(({ vlan_id: id }) => !ids || (id !== null && ids.has(id)))
  })
