import { StartError } from '../start-error.ts'

interface Node {
  id: string
  requires?: readonly string[]
  after?: readonly string[]
}

/**
 * Sorts plugins so that each comes after those it requires or names in `after`. Else they are sorted by name,
 * so that the order is always the same.
 * @throws StartError with the path of a cycle or of a missing plugin
 */
export function order<P extends Node>(plugins: readonly P[]): P[] {
  const byId = new Map(plugins.map(plugin => [plugin.id, plugin]))
  const done = new Set<string>()
  const sorted: P[] = []
  const visit = (plugin: P, path: readonly string[]): void => {
    if (done.has(plugin.id)) return
    const here = [...path, plugin.id]
    if (path.includes(plugin.id))
      throw new StartError(
        `Plugins require each other in a circle: ${here.slice(here.indexOf(plugin.id)).join(' → ')}`,
      )
    for (const id of [...(plugin.requires ?? [])].toSorted()) {
      const needed = byId.get(id)
      if (!needed)
        throw new StartError(
          `Plugin "${id}" is missing: ${[...here, id].join(' → ')}. ` +
            'Add its package to "plugins" in the config',
        )
      visit(needed, here)
    }
    for (const id of [...(plugin.after ?? [])].toSorted()) {
      const before = byId.get(id)
      if (before) visit(before, here)
    }
    done.add(plugin.id)
    sorted.push(plugin)
  }
  for (const plugin of plugins.toSorted((a, b) => (a.id < b.id ? -1 : 1))) visit(plugin, [])
  return sorted
}
