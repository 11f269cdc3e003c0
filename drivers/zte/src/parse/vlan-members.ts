import type { Place } from '../place.ts'

/** A member of a VLAN: the place of a port or an ONU, or a link aggregate. */
export type Member = Place | { group: number }
export interface VlanMembers {
  untagged: Member[]
  tagged: Member[]
}

/** More numbers in one range are no ports of an OLT. */
const maxRange = 256

/** `1,3-5` → 1, 3, 4, 5. */
const numbers = (text: string): number[] =>
  text.split(',').flatMap(part => {
    const [from, to = from] = part.split('-').map(Number) as [number, number?]
    return Number.isInteger(from) && Number.isInteger(to) && to - from < maxRange
      ? Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n)
      : []
  })

/** `3.1,2-5:1,4.7:1`: ONUs 1 to 5 of port 3, and ONU 7 of port 4. */
const vports = (text: string): { port: number; onu: number }[] =>
  text.split(/,(?=\d+\.)/).flatMap(block => {
    const [, port, onus] = /^(\d{1,2})\.([\d,-]+)(?::[\d,-]+)?$/.exec(block) ?? []
    return port === undefined ? [] : numbers(onus!).map(onu => ({ port: Number(port), onu }))
  })

function membersIn(line: string): Member[] {
  const group = /^(?:sg|smartgroup)(\d{1,5})$/i.exec(line)?.[1]
  if (group !== undefined) return [{ group: Number(group) }]
  const [, kind = '', shelf, slot, rest = ''] =
    /^([a-z]{1,20})[-_](\d{1,2})\/(\d{1,2})\/([\d,.:-]+)$/i.exec(line) ?? []
  if (shelf === undefined) return []
  const at = { shelf: Number(shelf), slot: Number(slot) }
  return /^vport$/i.test(kind)
    ? vports(rest).map(place => ({ ...at, ...place }))
    : numbers(rest).map(port => ({ ...at, port, onu: 0 }))
}

/** `show vlan N`: the lines below `port(untagged):` and `port(tagged):`. Null: the text has neither. */
export function readMembers(text: string): VlanMembers | null {
  const found: VlanMembers = { untagged: [], tagged: [] }
  let list: Member[] | null = null
  let seen = false
  for (const line of text.split('\n').map(one => one.trim())) {
    const [, kind, first] = /^port\((untagged|tagged)\)\s*:\s*(\S*)$/i.exec(line) ?? []
    if (kind !== undefined) {
      seen = true
      list = kind.toLowerCase() === 'tagged' ? found.tagged : found.untagged
    }
    list?.push(...membersIn(kind === undefined ? line : (first ?? '')))
  }
  return seen ? found : null
}
