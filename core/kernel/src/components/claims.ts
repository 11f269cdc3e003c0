import type { Plugin } from '@linecard/plugin-kit'
import { slotOf } from '../http/slots.ts'
import { tablePrefix } from './declarations.ts'

/** What can belong to one plugin only: permission keys, types of hits, prefixes, tables. */
export interface Claims {
  /** What a plugin claims that another one has already. Takes its claims if there is none. */
  take(plugin: Plugin): string[]
}

/** Tables of migrations: the schema of a plugin is plain SQL. */
const createdTable = /\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/gi

/** The tables that a plugin declares, with the place of each. */
function tablesOf({ entities = [], migrations = [] }: Plugin): [table: string, where: string][] {
  const mapped = entities.flatMap((entity): [string, string][] => {
    const { tableName, name } = (entity as { meta?: { tableName?: string; name?: string } }).meta ?? {}
    return tableName ? [[tableName, `entity ${name ?? tableName}`]] : []
  })
  const created = migrations.flatMap(({ name, up }) =>
    [...up.matchAll(createdTable)].map((match): [string, string] => [match[1]!, `migration ${name}`]),
  )
  return [...mapped, ...created]
}

const tableClaim = (table: string) => `the table "${table}"`

const own = (kind: string, names: object | undefined, how: string) =>
  Object.keys(names ?? {}).map((name): [string, string] => [`${kind} "${name}"`, how])

const claimsOf = (plugin: Plugin): [what: string, how: string][] => {
  const slot = slotOf(plugin)
  return [
    ...own('the permission', plugin.permissions, `name it "${tablePrefix(plugin.id)}…"`),
    ...own('the poller', plugin.pollers, 'name it otherwise, or store its results with "pollStores"'),
    ...own('the search type', plugin.search, 'name the type of hit otherwise'),
    ...own('the event', plugin.conditions, 'name the condition otherwise'),
    ...own('the channel', plugin.channels, 'name the channel otherwise'),
    ...own('the place type', plugin.places, 'name the type of hit otherwise'),
    ...tablesOf(plugin).map(([table]): [string, string] => [
      tableClaim(table),
      `a table of this plugin begins with "${tablePrefix(plugin.id)}"`,
    ]),
    ...(slot ? [[`the http prefix "${slot.prefix}"`, 'set another "prefix"'] as [string, string]] : []),
  ]
}

export function createClaims(): Claims {
  const owners = new Map<string, string>()
  const prefixes = new Map<string, string>()

  const tableFaults = (plugin: Plugin): string[] => {
    const prefix = tablePrefix(plugin.id)
    return tablesOf(plugin).flatMap(([table, where]) => {
      if (owners.has(tableClaim(table))) return []
      if (!table.startsWith(prefix)) return [`${where}: table "${table}" must be named "${prefix}<noun>"`]
      const longer = [...prefixes].find(([other]) => other.length > prefix.length && table.startsWith(other))
      return longer
        ? [`${where}: table "${table}" has the prefix of plugin "${longer[1]}": name it otherwise`]
        : []
    })
  }

  return {
    take(plugin) {
      const claims = claimsOf(plugin)
      const faults = claims.flatMap(([what, how]) => {
        const owner = owners.get(what)
        return owner === undefined ? [] : [`${what} belongs to plugin "${owner}" already: ${how}`]
      })
      faults.push(...tableFaults(plugin))
      if (faults.length > 0) return faults
      for (const [what] of claims) owners.set(what, plugin.id)
      prefixes.set(tablePrefix(plugin.id), plugin.id)
      return []
    },
  }
}
