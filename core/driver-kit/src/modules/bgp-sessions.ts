import { Type as T } from 'typebox'
import { defineModule } from '../define.ts'
import { booleanOrNull, closed, integerOrNull, textOrNull } from './shapes.ts'

/** BGP sessions of RouterOS, and of other routers in the same words. */
export const bgpSessions = defineModule({
  name: 'bgp_sessions',
  kind: 'read',
  permission: 'device_show',
  summary: 'BGP sessions',
  args: closed({ _id: T.Optional(T.String()), name: T.Optional(T.String()) }),
  result: T.Array(closed({
    _id: T.String({ description: 'RouterOS id, elsewhere the neighbour\'s address' }),
    name: T.String({ description: 'Name of the session' }),
    instance: textOrNull('BGP instance'),
    remote_address: T.String({ description: 'Neighbour\'s address' }),
    remote_as: integerOrNull('Neighbour\'s AS number'),
    remote_id: textOrNull('Neighbour\'s BGP identifier'),
    local_address: textOrNull('Own address'),
    nexthop_choice: textOrNull('RouterOS nexthop-choice'),
    multihop: booleanOrNull('The neighbour may be more than one hop away'),
    route_reflect: booleanOrNull('The neighbour is a route reflector client'),
    hold_time: integerOrNull('Hold time in use, seconds'),
    ttl: textOrNull('Time to live, or default'),
    in_filter: textOrNull('Filter of incoming routes'),
    out_filter: textOrNull('Filter of outgoing routes'),
    address_families: textOrNull('Address families, comma list'),
    uptime: textOrNull('Time in the established state as text'),
    uptime_sec: integerOrNull('Time in the established state, seconds'),
    started_at: textOrNull('When the session was established, RFC 3339'),
    prefix_count: integerOrNull('Prefixes received'),
    updates_sent: integerOrNull('UPDATE messages sent'),
    updates_received: integerOrNull('UPDATE messages received'),
    state: textOrNull('State of the session: idle connect active opensent openconfirm established'),
    established: T.Boolean(),
    disabled: booleanOrNull('Switched off by people'),
    comment: textOrNull('Comment'),
  })),
  example: [{
    _id: '*1', name: 'upstream', instance: 'default', remote_address: '192.0.2.9', remote_as: 64513, remote_id: '192.0.2.9', local_address: '192.0.2.1', nexthop_choice: null,
    multihop: false, route_reflect: false, hold_time: 180, ttl: 'default', in_filter: null, out_filter: null, address_families: 'ip', uptime: '1d 0h 0min 12sec', uptime_sec: 86412,
    started_at: '2026-01-01T00:00:00.000Z', prefix_count: 850000, updates_sent: 33, updates_received: 120, state: 'established', established: true, disabled: false, comment: null,
  }],
})
