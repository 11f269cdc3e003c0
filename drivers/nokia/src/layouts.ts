import { bitfield } from '@linecard/driver-kit/codecs'
import type { OnuPlace, PortPlace } from '@linecard/driver-kit/onus'

/** What a row of ifTable is, in four bits of its ifIndex. */
const level = { pon: 13, ont: 14 } as const
/** The linear number of slot 1 is 2. */
export const slotOffset = -1
const slotBits = { bits: 7, offset: slotOffset } as const
/** Newer releases set a bit in the ifIndex of a PON port. */
const rests = new Set([0, 0x20_00])

/** How a board numbers its PON ports and ONTs: one step for each port, a 128th of it for each ONT. */
export interface Layout {
  ponAt(ifIndex: number): PortPlace | null
  ontAt(ifIndex: number): OnuPlace | null
  /** @throws RangeError for a place that the layout cannot have */
  ontIndex(place: OnuPlace): number
}

/** `portBits`: 5 is a step of 0x10000 between ports and of 0x200 between ONTs, 4 is 0x20000 and 0x400. */
export function layoutOf(portBits: number): Layout {
  const port = { bits: portBits, offset: 1 }
  const pon = bitfield({ slot: slotBits, level: { bits: 4, fixed: level.pon }, port, rest: 21 - portBits })
  const ont = bitfield({
    slot: slotBits,
    level: { bits: 4, fixed: level.ont },
    port,
    onu: { bits: 7, offset: 1 },
    rest: { bits: 14 - portBits, fixed: 0 },
  })
  return {
    ponAt(ifIndex) {
      const at = pon.decode(ifIndex)
      return at && at.slot > 0 && rests.has(at.rest) ? { shelf: 1, slot: at.slot, port: at.port } : null
    },
    ontAt(ifIndex) {
      const at = ont.decode(ifIndex)
      return at && at.slot > 0 ? { shelf: 1, slot: at.slot, port: at.port, onu: at.onu } : null
    },
    ontIndex: ({ slot, port: number, onu }) => ont.encode({ slot, port: number, onu }),
  }
}

/** Boards of devices have one of these. */
export const known = [layoutOf(5), layoutOf(4)]
/** Tried where the names and rows of a board fit none of them. */
export const possible = [layoutOf(6), layoutOf(3)]

const levels = bitfield({ slot: slotBits, level: 4, rest: 21 })
/** The slot of a PON port or an ONT, or of what is below an ONT; null: another row of ifTable. */
export function slotOf(ifIndex: number): { slot: number; pon: boolean } | null {
  const at = levels.decode(ifIndex)
  return at && at.slot > 0 && (at.level === level.pon || at.level === level.ont)
    ? { slot: at.slot, pon: at.level === level.pon }
    : null
}

/** A PON port or an ONT of a board: its ifIndex, and the place that its name tells. */
export interface Row {
  ifIndex: number
  named: (PortPlace & { onu: number | null }) | null
}

const samePort = (a: PortPlace, b: PortPlace) => a.slot === b.slot && a.port === b.port
/** Two ports can have odd numbers by chance. */
const leastOdd = 3

/** Whether all PON ports and ONTs of boards of one type can have this layout. */
export function fits(layout: Layout, ports: readonly Row[], onts: readonly Row[]): boolean {
  const numbers = new Map<number, Set<number>>()
  for (const { ifIndex, named } of ports) {
    const at = layout.ponAt(ifIndex)
    if (!at || (named && !samePort(at, named))) return false
    numbers.set(at.slot, (numbers.get(at.slot) ?? new Set()).add(at.port))
  }
  if (ports.every(({ named }) => !named))
    for (const own of numbers.values())
      if (own.size >= leastOdd && [...own].every(port => port % 2 === 1)) return false
  return onts.every(({ ifIndex, named }) => {
    const at = layout.ontAt(ifIndex)
    if (!at || (named && !(samePort(at, named) && at.onu === named.onu))) return false
    return numbers.get(at.slot)?.has(at.port) ?? true
  })
}
