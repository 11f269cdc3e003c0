import type { Finding, Package, Repository } from '../repository.ts'

const tablesOf = (pack: Package): string[] =>
  [...pack.files]
    .filter(([file]) => file.includes('/src/'))
    .flatMap(([, text]) => [...text.matchAll(/\bcreate table (?:if not exists )?(\w+_\w+)/gi)])
    .map(match => match[1]!)

/**
 * A table belongs to the package whose migrations make it. No other package names it: it asks that package's
 * service or its published read model (design §4). The only exception is a foreign key in a migration,
 * because PostgreSQL itself keeps both tables consistent.
 */
export function checkTables({ packages }: Repository): Finding[] {
  const owners = new Map(packages.flatMap(pack => tablesOf(pack).map(table => [table, pack] as const)))
  const named = new RegExp(`\\b(?:${[...owners.keys()].join('|')})\\b`, 'g')
  return packages.flatMap(pack =>
    [...pack.files]
      .filter(([file]) => file.includes('/src/') && !file.includes('/migrations/'))
      .flatMap(([file, text]) => {
        const foreign = [...text.matchAll(named)]
          .map(match => match[0])
          .filter(table => owners.get(table) !== pack)
        return [...new Set(foreign)].map(table => {
          const owner = owners.get(table)!.manifest.name
          return { file, message: `names ${table}, a table of ${owner}: use its service or read model` }
        })
      }),
  )
}
