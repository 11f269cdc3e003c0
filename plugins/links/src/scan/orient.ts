import type { FoundLink } from '../discovery/found.ts'
import { networkOf } from '../network/graph.ts'

/**
 * Links with the end first that is nearer to a known top, where the found ones do not say it: by the number
 * of links to it. Between two devices that are as far (on a ring), nobody is first.
 */
export function oriented(links: readonly FoundLink[], roots: readonly number[]): FoundLink[] {
  if (roots.length === 0) return [...links]
  const edges = links
    .filter(({ sure }) => sure)
    .map(({ a, b, directed }, id) => {
      return { id, a: a.device, b: b.device, a_port: a.interface, b_port: b.interface, directed }
    })
  const { level, roots: tops, at } = networkOf(edges, roots)
  // A part of the network without a known top has one that is only likely.
  const known = roots.some(root => at.has(root)) && [...tops].every(top => roots.includes(top))
  if (!known) return [...links]
  return links.map(link => {
    const [one, other] = [level.get(link.a.device), level.get(link.b.device)]
    if (link.directed || one === undefined || other === undefined || one === other) return link
    if (one < other) return { ...link, directed: true }
    const within = link.within && { a: link.within.b, b: link.within.a }
    return { ...link, a: link.b, b: link.a, within, directed: true }
  })
}
