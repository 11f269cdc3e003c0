import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { contractApi, corePackages, moduleFolders, placesFrom, readJson } from './discover.ts'

/** A plugin or driver that is installed, whether or not a config names it. */
export interface InstalledPackage {
  kind: 'plugin' | 'driver'
  id: string
  /** As a config names it. */
  name: string
  /** Why a config should not name it. Null: it can be used. */
  fault: string | null
}

const entriesOf = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder).toSorted() : [])

/** Names of the packages in a folder `node_modules`. */
const packagesIn = (modules: string): string[] =>
  entriesOf(modules)
    .filter(name => !name.startsWith('.'))
    .flatMap(name =>
      name.startsWith('@') ? entriesOf(join(modules, name)).map(inner => `${name}/${inner}`) : [name],
    )

function packageAt(modules: string, name: string): InstalledPackage | null {
  const file = join(modules, name, 'package.json')
  if (!existsSync(file)) return null
  const { json, fault } = readJson(file)
  if (!json.linecard) return null
  const { kind, id, api } = json.linecard as { kind: 'plugin' | 'driver'; id: string; api: number }
  if (fault) return { kind, id, name, fault }
  return {
    kind,
    id,
    name,
    fault:
      api === contractApi
        ? null
        : `it is made for contract ${api}, and this version speaks contract ${contractApi}`,
  }
}

/**
 * The plugins and drivers that a config file in `dir` can name, sorted by name, without the core: a
 * package.json with a block `linecard` tells them. They are found where a start looks for them. Runs none of
 * their code.
 */
export function installedPackages(dir: string, lookIn: readonly string[] = []): InstalledPackage[] {
  const found = new Map<string, InstalledPackage>()
  for (const modules of new Set(placesFrom(dir, lookIn).flatMap(moduleFolders)))
    for (const name of packagesIn(modules)) {
      if (found.has(name) || (corePackages as readonly string[]).includes(name)) continue
      const one = packageAt(modules, name)
      if (one) found.set(name, one)
    }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
