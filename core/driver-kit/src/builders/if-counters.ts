import { implement, type Implementation } from '../contract/implementation.ts'
import type { Session } from '../contract/session.ts'
import { errors, interfaceCounters, refOf, type Interface } from '../modules/index.ts'
import { readRows, readTable, type RowOf } from '../table/index.ts'
import { ofKind } from './if-links.ts'
import { ifCounters32, ifCounters64, ifDiscontinuity, ifErrors } from './if-mib.ts'
import { interfacesFor, rowsByIfIndex } from './interfaces.ts'

type Counters = RowOf<typeof ifCounters64>
const wide = { ...ifCounters64, ...ifErrors, ...ifDiscontinuity }
const isWide = (row: Counters | undefined): row is Counters =>
  row !== undefined && row.in_octets !== null && row.out_octets !== null
/** With more rows than this a walk costs less than single GETs. */
const rowsWorthAWalk = 16

/** Some agents have the octets with 64 bits and the packets with 32 (Cisco SG, Dell PowerConnect 28xx). */
export const isWhole = (row: Counters | undefined): boolean =>
  isWide(row) && Object.keys(ifCounters64).every(name => row[name as keyof Counters] !== null)

/** The 32-bit counters of rows whose 64-bit counters are absent in part. */
async function narrowRows(session: Session, indexes: readonly string[]): Promise<Map<string, Counters>> {
  if (indexes.length === 0) return new Map()
  return indexes.length > rowsWorthAWalk
    ? readTable(session, ifCounters32)
    : readRows(session, ifCounters32, indexes)
}

const hasOctets = (row: Counters | undefined): row is Counters =>
  row !== undefined && (row.in_octets !== null || row.out_octets !== null)
/**
 * The row whose octets are told: those of both directions have the same width. One direction with 64 bits is
 * better than none.
 */
export const octetsOf = (high: Counters | undefined, low: Counters | undefined): Counters | undefined =>
  isWide(high) ? high : [low, high].find(hasOctets)

/** Each value from the 64-bit row, else from the 32-bit one. */
export function mergeWidths(high: Counters | undefined, low: Counters | undefined): Counters {
  const names = Object.keys(ifCounters64) as (keyof Counters)[]
  const octets = octetsOf(high, low)
  const value = (name: keyof Counters) =>
    name.endsWith('_octets') ? octets?.[name] : (high?.[name] ?? low?.[name])
  return Object.fromEntries(names.map(name => [name, value(name) ?? null])) as Counters
}

const source = 'IF-MIB'

/** interface_counters (ifHC*, else per row ifTable) and errors from IF-MIB (RFC 2863). */
export const ifCounterModules = (): Implementation[] => [
  implement(
    interfaceCounters,
    async (session, args) => {
      const interfaces = ofKind(await interfacesFor(session, args.interface), args.interface_type)
      const high = new Map(
        (await rowsByIfIndex(session, wide, interfaces, args.interface)).map(([one, row]) => [one, row]),
      )
      const incomplete = interfaces.filter(one => one.if_index !== null && !isWhole(high.get(one)))
      const low = await narrowRows(
        session,
        incomplete.map(one => String(one.if_index)),
      )
      return interfaces.flatMap((one: Interface) => {
        const [first, second] = [high.get(one), low.get(String(one.if_index))]
        if (!first && !second) return []
        const counters = mergeWidths(first, second)
        const octets = octetsOf(first, second)
        const bits = octets === undefined ? null : octets === first ? (64 as const) : (32 as const)
        const { in_errors = null, out_errors = null, in_discards = null, out_discards = null } = first ?? {}
        const own = { in_errors, out_errors, in_discards, out_discards, bits }
        // Most agents do not have the column.
        const { discontinuity = null } = first ?? {}
        const since = discontinuity === null ? {} : { discontinuity }
        return [{ interface: refOf(one), ...counters, ...own, ...since }]
      })
    },
    { source },
  ),
  implement(
    errors,
    async (session, args) => {
      const interfaces = await interfacesFor(session, args.interface)
      return (await rowsByIfIndex(session, ifErrors, interfaces, args.interface)).map(([one, row]) =>
        Object.assign({ interface: refOf(one) }, row),
      )
    },
    { source },
  ),
]
