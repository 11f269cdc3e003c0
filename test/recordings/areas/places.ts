import type { Case } from './area.ts'
import { column, identity, numberOf, textOf } from './whole/table.ts'

const entity = '1.3.6.1.2.1.47.1.1.1.1'
const alias = '1.3.6.1.2.1.47.1.3.2.1.2'
const ifIndexColumn = '1.3.6.1.2.1.2.2.1.1.'
const portClass = 10
const chassisClass = 3
/** No device has more levels. */
const maxLevels = 16

/** Tables of ENTITY-MIB and IF-MIB of a recording, read once. */
interface Places {
  holders: ReadonlyMap<string, unknown>
  classes: ReadonlyMap<string, unknown>
  labels: readonly ReadonlyMap<string, unknown>[]
  aliases: ReadonlyMap<string, number>
  names: ReadonlyMap<string, number>
}
const read = new WeakMap<object, Places>()

function placesOf(of: Pick<Case, 'recording'>): Places {
  const known = read.get(of.recording)
  if (known) return known
  const [descr, , name] = identity.map(oid => column(of, oid))
  const aliases = new Map<string, number>()
  for (const [index, value] of column(of, alias))
    if (typeof value === 'string' && value.startsWith(ifIndexColumn))
      aliases.set(index.split('.')[0]!, Number(value.slice(ifIndexColumn.length)))
  const names = new Map<string, number>()
  for (const [index, value] of [...descr!, ...name!]) {
    const text = textOf(value)
    if (text !== null) names.set(text.toLowerCase(), Number(index))
  }
  const made: Places = {
    holders: column(of, `${entity}.4`),
    classes: column(of, `${entity}.5`),
    labels: [column(of, `${entity}.7`), column(of, `${entity}.2`)],
    aliases,
    names,
  }
  read.set(of.recording, made)
  return made
}

/** A part and what it is contained in (entPhysicalContainedIn), without the chassis. */
function chainOf({ holders, classes }: Places, index: number): string[] {
  const chain: string[] = []
  for (let at = index; at > 0 && chain.length < maxLevels;) {
    if (classes.get(String(at)) === chassisClass) break
    chain.push(String(at))
    at = numberOf(holders.get(String(at)) as number | undefined) ?? 0
  }
  return chain
}

/**
 * The ifIndex that the recording gives for a part of ENTITY-MIB: entAliasMappingTable of the part or of what
 * contains it, else a name of one of them that is the name of an interface. Null if there is none.
 */
export function interfaceOf(of: Pick<Case, 'recording'>, index: number): number | null {
  const places = placesOf(of)
  const chain = chainOf(places, index)
  const mapped = chain.flatMap(part => places.aliases.get(part) ?? [])[0]
  if (mapped !== undefined) return mapped
  const texts = chain.flatMap(part =>
    places.labels.flatMap(labels => textOf(labels.get(part) as Buffer | undefined)?.toLowerCase() ?? []),
  )
  return texts.flatMap(text => places.names.get(text) ?? [])[0] ?? null
}

/** Whether a part of ENTITY-MIB is inside a part of the class port. */
export const isInPort = (of: Pick<Case, 'recording'>, index: number): boolean => {
  const places = placesOf(of)
  return chainOf(places, index).some(part => places.classes.get(part) === portClass)
}

/** Interfaces of the recording by name, in lower case (ifName, ifDescr). */
export const interfaceNames = (of: Pick<Case, 'recording'>): ReadonlyMap<string, number> => placesOf(of).names
