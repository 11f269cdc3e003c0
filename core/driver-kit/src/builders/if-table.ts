import { implement, type Implementation } from '../contract/implementation.ts'
import type { Session } from '../contract/session.ts'
import { interfacesList, type Interface } from '../modules/index.ts'
import { withProof } from '../ports/index.ts'
import { flatMapInSlices } from '../slices.ts'
import { readWhole, type RowOf } from '../table/index.ts'
import { ifCounterModules } from './if-counters.ts'
import { ifLinkModules, type LinkOptions } from './if-links.ts'
import { ifIdentity } from './if-mib.ts'
import { interfaceType } from './if-types.ts'
import { filterInterfaces } from './interfaces.ts'

/** A row of ifTable as read. The deviations of a vendor use it. */
export type IfRow = RowOf<typeof ifIdentity> & { ifIndex: number }

/** How the interfaces of an agent differ from the standard rows of ifTable. By default not at all. */
export interface IfTableOptions extends LinkOptions {
  /** A vendor's own meaning of ifType numbers, e.g. `{ 266: 'ONU' }`. */
  types?: Readonly<Record<number, string>>
  /**
   * Differences from the standard row: stable id, name, parent, position in the device. Null leaves the row
   * out. `namesLost`: ifName did not arrive whole, which the answer tells.
   */
  shape?: (row: IfRow, standard: Interface, namesLost: boolean) => Partial<Interface> | null
}

/**
 * The column whose text names each interface: ifName, or ifDescr if ifName is absent or the same for several.
 */
function namedBy(rows: ReadonlyMap<string, RowOf<typeof ifIdentity>>) {
  const often = new Map<string, number>()
  for (const { name } of rows.values()) if (name !== null) often.set(name, (often.get(name) ?? 0) + 1)
  return (index: string, { name, descr }: RowOf<typeof ifIdentity>) => {
    const column = name !== null && (often.get(name) === 1 || descr === null) ? 'name' : 'descr'
    const text = column === 'name' ? name : descr
    return text === null ? null : { oid: `${ifIdentity[column].oid}.${index}`, text }
  }
}

/**
 * Reads ifTable and ifXTable into interfaces: bind key ifIndex; name ifName, else ifDescr; type by ifType.
 */
export async function readIfTable(
  session: Session,
  { types, shape }: IfTableOptions = {},
): Promise<Interface[]> {
  const { rows, lost } = await readWhole(session, ifIdentity)
  const shownBy = namedBy(rows)
  return flatMapInSlices(rows, ([index, row]): Interface[] => {
    const ifIndex = Number(index)
    if (!Number.isSafeInteger(ifIndex)) return []
    const standard: Interface = {
      id: ifIndex,
      name: row.name ?? row.descr ?? `if${ifIndex}`,
      type: interfaceType(row.ifType, types),
      parent: null,
      if_index: ifIndex,
      descr: row.descr,
      if_type: row.ifType,
      mac_address: row.mac,
    }
    const deviation = shape?.({ ...row, ifIndex }, standard, lost.has('name'))
    return deviation === null ? [] : [withProof({ ...standard, ...deviation }, shownBy(index, row))]
  })
}

/**
 * interfaces_list, link_info, interface_descriptions, interface_counters and errors from IF-MIB (RFC 2863).
 */
export const ifTable = (options: IfTableOptions = {}): Implementation[] => [
  implement(
    interfacesList,
    async (session, args) => filterInterfaces(await readIfTable(session, options), args),
    { source: 'IF-MIB' },
  ),
  ...ifLinkModules(options),
  ...ifCounterModules(),
]
