import { dirname, join, normalize } from 'node:path'
import { importsOf, packageOf, type Package, type Repository } from '../repository.ts'

/** What each TypeScript file of the repository loads from it: imports, and files that it names in a text. */
export type Loads = ReadonlyMap<string, ReadonlySet<string>>

type Targets = Readonly<Record<string, string | { source?: string; default?: string }>>

/** The source behind a key of `exports` or `imports`, as `./worlds/core` or `#compare-worker`. */
function targetOf(pack: Package, table: 'exports' | 'imports', wanted: string): string | null {
  for (const [key, value] of Object.entries((pack.manifest[table] ?? {}) as Targets)) {
    const target = typeof value === 'string' ? value : (value.source ?? value.default ?? '')
    const [before, after] = key.split('*') as [string, string | undefined]
    if (after === undefined) {
      if (key === wanted) return join(pack.folder, target)
    } else if (wanted.startsWith(before) && wanted.endsWith(after)) {
      const part = wanted.slice(before.length, wanted.length - after.length)
      return join(pack.folder, target.replace('*', part))
    }
  }
  return null
}

/** Scripts that are started and files that are read: `'core/cli/src/main.ts'`, `new URL('./agent.ts', …)`. */
const namedIn = (text: string): string[] =>
  [...text.matchAll(/['"`]([\w@./-]+\.(?:ts|mjs|json|yaml))['"`]/g)].map(match => match[1]!)
/** Threads, by names that their package gives them. */
const threadsIn = (text: string): string[] =>
  [...text.matchAll(/import\.meta\.resolve\('(#[\w-]+)'\)/g)].map(match => match[1]!)

export function loadsOf({ packages, loose }: Repository): Loads {
  const byName = new Map(packages.map(pack => [pack.manifest.name, pack]))
  const names = new Set([...packages.flatMap(pack => pack.names), ...loose.keys()])
  const loadedBy = (file: string, text: string, own: Package | null): Set<string> => {
    const here = (path: string) => normalize(join(dirname(file), path))
    const imported = importsOf(text).map(({ specifier, typeOnly }) => {
      if (typeOnly) return null
      if (specifier.startsWith('.')) return here(specifier)
      const pack = byName.get(packageOf(specifier))
      return pack ? targetOf(pack, 'exports', `.${specifier.slice(pack.manifest.name.length)}`) : null
    })
    const named = namedIn(text).flatMap(path => [here(path), normalize(path)])
    const threads = own ? threadsIn(text).map(name => targetOf(own, 'imports', name)) : []
    return new Set(
      [...imported, ...named, ...threads].filter(path => path !== null && names.has(path)) as string[],
    )
  }
  const filesOf = (files: ReadonlyMap<string, string>, own: Package | null) =>
    [...files].map(([file, text]) => [file, loadedBy(file, text, own)] as const)
  return new Map([...packages.flatMap(pack => filesOf(pack.files, pack)), ...filesOf(loose, null)])
}

/** All that a file loads, directly or not, and itself. */
export function reachOf(file: string, loads: Loads): Set<string> {
  const reached = new Set([file])
  for (const one of reached) for (const next of loads.get(one) ?? []) reached.add(next)
  return reached
}
