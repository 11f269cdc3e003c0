import { implement, type Implementation } from '../contract/implementation.ts'
import type { Session } from '../contract/session.ts'
import { bgpInfo, bgpPeers, bgpSessions } from '../modules/index.ts'
import { ipOf } from '../codecs/index.ts'
import { oidParts } from '../oid.ts'
import { counter, enumeration, integer, ip, octets, readScalars, readTable, table } from '../table/index.ts'
import { durationText } from './duration.ts'

const entry = '1.3.6.1.2.1.15.3.1'
/** BGP4-MIB (RFC 4273). bgpVersion: bit 0 of the first octet is version 1. */
const local = table({
  versions: octets('1.3.6.1.2.1.15.1.0'),
  local_as: integer('1.3.6.1.2.1.15.2.0'),
  identifier: ip('1.3.6.1.2.1.15.4.0'),
})
/** bgpPeerTable; index: the neighbour's IPv4 address. */
const peers = table({
  identifier: ip(`${entry}.1`),
  state: enumeration(`${entry}.2`, {
    1: 'idle',
    2: 'connect',
    3: 'active',
    4: 'opensent',
    5: 'openconfirm',
    6: 'established',
  }),
  admin: enumeration(`${entry}.3`, { 1: 'disabled', 2: 'enabled' }),
  version: integer(`${entry}.4`, { none: [0] }),
  localAddress: ip(`${entry}.5`),
  localPort: integer(`${entry}.6`, { none: [0] }),
  remotePort: integer(`${entry}.8`, { none: [0] }),
  // AS numbers are Unsigned32 in newer agents, Integer32 in older ones, negative above 2^31.
  remoteAs: integer(`${entry}.9`),
  inUpdates: counter(`${entry}.10`),
  outUpdates: counter(`${entry}.11`),
  lastError: octets(`${entry}.14`),
  since: integer(`${entry}.16`),
  holdTime: integer(`${entry}.18`, { none: [0] }),
})

const real = (address: string | null): string | null => (address === '0.0.0.0' ? null : address)
const unsigned = (value: number | null): number | null =>
  value === null ? null : value < 0 ? value + 2 ** 32 : value
const whole = (value: number | string | null): number | null => (value === null ? null : Number(value))
/** Highest version whose bit is set. */
const highestVersion = (versions: Buffer | null): number | null =>
  versions?.[0] ? 8 - Math.log2(versions[0] & -versions[0]) : null
/** Error code and subcode of RFC 4271 §4.5; null for none. */
const errorText = (error: Buffer | null): string | null =>
  error && error.length >= 2 && (error[0] || error[1]) ? `${error[0]}.${error[1]}` : null

async function readPeers(session: Session) {
  return [...(await readTable(session, peers))].flatMap(([index, row]) => {
    const address = ipOf(oidParts(index).slice(-4))
    if (address === null) return []
    return [
      {
        ...row,
        address,
        identifier: real(row.identifier),
        localAddress: real(row.localAddress),
        remoteAs: unsigned(row.remoteAs),
      },
    ]
  })
}

const source = 'BGP4-MIB'

/** bgp_info, bgp_peers and bgp_sessions from BGP4-MIB (IPv4 neighbours). */
export const bgp4 = (): Implementation[] => [
  implement(
    bgpInfo,
    async session => {
      const row = await readScalars(session, local)
      return {
        version: highestVersion(row.versions),
        local_as: unsigned(row.local_as) || null,
        identifier: real(row.identifier),
      }
    },
    { source },
  ),
  implement(
    bgpPeers,
    async session =>
      (await readPeers(session)).map(row => ({
        identifier: row.identifier,
        state: row.state,
        admin_status: row.admin,
        negotiated_version: row.version,
        local_addr: row.localAddress,
        local_port: row.localPort,
        remote_addr: row.address,
        remote_port: row.remotePort,
        remote_as: row.remoteAs,
        last_error: errorText(row.lastError),
        established_time: row.since,
        in_updates: row.inUpdates,
        out_updates: row.outUpdates,
      })),
    { source },
  ),
  implement(
    bgpSessions,
    async (session, args) =>
      (await readPeers(session))
        .filter(
          ({ address }) =>
            (args._id === undefined || args._id === address) &&
            (args.name === undefined || args.name === address),
        )
        .map(row => {
          const established = row.state === null ? null : row.state === 'established'
          const uptime = established ? row.since : null
          return {
            _id: row.address,
            name: row.address,
            remote_address: row.address,
            remote_as: row.remoteAs,
            remote_id: row.identifier,
            local_address: row.localAddress,
            hold_time: row.holdTime,
            instance: null,
            nexthop_choice: null,
            multihop: null,
            route_reflect: null,
            ttl: null,
            in_filter: null,
            out_filter: null,
            address_families: null,
            uptime: uptime === null ? null : durationText(uptime),
            uptime_sec: uptime,
            started_at: null,
            prefix_count: null,
            updates_sent: whole(row.outUpdates),
            updates_received: whole(row.inUpdates),
            state: row.state,
            established,
            disabled: row.admin === null ? null : row.admin === 'disabled',
            comment: null,
          }
        }),
    { source },
  ),
]
