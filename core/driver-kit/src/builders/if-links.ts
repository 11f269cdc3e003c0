import { implement, type Implementation } from '../contract/implementation.ts'
import type { Session } from '../contract/session.ts'
import { interfaceDescriptions, linkInfo, listOf, refOf, type Interface } from '../modules/index.ts'
import { mapInSlices } from '../slices.ts'
import { readScalars, type Column, type RowOf } from '../table/index.ts'
import { durationText, sinceTicks } from './duration.ts'
import { readDuplex, type Duplex } from './ether-like.ts'
import { ifAlias, ifState, sysUpTime } from './if-mib.ts'
import { nwayStatus } from './if-types.ts'
import { interfacesFor, rowsByIfIndex, type InterfaceArg } from './interfaces.ts'

/** How links and descriptions of an agent differ from EtherLike-MIB and IF-MIB. By default not at all. */
export interface LinkOptions {
  /**
   * dot3StatsDuplexStatus with other meanings (Raisecom swaps them), or `null` if the agent does not have it.
   */
  duplex?: Readonly<Record<number, Duplex>> | null
  /** The column of the descriptions, by ifIndex. ifAlias by default. */
  description?: Column<string>
}

/**
 * Mbit/s from ifHighSpeed, else ifSpeed. Null for 0 and for the largest value of ifSpeed, which means "faster
 * than this".
 */
export function speedMbps({
  speed,
  highSpeed,
}: {
  speed: number | null
  highSpeed: number | null
}): number | null {
  if (highSpeed) return highSpeed
  return !speed || speed >= 2 ** 32 - 1 ? null : speed / 1e6
}

/** Rows about the ports, or about the ONUs. */
export const ofKind = (interfaces: readonly Interface[], kind?: 'PHYSICAL' | 'ONU'): Interface[] =>
  interfaces.filter(({ type }) => kind === undefined || (type === 'ONU') === (kind === 'ONU'))

function linkRow(one: Interface, row: RowOf<typeof ifState>, duplex: Duplex | null, uptime: number | null) {
  const speed_mbps = speedMbps(row)
  const since = sinceTicks(uptime, row.lastChange)
  return {
    interface: refOf(one),
    oper_status: row.oper,
    admin_state: row.admin,
    nway_status: nwayStatus(row.oper, speed_mbps, duplex),
    speed_mbps,
    duplex: row.oper === 'Up' ? duplex : null,
    medium_type: null,
    type: one.type,
    description: row.alias,
    connector_present: row.connector,
    address_learning: null,
    last_change: since === null ? null : durationText(since),
    last_change_sec: since,
    mtu: row.mtu,
    mac_address: one.mac_address ?? null,
  }
}

async function descriptions(
  session: Session,
  columns: { description: Column<string> },
  wanted?: InterfaceArg,
  kind?: 'PHYSICAL' | 'ONU',
) {
  const interfaces = ofKind(await interfacesFor(session, wanted), kind)
  return (await rowsByIfIndex(session, columns, interfaces, wanted)).map(([one, { description }]) => ({
    interface: refOf(one),
    description,
  }))
}

const source = 'IF-MIB'

/** link_info and interface_descriptions from IF-MIB, duplex from EtherLike-MIB. */
export const ifLinkModules = ({ duplex, description }: LinkOptions = {}): Implementation[] => {
  const alias = { description: description ?? ifAlias.description }
  return [
    implement(
      linkInfo,
      async (session, args) => {
        const types = listOf(args.type)?.map(word => word.toUpperCase())
        const interfaces = (await interfacesFor(session, args.interface)).filter(
          ({ type }) => !types || types.includes(type.toUpperCase()),
        )
        const rows = await rowsByIfIndex(
          session,
          { ...ifState, alias: alias.description },
          interfaces,
          args.interface,
        )
        const duplexes =
          duplex === null
            ? new Map<number, Duplex>()
            : await readDuplex(session, interfaces, args.interface, duplex)
        const { uptime } = await readScalars(session, { uptime: sysUpTime })
        return mapInSlices(rows, ([one, row]) =>
          linkRow(one, row, duplexes.get(one.if_index!) ?? null, uptime),
        )
      },
      { source },
    ),
    implement(
      interfaceDescriptions,
      (session, args) => descriptions(session, alias, args.interface, args.interface_type),
      { source },
    ),
  ]
}
