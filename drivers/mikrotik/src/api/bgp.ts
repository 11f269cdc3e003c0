import {
  implement,
  type Implementation,
  type ResultOf,
  type RouterOsRow,
  type Session,
} from '@linecard/driver-kit'
import { bgpSessions } from '@linecard/driver-kit/modules'
import { clockOffset, majorVersion } from './device.ts'
import { durationOf, flagOf, integerOf, secondsOf, textOf, timeOf } from './values.ts'

type BgpRow = ResultOf<typeof bgpSessions>[number]

const since = (sec: number | null): string | null =>
  sec === null ? null : new Date(Date.now() - sec * 1000).toISOString()

/**
 * `/routing/bgp/session` (version 7). Properties of the two sides begin with `remote.` and `local.`. The
 * only state with a name is established.
 */
function session7(row: RouterOsRow, offset: number | null): BgpRow {
  const established = flagOf(row, 'established') === true
  const uptime = established ? secondsOf(row['uptime']) : null
  return {
    _id: row['.id'] ?? '',
    name: row['name'] ?? '',
    instance: textOf(row, 'instance'),
    remote_address: row['remote.address'] ?? '',
    remote_as: integerOf(row, 'remote.as'),
    remote_id: textOf(row, 'remote.id'),
    local_address: textOf(row, 'local.address'),
    nexthop_choice: textOf(row, 'nexthop-choice'),
    multihop: flagOf(row, 'multihop'),
    route_reflect: textOf(row, 'local.role') === null ? null : row['local.role'] === 'ibgp-rr',
    hold_time: secondsOf(row['hold-time']),
    ttl: null,
    in_filter: textOf(row, 'input.filter'),
    out_filter: textOf(row, 'output.filter-chain'),
    address_families: textOf(row, 'remote.afi') ?? textOf(row, 'local.afi'),
    uptime: durationOf(uptime),
    uptime_sec: uptime,
    started_at: established ? (timeOf(row['last-started'], offset) ?? since(uptime)) : null,
    prefix_count: integerOf(row, 'prefix-count'),
    updates_sent: null,
    updates_received: null,
    state: established ? 'established' : null,
    established,
    disabled: row['stopped'] === undefined ? null : row['stopped'] !== 'false',
    comment: textOf(row, 'comment'),
  }
}

/** `/routing/bgp/peer` (version 6). */
function peer6(row: RouterOsRow): BgpRow {
  const established = flagOf(row, 'established') === true || row['state'] === 'established'
  const uptime = established ? secondsOf(row['uptime']) : null
  return {
    _id: row['.id'] ?? '',
    name: row['name'] ?? '',
    instance: textOf(row, 'instance'),
    remote_address: row['remote-address'] ?? '',
    remote_as: integerOf(row, 'remote-as'),
    remote_id: textOf(row, 'remote-id'),
    local_address: textOf(row, 'local-address'),
    nexthop_choice: textOf(row, 'nexthop-choice'),
    multihop: flagOf(row, 'multihop'),
    route_reflect: flagOf(row, 'route-reflect'),
    hold_time: secondsOf(row['used-hold-time']) ?? secondsOf(row['hold-time']),
    ttl: textOf(row, 'ttl'),
    in_filter: textOf(row, 'in-filter'),
    out_filter: textOf(row, 'out-filter'),
    address_families: textOf(row, 'address-families'),
    uptime: durationOf(uptime),
    uptime_sec: uptime,
    started_at: since(uptime),
    prefix_count: integerOf(row, 'prefix-count'),
    updates_sent: integerOf(row, 'updates-sent'),
    updates_received: integerOf(row, 'updates-received'),
    state: textOf(row, 'state'),
    established,
    disabled: flagOf(row, 'disabled'),
    comment: textOf(row, 'comment'),
  }
}

async function readSessions(session: Session): Promise<BgpRow[]> {
  if (((await majorVersion(session)) ?? 7) < 7)
    return (await session.routerOs.print('/routing/bgp/peer')).map(peer6)
  const [rows, offset] = await Promise.all([
    session.routerOs.print('/routing/bgp/session'),
    clockOffset(session),
  ])
  return rows.map(row => session7(row, offset))
}

/** bgp_sessions: `/routing/bgp/session`, or `/routing/bgp/peer` in version 6. */
export const bgpRows = (): Implementation =>
  implement(bgpSessions, async (session, { _id: id, name }) =>
    (await readSessions(session)).filter(
      row => (id === undefined || row._id === id) && (name === undefined || row.name === name),
    ),
  )
