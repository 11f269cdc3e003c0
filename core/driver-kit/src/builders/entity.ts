import type { Session } from '../contract/session.ts'
import { interfacesList, type Interface } from '../modules/index.ts'
import { integer, oidValue, readTable, table, text, type RowOf } from '../table/index.ts'
import { nameFinder, placeFinder } from './entity-labels.ts'
import { byIfIndex } from './interfaces.ts'

const entry = '1.3.6.1.2.1.47.1.1.1.1'
/** entPhysicalTable (ENTITY-MIB, RFC 6933). Index: entPhysicalIndex. */
const physical = table({
  descr: text(`${entry}.2`),
  containedIn: integer(`${entry}.4`),
  kind: { ...integer(`${entry}.5`), isKind: true as const },
  name: text(`${entry}.7`),
  hardware: text(`${entry}.8`),
  serial: text(`${entry}.11`),
  maker: text(`${entry}.12`),
  model: text(`${entry}.13`),
})
/**
 * entAliasMappingIdentifier of entAliasMappingTable: which interface a physical port is. Index:
 * entPhysicalIndex, logical index or 0.
 */
const aliases = table({ to: oidValue('1.3.6.1.2.1.47.1.3.2.1.2') })
const ifIndexColumn = '1.3.6.1.2.1.2.2.1.1.'

/** PhysicalClass of RFC 6933 that builders ask for. */
export const PhysicalClass = {
  chassis: 3,
  powerSupply: 6,
  fan: 7,
  sensor: 8,
  module: 9,
  port: 10,
  cpu: 12,
} as const

/** A row of entPhysicalTable with its entPhysicalIndex. `kind` is entPhysicalClass, see `PhysicalClass`. */
export type Entity = RowOf<typeof physical> & { index: number }

/** The parts of a device, and the interface of each part. */
export interface Entities {
  all: ReadonlyMap<number, Entity>
  /** The interface of a part or of what contains it; undefined for parts that do not belong to a port. */
  portOf(index: number): Interface | undefined
  /** Whether a part is inside a port, by entPhysicalClass, whether or not its interface is known. */
  isInPort(index: number): boolean
}

/** How the interface of a part is found if no alias mapping tells it. By default by the names of parts. */
export interface EntityOptions {
  /**
   * For labels that give the position of a port instead of its name: returns the numbers at the end of the
   * interface's name, `0/0/1` for `subslot 0/0 transceiver 1`.
   */
  placeIn?: (label: string) => string | null
  /** For agents whose entPhysicalIndex contains the ifIndex (SONiC); null for parts outside of ports. */
  ifIndexOf?: (entPhysicalIndex: number) => number | null
  /** The name of the interface in a label that continues after it: `etp7` of `Sensor for etp7/3`. */
  nameIn?: (label: string) => string | null
  /** Which interfaces `placeIn` can mean, where others end with the same numbers. By default all. */
  mayHold?: (one: Interface) => boolean
}

const keepMs = 600_000
/** No device has more levels. The limit ends the search in a table whose rows contain each other. */
const maxLevels = 16

/** A chassis is not a port, even if a mapping says so. */
const mayBePort = ({ kind }: Entity): boolean => kind !== PhysicalClass.chassis

/** The name and the description of a part, as one text. */
export const labelOf = (entities: Entities, index: number): string => {
  const part = entities.all.get(index)
  return [part?.name, part?.descr].filter(Boolean).join(' ')
}

/** Serial numbers and part numbers that agents write for "none". */
const placeholder = /^([0\s.-]*|n\/?a|none|null|unknown|not (available|specified|applicable)|unspecified)$/i

/** A text of ENTITY-MIB. Null for a placeholder that means "none". */
export const realText = (cell: string | null | undefined): string | null =>
  !cell || placeholder.test(cell) ? null : cell

/**
 * Reads ENTITY-MIB. The port of a part comes from entAliasMapping of the part or of a container, else from
 * the name of an interface or a position in a label.
 */
export async function readEntities(
  session: Session,
  { placeIn, ifIndexOf, nameIn, mayHold = () => true }: EntityOptions = {},
): Promise<Entities> {
  const { rows, mapped } = await session.memo(
    'entities',
    async () => {
      const found = await readTable(session, physical)
      return {
        rows: found,
        mapped: found.size > 0 ? await readTable(session, aliases) : new Map<string, { to: string | null }>(),
      }
    },
    keepMs,
  )
  const interfaces = await session.call(interfacesList, {})
  const indexed = byIfIndex(interfaces)
  const all = new Map([...rows].map(([index, row]) => [Number(index), { ...row, index: Number(index) }]))
  const ports = new Map<number, Interface>()
  for (const [index, { to }] of mapped) {
    const one = to?.startsWith(ifIndexColumn)
      ? indexed.get(Number(to.slice(ifIndexColumn.length)))
      : undefined
    if (one) ports.set(Number(index.split('.')[0]), one)
  }
  const named = nameFinder(interfaces)
  const placed = placeFinder(interfaces.filter(mayHold))
  const numbered = (index: number) => {
    const ifIndex = ifIndexOf?.(index) ?? null
    return ifIndex === null ? undefined : indexed.get(ifIndex)
  }
  const within = ({ name, descr }: Entity) =>
    nameIn && [name, descr].map(label => (label === null ? undefined : named(nameIn(label)))).find(Boolean)
  const chainOf = (index: number): Entity[] => {
    const chain: Entity[] = []
    for (
      let at = all.get(index);
      at && chain.length < maxLevels;
      at = at.containedIn === null ? undefined : all.get(at.containedIn)
    )
      chain.push(at)
    return chain
  }
  return {
    all,
    isInPort: index => chainOf(index).some(({ kind }) => kind === PhysicalClass.port),
    portOf: index => {
      const chain = chainOf(index).filter(mayBePort)
      const direct = chain.flatMap(part => ports.get(part.index) ?? [])[0]
      return (
        direct ??
        numbered(index) ??
        chain.flatMap(part => within(part) ?? [])[0] ??
        chain.flatMap(part => named(part.name) ?? named(part.descr) ?? [])[0] ??
        (placeIn &&
          chain.flatMap(part =>
            [part.name, part.descr].flatMap(label => placed(label && placeIn(label)) ?? []),
          )[0])
      )
    },
  }
}
