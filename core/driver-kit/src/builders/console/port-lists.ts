import type { Interface } from '../../modules/index.ts'
import { canonicalPort, type PortFinder } from './names.ts'

/** Ports of the longest range that a list may have. */
const maxRange = 1024

/** `g(1-3,5)` as `g1-3,g5`: some consoles write the word once, before a list in brackets. */
const unbracketed = (text: string): string =>
  text.replace(/([^\s,()]*)\(([\d,\s-]+)\)/g, (_, word: string, list: string) =>
    list
      .split(',')
      .map(part => `${word}${part.trim()}`)
      .join(','),
  )

/** Names of a range: `gi1/0/1-4`, `1:1-1:4`. Null if the text is no range. */
function namesOf(text: string): string[] | null {
  const [, before = '', from, beforeEnd = '', to] = /^(.*?)(\d{1,5})-(.*?)(\d{1,5})$/.exec(text) ?? []
  if (from === undefined || to === undefined) return null
  const same = beforeEnd === '' || canonicalPort(`${beforeEnd}${from}`) === canonicalPort(`${before}${from}`)
  const [first, last] = [Number(from), Number(to)]
  return !same || last < first || last - first >= maxRange
    ? null
    : Array.from({ length: last - first + 1 }, (_, at) => `${before}${first + at}`)
}

/** The interfaces of a list of ports with ranges, and the parts of it that name no interface. */
export function portsOfList(
  list: readonly string[],
  find: PortFinder,
): { found: Interface[]; unknown: string[] } {
  const found = new Map<number, Interface>()
  const unknown: string[] = []
  for (const part of unbracketed(list.join(',')).split(',').filter(Boolean)) {
    const one = find(part)
    const names = one ? [] : (namesOf(part) ?? [])
    const ports = one ? [one] : names.flatMap(name => find(name) ?? [])
    // A range is written for ports that may not exist: a chassis has empty slots.
    if (ports.length === 0) unknown.push(part)
    for (const port of ports) found.set(port.id, port)
  }
  return { found: [...found.values()], unknown }
}
