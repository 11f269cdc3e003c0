import { implement, type Implementation, type ResultOf } from '@linecard/driver-kit'
import { parseMac } from '@linecard/driver-kit/codecs'
import { dhcpServerInfo, leaseInfo, listOf, macsOf, vlanIdsOf } from '@linecard/driver-kit/modules'
import { vlanIdByName } from './arp.ts'
import { flagOf, secondsOf, textOf } from './values.ts'

/** dhcp_server_info: `/ip/dhcp-server`, with the VLAN of its interface. */
export const dhcpServers = (): Implementation =>
  implement(dhcpServerInfo, async (session, { name, vlan_id: wanted, vlan_name: vlanName }) => {
    const ids = vlanIdsOf(wanted)
    const [rows, vlans] = await Promise.all([
      session.routerOs.print('/ip/dhcp-server', name === undefined ? {} : { where: { name } }),
      vlanIdByName(session),
    ])
    return rows
      .map(row => {
        const on = row['interface'] ?? ''
        return {
          name: row['name'] ?? '',
          interface: on,
          lease_time: secondsOf(row['lease-time']),
          address_pool: textOf(row, 'address-pool'),
          disabled: flagOf(row, 'disabled'),
          extra: { vlan: vlans.has(on) ? { vlan_id: vlans.get(on) ?? null, name: on } : null },
        }
      })
      .filter(
        ({ interface: on, extra: { vlan } }) =>
          (!ids || (vlan?.vlan_id != null && ids.has(vlan.vlan_id))) &&
          (vlanName === undefined || on === vlanName),
      )
  })

/** lease_info: `/ip/dhcp-server/lease`. One read of the servers is enough for all leases. */
export const leases = (): Implementation =>
  implement(leaseInfo, async (session, args) => {
    const [ips, macs] = [listOf(args.ip), macsOf(args.mac)]
    const ofVlan = args.vlan_id !== undefined || args.vlan_name !== undefined
    const hidden = args.hide_server_detail === 'yes'
    const servers =
      hidden && !ofVlan
        ? []
        : await session.call(dhcpServerInfo, {
            ...(args.vlan_id === undefined ? {} : { vlan_id: args.vlan_id }),
            ...(args.vlan_name === undefined ? {} : { vlan_name: args.vlan_name }),
          })
    const byName = new Map(servers.map(server => [server.name, server]))
    const rows = await session.routerOs.print(
      '/ip/dhcp-server/lease',
      args.dhcp_server === undefined ? {} : { where: { server: args.dhcp_server } },
    )
    return rows
      .map((row): ResultOf<typeof leaseInfo>[number] => {
        const [_id, server, left] = [row['.id'] ?? '', textOf(row, 'server'), secondsOf(row['expires-after'])]
        return {
          _id,
          host_name: textOf(row, 'host-name'),
          ip: textOf(row, 'address') ?? textOf(row, 'active-address'),
          mac: parseMac(row['mac-address'] ?? row['active-mac-address'] ?? ''),
          status: textOf(row, 'status'),
          radius: flagOf(row, 'radius'),
          dynamic: flagOf(row, 'dynamic'),
          blocked: flagOf(row, 'blocked'),
          disabled: flagOf(row, 'disabled'),
          lease_time: secondsOf(row['lease-time']),
          last_seen: secondsOf(row['last-seen']),
          expires_at: left === null ? null : new Date(Date.now() + left * 1000).toISOString(),
          server: server === 'all' ? null : server,
          comment: textOf(row, 'comment'),
          extra: {
            id: _id,
            client_id: textOf(row, 'client-id'),
            server: hidden || server === null ? null : (byName.get(server) ?? null),
          },
        }
      })
      .filter(
        ({ ip, mac, server }) =>
          (!ips || (ip !== null && ips.includes(ip))) &&
          (!macs || (mac !== null && macs.has(mac))) &&
          (!ofVlan || (server !== null && byName.has(server))),
      )
  })
