import { builtinModules } from 'node:module'
import { importsOf, packageOf, type Finding, type Package, type Repository } from './repository.ts'

/**
 * Height of a core package: imports only go down (design §1). Plugins and drivers stand beside, see
 * `allowed`.
 */
const height: Readonly<Record<string, number>> = {
  linecard: 5,
  '@linecard/kernel': 4,
  '@linecard/equipment': 3,
  '@linecard/plugin-kit': 2,
  '@linecard/simulator': 2,
  '@linecard/driver-kit': 1,
  '@linecard/test-kit': 0,
}
const kits = new Set(['@linecard/plugin-kit', '@linecard/driver-kit', '@linecard/test-kit'])

/** Ids of the plugins that a plugin requires, as its `definePlugin` says. */
const requiresOf = (pack: Package): string[] => {
  const text = [...pack.files].find(([name]) => name.endsWith('src/index.ts'))?.[1] ?? ''
  return [...(/requires:\s*\[([^\]]*)\]/.exec(text)?.[1] ?? '').matchAll(/'([^']+)'/g)].map(
    match => match[1]!,
  )
}

function allowed(from: Package, to: Package): boolean {
  if (kits.has(to.manifest.name)) return (height[from.manifest.name] ?? 9) > height[to.manifest.name]!
  if (from.kind === 'examples') return true
  if (from.manifest.linecard?.kind === 'driver') return false
  if (from.manifest.linecard?.kind === 'plugin' && to.manifest.linecard?.kind === 'plugin')
    return requiresOf(from).includes(to.manifest.linecard.id)
  if (from.manifest.linecard?.kind === 'plugin') return false
  return (height[from.manifest.name] ?? -1) > (height[to.manifest.name] ?? 9)
}

/**
 * Imports go only the allowed way, through a package's door, and are declared in its manifest. Tests may use
 * any package.
 */
export function checkImports({ packages, rootManifest }: Repository): Finding[] {
  const byName = new Map(packages.map(pack => [pack.manifest.name, pack]))
  const builtin = new Set(builtinModules)
  return packages.flatMap(pack =>
    [...pack.files].flatMap(([file, text]) => {
      const isTest = file.includes('/test/')
      const { manifest } = pack
      const declared = new Set([
        ...Object.keys(manifest.dependencies ?? {}),
        ...Object.keys(manifest.peerDependencies ?? {}),
        ...Object.keys(manifest.devDependencies ?? {}),
        manifest.name,
        ...(isTest || pack.kind === 'examples' ? Object.keys(rootManifest.devDependencies ?? {}) : []),
      ])
      return importsOf(text).flatMap(({ specifier, typeOnly }): Finding[] => {
        if (specifier.startsWith('node:')) return []
        if (builtin.has(specifier))
          return [{ file, message: `import of "${specifier}": write node:${specifier}` }]
        if (specifier.startsWith('.'))
          return specifier.endsWith('.ts') || specifier.endsWith('.json')
            ? []
            : [{ file, message: `relative import "${specifier}" must end in .ts` }]
        const name = packageOf(specifier)
        const target = byName.get(name)
        if (specifier.includes('/src/'))
          return [{ file, message: `"${specifier}" reaches into another package; import what it exports` }]
        if (target && !isTest && target !== pack && !allowed(pack, target))
          return [
            {
              file,
              message: `${manifest.name} may not import ${name} (imports go cli → kernel → equipment → kits; a plugin only what it requires)`,
            },
          ]
        if (!declared.has(name) && !(isTest && target) && !(typeOnly && declared.has(`@types/${name}`)))
          return [{ file, message: `"${name}" is imported but not in the package's dependencies` }]
        return []
      })
    }),
  )
}
