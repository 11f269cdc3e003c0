import { Status } from '../../snmp/pdu.ts'
import {
  type Subtree,
  type Write,
  address,
  counter32,
  gauge,
  int,
  octets,
  scalars,
  table,
} from '../columns.ts'
import type { Peer } from '../bgp-peer.ts'

const up = (peer: Peer, now: number) => peer.enabled && peer.established.at(now).state
const seconds = (peer: Peer, now: number) => Math.floor((now - peer.established.at(now).sinceMs) / 1000)
const messages = (peer: Peer, now: number) => peer.established.activeMs(now) / 30_000
const enable: Write<Peer> = (peer, value) => {
  if (value !== 1 && value !== 2) return Status.badValue
  peer.enabled = value === 2
  return 0
}

/** BGP4-MIB (RFC 4273). bgpPeerState: 6 established, 3 active, 1 idle. */
export const bgp = (localAs: number, routerId: string, peers: readonly Peer[]): Subtree =>
  function* (listing) {
    yield* scalars(listing, '1.3.6.1.2.1.15', {
      1: octets(() => Buffer.from([0x10])),
      2: int(() => localAs),
      4: address(() => routerId),
    })
    yield* table(
      listing,
      '1.3.6.1.2.1.15.3.1',
      peers.map(peer => [peer.remote, peer] as const),
      {
        1: address((peer, now) => (up(peer, now) ? peer.routerId : '0.0.0.0')),
        2: int((peer, now) => (!peer.enabled ? 1 : up(peer, now) ? 6 : 3)),
        3: int(peer => (peer.enabled ? 2 : 1), enable),
        4: int((peer, now) => (up(peer, now) ? 4 : 0)),
        5: address(peer => peer.local),
        6: int((peer, now) => (up(peer, now) ? 179 : 0)),
        7: address(peer => peer.remote),
        8: int((peer, now) => (up(peer, now) ? 41_000 + (peer.as % 1000) : 0)),
        9: int(peer => peer.as),
        10: counter32((peer, now) => messages(peer, now) * 3),
        11: counter32((peer, now) => messages(peer, now) / 9),
        12: counter32((peer, now) => messages(peer, now) * 4),
        13: counter32(messages),
        14: octets((peer, now) => Buffer.from(up(peer, now) ? [0, 0] : [4, 0])),
        15: counter32((peer, now) => (peer.established.before(now) ? 2 : 1)),
        16: gauge((peer, now) => (up(peer, now) ? seconds(peer, now) : 0)),
      },
    )
  }
