import type { Static } from 'typebox'
import type { Implementation } from '../contract/implementation.ts'
import type { ArgsOf } from '../contract/module.ts'
import { oidParts } from '../oid.ts'
import {
  interfacesList,
  lldpInfo,
  refOf,
  wanted,
  type Interface,
  type NeighbourProtocol,
} from '../modules/index.ts'
import type { Column } from '../table/column.ts'
import { integer, ip, map, readWhole, table, text, type Columns } from '../table/index.ts'
import { byIfIndex } from './interfaces.ts'

type Remote = Static<typeof lldpInfo.result>['remotes'][number]

/** A vendor's table of neighbours. The first part of its index is the ifIndex of the own port. */
export interface NeighbourTable {
  protocol: NeighbourProtocol
  /** Name of its MIB. */
  source: string
  columns: {
    device: Column<string>
    port?: Column<string>
    /** Slot and port of the neighbour, where it has no name for the port. */
    place?: { slot: Column<number>; port: Column<number> }
    name?: Column<string>
    descr?: Column<string>
    address?: Column<string>
    /** The address by which the neighbour is managed, where the table has two. */
    managed?: Column<string>
  }
}

/** 0.0.0.0 means that the neighbour told no address. */
const address = (oid: string): Column<string> =>
  map(ip(oid), value => (value === '0.0.0.0' || value === '::' ? null : value))

const cdpEntry = '1.3.6.1.4.1.9.9.23.1.2.1.1'
/** cdpCacheTable of CISCO-CDP-MIB. Agents of other vendors have it too. Index: ifIndex, neighbour. */
export const cdp: NeighbourTable = {
  protocol: 'CDP',
  source: 'CISCO-CDP-MIB',
  columns: {
    device: text(`${cdpEntry}.6`),
    port: text(`${cdpEntry}.7`),
    name: text(`${cdpEntry}.17`),
    descr: text(`${cdpEntry}.5`),
    address: address(`${cdpEntry}.4`),
    managed: address(`${cdpEntry}.20`),
  },
}

const fdpEntry = '1.3.6.1.4.1.1991.1.1.3.20.1.2.1.1'
/** snFdpCacheTable of FOUNDRY-SN-SWITCH-GROUP-MIB. Index: ifIndex, neighbour. */
export const fdp: NeighbourTable = {
  protocol: 'FDP',
  source: 'FOUNDRY-SN-SWITCH-GROUP-MIB',
  columns: {
    device: text(`${fdpEntry}.3`),
    port: text(`${fdpEntry}.7`),
    descr: text(`${fdpEntry}.6`),
    address: address(`${fdpEntry}.5`),
  },
}

/**
 * agentIsdpCacheTable of FASTPATH-ISDP-MIB: CDP under another name. `base` is the node of the software, as of
 * `fastPath`. Index: ifIndex, neighbour.
 */
export const isdp = (base: string): NeighbourTable => ({
  protocol: 'CDP',
  source: 'FASTPATH-ISDP-MIB',
  columns: {
    device: text(`${base}.39.1.2.1.1.6`),
    port: text(`${base}.39.1.2.1.1.7`),
    descr: text(`${base}.39.1.2.1.1.5`),
    address: address(`${base}.39.1.2.1.1.3`),
  },
})

const edpEntry = '1.3.6.1.4.1.1916.1.13.2.1'
/** extremeEdpTable of EXTREME-EDP-MIB. Index: ifIndex, id of the neighbour. */
export const edp: NeighbourTable = {
  protocol: 'EDP',
  source: 'EXTREME-EDP-MIB',
  columns: {
    device: text(`${edpEntry}.3`),
    descr: text(`${edpEntry}.4`),
    place: { slot: integer(`${edpEntry}.5`), port: integer(`${edpEntry}.6`) },
  },
}

type Cells = Readonly<Record<string, string | number | null>>

/** `lost`: columns that did not arrive to their end. */
function remoteOf(
  ifIndex: number,
  cells: Cells,
  own: Interface | undefined,
  protocol: NeighbourProtocol,
  lost: ReadonlySet<string>,
) {
  const cell = (name: string) => (cells[name] as string | null | undefined) ?? null
  const place = cells['at port'] == null ? null : `${cells['at slot'] ?? 1}:${cells['at port']}`
  const port = cell('port') ?? place
  const first = (name: string, other: string) => cell(name) ?? (lost.has(name) ? null : cell(other))
  return {
    loc_interface: own ? refOf(own) : null,
    protocol,
    loc_port_id: ifIndex,
    rem_chassis_id: cell('device'),
    rem_interface: port,
    rem_port_descr: null,
    rem_name: first('name', 'device'),
    rem_descr: cell('descr'),
    rem_mgmt_address: first('managed', 'address'),
    _rem_port_id: port !== null && /^\d{1,9}$/.test(port) ? Number(port) : null,
  } satisfies Remote
}

/** `lldp_info` with the neighbours of other protocols after those of LLDP. */
export const withNeighbours = (lldp: Implementation, tables: readonly NeighbourTable[]): Implementation => ({
  ...lldp,
  joins: [...(lldp.source ? [lldp.source] : []), ...tables.map(({ source }) => source)],
  run: async (session, given) => {
    const args = given as ArgsOf<typeof lldpInfo>
    const found = (await lldp.run(session, args)) as Static<typeof lldpInfo.result>
    if (!wanted(args.load_only, 'rem_chassis') && !wanted(args.load_only, 'rem_port')) return found
    const others: Remote[] = []
    for (const { protocol, columns } of tables) {
      const { place, ...plain } = columns
      const all = { ...plain, ...(place ? { 'at slot': place.slot, 'at port': place.port } : {}) } as Columns
      const { rows, lost } = await readWhole(session, table(all))
      if (rows.size === 0) continue
      const interfaces = byIfIndex(await session.call(interfacesList, {}))
      for (const [index, cells] of rows) {
        const [ifIndex = 0] = oidParts(index)
        others.push(remoteOf(ifIndex, cells as Cells, interfaces.get(ifIndex), protocol, lost))
      }
    }
    return { ...found, remotes: [...found.remotes, ...others] }
  },
})
