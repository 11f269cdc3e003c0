import type { Peer } from '../../simulated/bgp-peer.ts'
import type { Item, Menu } from '../command.ts'
import type { RouterOsState } from '../state.ts'
import { idOf, routerOsDate, routerOsTime, yes } from '../values.ts'

interface Session {
  peer: Peer
  /** Position in the list of peers. */
  n: number
  up: boolean
  sinceMs: number
  /** Time since the session is established; 0 if it is not. */
  seconds: number
}

const sessionsOf = (router: RouterOsState): Session[] =>
  router.peers.map((peer, n) => {
    const now = router.clock.now()
    const { state, sinceMs } = peer.established.at(now)
    const up = peer.enabled && state
    return { peer, n, up, sinceMs, seconds: up ? Math.floor((now - sinceMs) / 1000) : 0 }
  })

const sessionItem = (router: RouterOsState, { peer, n, up, sinceMs, seconds }: Session): Item => ({
  '.id': idOf(0x2800001 + n),
  name: `upstream${n + 1}-1`,
  'remote.address': peer.remote,
  'remote.as': String(peer.as),
  'remote.afi': 'ip',
  'local.address': peer.local,
  'local.as': String(router.localAs),
  'local.role': 'ebgp',
  'output.procid': '20',
  'input.procid': '20',
  'routing-table': 'main',
  ebgp: '',
  multihop: yes(n === 1),
  'hold-time': '3m',
  'keepalive-time': '1m',
  'last-started': routerOsDate(sinceMs, router.version),
  ...(up && {
    'remote.id': peer.routerId,
    uptime: `${routerOsTime(seconds)}120ms`,
    'prefix-count': String(1200 + n),
    'local.messages': String(Math.floor(seconds / 60)),
    'remote.messages': String(Math.floor(seconds / 30)),
    established: 'true',
  }),
})

const connectionItem = (router: RouterOsState, peer: Peer, n: number): Item => ({
  '.id': idOf(n + 1),
  name: `upstream${n + 1}`,
  'remote.address': `${peer.remote}/32`,
  'remote.as': String(peer.as),
  'local.role': 'ebgp',
  as: String(router.localAs),
  'input.filter': 'bgp-in',
  'output.filter-chain': 'bgp-out',
  disabled: yes(!peer.enabled),
})

const peerItem = ({ peer, n, up, seconds }: Session): Item => ({
  '.id': idOf(n + 1),
  name: `upstream${n + 1}`,
  instance: 'default',
  'remote-address': peer.remote,
  'remote-as': String(peer.as),
  'tcp-md5-key': '',
  'nexthop-choice': 'default',
  multihop: yes(n === 1),
  'route-reflect': 'false',
  'hold-time': '3m',
  ttl: 'default',
  'in-filter': 'bgp-in',
  'out-filter': 'bgp-out',
  'address-families': 'ip',
  ...(up && {
    'remote-id': peer.routerId,
    'local-address': peer.local,
    uptime: routerOsTime(seconds),
    'prefix-count': String(1200 + n),
    'updates-sent': '33',
    'updates-received': String(Math.floor(seconds / 40)),
    'used-hold-time': '3m',
  }),
  state: up ? 'established' : peer.enabled ? 'active' : 'idle',
  established: yes(up),
  disabled: yes(!peer.enabled),
})

/** Version 7 has `/routing/bgp/session` and `connection`, version 6 has `/routing/bgp/peer`. */
export const bgpMenus = (router: RouterOsState): Record<string, Menu> =>
  router.version === 7
    ? {
        '/routing/bgp/session': {
          items: () =>
            sessionsOf(router)
              .filter(({ peer }) => peer.enabled)
              .map(session => sessionItem(router, session)),
        },
        '/routing/bgp/connection': {
          items: () => router.peers.map((peer, n) => connectionItem(router, peer, n)),
        },
      }
    : { '/routing/bgp/peer': { items: () => sessionsOf(router).map(peerItem) } }
