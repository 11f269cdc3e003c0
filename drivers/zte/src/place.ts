/** Position of a port or an ONU. `onu` is 0 for the port itself. */
export interface Place {
  shelf: number
  slot: number
  port: number
  onu: number
}

/** Bind key of a link aggregate (`smartgroup7` is 70000007). Shelf 7 slot 0 does not exist. */
export const groupKey = (group: number): number => 70_000_000 + group

/**
 * Stable bind key: shelf × 10,000,000 + slot × 100,000 + port × 1000 + ONU.
 * @throws RangeError if a number of the place is out of range
 */
export function bindKey({ shelf, slot, port, onu }: Place): number {
  for (const [name, value, least, most] of [
    ['shelf', shelf, 0, 99],
    ['slot', slot, 0, 99],
    ['port', port, 0, 99],
    ['onu', onu, 0, 999],
  ] as const) {
    if (!Number.isInteger(value) || value < least || value > most)
      throw new RangeError(`${name} is ${value}: it must be ${least}..${most}`)
  }
  return shelf * 10_000_000 + slot * 100_000 + port * 1000 + onu
}

/** The same, or null: an index can contain a place that no chassis has. */
export const keyOf = (place: Place): number | null => fitting(() => bindKey(place))

/** Returns null for a RangeError: a place that does not fit into a layout has no row there. */
export function fitting<T>(make: () => T): T | null {
  try {
    return make()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** The place of a bind key. Null if the number is not a bind key. */
export function placeOfKey(key: number): Place | null {
  if (!Number.isInteger(key) || key < 0 || key >= 1_000_000_000) return null
  return {
    shelf: Math.floor(key / 10_000_000),
    slot: Math.floor(key / 100_000) % 100,
    port: Math.floor(key / 1000) % 100,
    onu: key % 1000,
  }
}

export type Technology = 'gpon' | 'epon' | 'xgpon' | 'xgspon' | 'xepon'

/**
 * The place in a name of the device or of its command line: `gpon_1/2/1`, `gpon-olt_1/2/1`,
 * `gpon_olt-1/2/1`, `gpon-onu_1/2/1:5`, `xgei-1/10/1`.
 */
export interface Named extends Place {
  prefix: string
  technology: Technology | null
}

const shape =
  /^([a-z0-9][a-z0-9+-]*?)(?:[-_](?:olt|onu))?[-_](\d{1,2})\/(\d{1,2})\/(\d{1,2})(?::(\d{1,3}))?$/i

/** The longer prefixes are first: `xgspon` begins with `xg`, and `xgei` is an Ethernet port. */
const technologies: readonly (readonly [RegExp, Technology])[] = [
  [/^(xgs-?p?on|xgs)$/i, 'xgspon'],
  [/^(xg-?pon|xgpon)$/i, 'xgpon'],
  [/^(10g-?epon|xg?-?epon)$/i, 'xepon'],
  [/^gpon/i, 'gpon'],
  [/^epon/i, 'epon'],
]

/** Null for names without a place: `Mng1`, `vlan100`. */
export function parseName(name: string): Named | null {
  const found = shape.exec(name.trim())
  if (!found) return null
  const [, prefix = '', shelf, slot, port, onu] = found
  return {
    prefix,
    technology: technologies.find(([words]) => words.test(prefix))?.[1] ?? null,
    shelf: Number(shelf),
    slot: Number(slot),
    port: Number(port),
    onu: Number(onu ?? 0),
  }
}

/**
 * Name of an ONU in the form of the command line, made from the name of its port: `gpon_1/2/1` and
 * `gpon-olt_1/2/1` → `gpon-onu_1/2/1:5`, `gpon_olt-1/2/1` → `gpon_onu-1/2/1:5`.
 */
export function onuName(portName: string, onu: number): string {
  const name = /olt/i.test(portName)
    ? portName.replace(/olt/i, 'onu')
    : portName.replace(/[-_](?=\d+\/)/, '-onu_')
  return `${name}:${onu}`
}
