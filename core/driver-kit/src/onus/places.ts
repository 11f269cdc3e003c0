import { DeviceError } from '../contract/errors.ts'
import type { Session } from '../contract/session.ts'
import type { Interface } from '../modules/index.ts'

/** Position of a port. An OLT without shelves or slots has 0 there. */
export interface PortPlace {
  shelf: number
  slot: number
  port: number
}
/** Position of an ONU: `onu` is its number on the port, from 0 or 1 as the vendor counts. */
export interface OnuPlace extends PortPlace {
  onu: number
}
/** Position of a port or an ONU. `onu` is null for the port itself. */
export interface Place extends PortPlace {
  onu: number | null
}

/** PON standards: GPON (G.984), EPON (802.3ah), XG-PON (G.987), XGS-PON (G.9807.1), 10G-EPON (802.3av). */
export type Technology = 'gpon' | 'epon' | 'xgpon' | 'xgspon' | 'xepon'

/** The place in a name of the device or of its command line. */
export interface NamedPlace extends Place {
  /** PON technology that the name tells; null: it tells none. */
  technology: Technology | null
}

/** Names, bind keys and ports of one series of OLTs. Pure, except for `readPorts`. */
export interface Places {
  /** Stable bind key of a port or an ONU. Null: a place that the key cannot hold, or that nobody tells. */
  keyOf(place: Place): number | null
  /** The place of a bind key. Null: the number is no key of a place (a VLAN, a management port). */
  placeOf(key: number): Place | null
  /** The place in a name as the agent or the command line writes it. Null: a name without a place. */
  parse(name: string): NamedPlace | null
  /** Name of an ONU; `port` is absent while its board is out. */
  onuName(place: OnuPlace, port: Interface | undefined, technology: Technology): string
  /**
   * The PON port of an ifIndex, by the layout that the indexes of ONUs have too. It proves what the names of
   * ports say. Absent: ifIndex tells no place.
   */
  portOf?(ifIndex: number): PortPlace | null
  /** Ports of the device without its ONUs: physical, PON, aggregates, VLANs, management. */
  readPorts(session: Session): Promise<Interface[]>
}

/**
 * Converts a place to the row index of a table, and back. Null: the index or the place does not fit. `encode`
 * may throw RangeError instead.
 */
export interface PlaceIndex {
  /** The row index of an ONU, without the OID of a column. */
  encode(place: OnuPlace): string | null
  /** The ONU of a row index. The first codec of a table that gives one decides. */
  decode(index: string): OnuPlace | null
  /** Whether a row that it does not read is known to be no ONU: a part of one, or a port. */
  foreign?(index: string): boolean
  /** Common beginning of the row indexes of one port, if its rows are adjacent. */
  under?(port: PortPlace): string
}

/** Returns null for a RangeError: a place that does not fit into a layout has no row there. */
export function fitting<T>(make: () => T): T | null {
  try {
    return make()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Whether the place is that of an ONU and not of a port. */
export const isOnu = (place: Place): place is OnuPlace => place.onu !== null

/** Whether two places are on the same port. Numbers of ONUs are not compared. */
export const samePort = (a: PortPlace, b: PortPlace): boolean =>
  a.shelf === b.shelf && a.slot === b.slot && a.port === b.port

/** The place of an interface that must be an ONU. @throws DeviceError BadArgument if it is none */
export function onuPlace({ placeOf }: Places, one: Interface): OnuPlace {
  const place = one.type === 'ONU' ? placeOf(one.id) : null
  if (place && isOnu(place)) return place
  throw new DeviceError('BadArgument', `${one.name} is not an ONU: give the name or bind key of an ONU`, {
    argument: 'interface',
  })
}
