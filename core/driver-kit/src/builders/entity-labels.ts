import type { Interface } from '../modules/index.ts'

/**
 * Parts of a label that can be the name of an interface: first two words together (`TenGigabitEthernet 1/1`),
 * then single words. Each is also tried without what follows its last hyphen, colon or dot.
 */
function* namesIn(label: string): Iterable<string> {
  const words = label
    .toLowerCase()
    .split(/[\s,;()[\]]+/)
    .filter(Boolean)
  for (const count of [2, 1]) {
    for (let at = 0; at + count <= words.length; at++) {
      let name = words.slice(at, at + count).join(' ')
      while (name.length >= 3) {
        yield name
        name = name.slice(0, Math.max(0, name.search(/[-:.][^-:.]*$/)))
      }
    }
  }
}

/**
 * Interfaces by the numbers at the end of their names; undefined if several names end with the same numbers.
 */
export function placeFinder(interfaces: readonly Interface[]) {
  const places = new Map<string, Interface | undefined>()
  for (const one of interfaces) {
    const place = /(?:^|[^\d/])(\d+(?:\/\d+)+)$/.exec(one.name)?.[1]
    if (place !== undefined) places.set(place, places.has(place) ? undefined : one)
  }
  return (place: string | null): Interface | undefined => (place === null ? undefined : places.get(place))
}

/** Finds the interface whose name is the label or a part of it. */
export function nameFinder(interfaces: readonly Interface[]) {
  const names = new Map<string, Interface>()
  for (const one of interfaces) {
    for (const name of [one.name, one.descr])
      if (name && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), one)
  }
  return (label: string | null): Interface | undefined => {
    if (!label) return undefined
    const exact = names.get(label.toLowerCase())
    if (exact) return exact
    for (const name of namesIn(label)) {
      const one = names.get(name)
      if (one) return one
    }
    return undefined
  }
}
