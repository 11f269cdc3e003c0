import type { Place } from '@linecard/driver-kit/onus'

/** A name of the agent or of the command line: `gpon 0/0/1`, `pon0/0/2:5`, `xe0/0/1`, `pon1/4`. */
export interface Named extends Place {
  kind: 'ge' | 'xge' | 'pon' | 'lag'
  /** Technology that the name tells; null: `pon` tells none. */
  technology: 'gpon' | 'epon' | null
}

const shape = /^(ge|xge|xe|gpon|epon|pon|lag) ?(\d{1,2})\/(\d{1,2})(?:\/(\d{1,2}))?(?::(\d{1,4}))?$/i

const kindOf = (word: string): Named['kind'] =>
  word === 'xe' ? 'xge' : word === 'ge' || word === 'xge' || word === 'lag' ? word : 'pon'

/** Null for a name without a place: `vlanif100`, `ge3`. */
export function parseName(name: string): Named | null {
  const [, word, first, second, third, onu] = shape.exec(name.trim()) ?? []
  if (word === undefined) return null
  const lower = word.toLowerCase()
  const [shelf, slot, port] = third === undefined ? [0, first, second] : [first, second, third]
  return {
    kind: kindOf(lower),
    technology: lower === 'gpon' || lower === 'epon' ? lower : null,
    shelf: Number(shelf),
    slot: Number(slot),
    port: Number(port),
    onu: onu === undefined ? null : Number(onu),
  }
}
