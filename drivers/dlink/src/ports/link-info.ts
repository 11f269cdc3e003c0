import {
  implement,
  pick,
  readRows,
  readWhole,
  type Columns,
  type Implementation,
  type ResultOf,
  type Session,
  type ValueOf,
} from '@linecard/driver-kit'
import { ifLinkModules, interfacesFor, nwayStatus, type InterfaceArg } from '@linecard/driver-kit/builders'
import { linkInfo } from '@linecard/driver-kit/modules'
import type { Medium, Params, PortColumns } from '../params.ts'
import { media } from './layouts.ts'

type Link = ResultOf<typeof linkInfo>[number]
type PortRow = { [K in keyof PortColumns]?: ValueOf<NonNullable<PortColumns[K]>> | null } & {
  medium: Medium | null
}

/**
 * Rows of the model's own port tables by ifIndex, one for each medium. `knowsAdmin`: they have their own
 * administrative states, though not all may have arrived.
 */
async function readPorts(
  session: Session<Params>,
  wanted?: InterfaceArg,
): Promise<{ byPort: Map<number, PortRow[]>; knowsAdmin: boolean }> {
  const ports = session.model.params?.ports
  const byPort = new Map<number, PortRow[]>()
  if (!ports) return { byPort, knowsAdmin: false }
  const columns: Columns = { ...ports.columns }
  const [one] = wanted === undefined ? [] : await interfacesFor(session, wanted)
  if (one && one.if_index === null) return { byPort, knowsAdmin: false }
  const { rows, lost } = !one
    ? await readWhole(session, columns)
    : ports.byPort
      ? { rows: await readRows(session, columns, [String(one.if_index)]), lost: new Set() }
      : await readWhole(session, columns, { under: String(one.if_index) })
  for (const [index, row] of rows) {
    const [port, medium] = index.split('.').map(Number) as [number, number | undefined]
    byPort.set(port, [
      ...(byPort.get(port) ?? []),
      {
        ...row,
        medium: (medium === undefined ? (row.medium as Medium | null) : media[medium]) ?? null,
      } as PortRow,
    ])
  }
  const untold = [...rows.values()].filter(({ admin }) => admin == null).length
  const knowsAdmin = lost.has('admin') || untold < rows.size
  if (columns.admin && knowsAdmin && untold > 0)
    session.report({ what: columns.admin.oid, reason: 'unknown_value', cells: untold })
  return { byPort, knowsAdmin }
}

const linkOf = ({ link, nway }: PortRow): 'Up' | 'Down' | null =>
  link ?? (nway == null ? null : nway === 'Down' ? 'Down' : 'Up')
const duplexOf = (nway: string | null): Link['duplex'] =>
  nway?.endsWith('-Full') ? 'Full' : nway?.endsWith('-Half') ? 'Half' : null

/**
 * IF-MIB says whether a link exists; the port table has the duplex. The port table is used only if both agree
 * about the link.
 */
function merge(standard: Link, port: PortRow): Link {
  const up = standard.oper_status === 'Up'
  const agreed = port.nway && (port.nway !== 'Down') === up ? port.nway : null
  const duplex = up ? (duplexOf(agreed) ?? port.duplex ?? standard.duplex) : null
  return {
    ...standard,
    nway_status: agreed ?? nwayStatus(standard.oper_status, standard.speed_mbps, duplex),
    admin_speed: port.speed ?? null,
    duplex,
    medium_type: port.medium,
    address_learning: port.learning ?? null,
  }
}

/** One medium of a combo port. The state of the port belongs to the medium that has the link. */
function ofMedium(standard: Link, port: PortRow, knowsAdmin: boolean): Link {
  const { oper_status } = standard
  const state = oper_status === 'Up' || oper_status === null ? linkOf(port) : oper_status
  const own: Link =
    state === 'Up'
      ? { ...standard, oper_status: state }
      : {
          ...standard,
          oper_status: state,
          nway_status: state === null ? null : 'Down',
          speed_mbps: null,
          duplex: null,
        }
  // ifAdminStatus does not know the media.
  return { ...merge(own, port), admin_state: port.admin ?? (knowsAdmin ? null : standard.admin_state) }
}

const standardLinks = pick(ifLinkModules(), linkInfo)

/**
 * Old firmware answers ifHighSpeed in bit/s. The value then seems to be a terabit or more, which no port has.
 */
const speedOf = (mbps: number | null): number | null =>
  mbps !== null && mbps >= 1_000_000 ? mbps / 1e6 : mbps

function corrected(row: Link): Link {
  const speed_mbps = speedOf(row.speed_mbps)
  return speed_mbps === row.speed_mbps
    ? row
    : { ...row, speed_mbps, nway_status: nwayStatus(row.oper_status, speed_mbps, row.duplex) }
}

/**
 * link_info from IF-MIB. Medium, agreed and configured speed and MAC learning come from the model's own port
 * tables. A combo port has one row for each medium.
 */
export const portLinks = (): Implementation<Params> =>
  implement(
    linkInfo,
    async (session: Session<Params>, args) => {
      const rows = ((await standardLinks.run(session, args)) as Link[]).map(corrected)
      const { byPort, knowsAdmin } = await readPorts(session, args.interface)
      return rows.flatMap(row => {
        const found = row.interface.if_index === null ? undefined : byPort.get(row.interface.if_index)
        return !found
          ? [row]
          : found.length === 1
            ? [merge(row, found[0]!)]
            : found.map(port => ofMedium(row, port, knowsAdmin))
      })
    },
    { override: true },
  )
