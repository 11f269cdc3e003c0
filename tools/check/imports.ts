import { builtinModules } from 'node:module'
import { dirname, join, normalize } from 'node:path'
import { importsOf, packageOf, type Finding, type Package, type Repository } from '../repository.ts'

/** Height of a core package: imports go down only (design §1). Plugins and drivers: see `isAllowed`. */
const height: Readonly<Record<string, number>> = {
  linecard: 5,
  '@linecard/kernel': 4,
  '@linecard/equipment': 3,
  '@linecard/template-kit': 3,
  '@linecard/plugin-kit': 2,
  '@linecard/simulator': 2,
  '@linecard/driver-kit': 1,
  '@linecard/test-kit': 0,
}
const kits = new Set([
  '@linecard/template-kit',
  '@linecard/plugin-kit',
  '@linecard/driver-kit',
  '@linecard/test-kit',
])
const builtin = new Set(builtinModules)

/** Shared test material. It is not published, and it may use every package, as tests may. */
const isWorld = (file: string): boolean => file.startsWith('core/test-kit/worlds/')
const isTest = (file: string): boolean => file.includes('/test/') || isWorld(file)

/** Ids of the plugins that a plugin requires, from its `definePlugin`. */
const requiresOf = (pack: Package): string[] => {
  const text = [...pack.files].find(([name]) => name.endsWith('src/index.ts'))?.[1] ?? ''
  return [...(/requires:\s*\[([^\]]*)\]/.exec(text)?.[1] ?? '').matchAll(/'([^']+)'/g)].map(
    match => match[1]!,
  )
}

function isAllowed(from: Package, to: Package): boolean {
  if (kits.has(to.manifest.name)) return (height[from.manifest.name] ?? 9) > height[to.manifest.name]!
  if (from.kind === 'examples') return true
  if (from.manifest.linecard?.kind === 'driver') return false
  if (from.manifest.linecard?.kind === 'plugin' && to.manifest.linecard?.kind === 'plugin')
    return requiresOf(from).includes(to.manifest.linecard.id)
  // A copy of a device that plugins may start: no part of the service, and nothing of a test.
  if (to.manifest.name === '@linecard/simulator' && from.manifest.linecard?.kind === 'plugin') return true
  if (from.manifest.linecard?.kind === 'plugin') return false
  return (height[from.manifest.name] ?? -1) > (height[to.manifest.name] ?? 9)
}

/** Names of packages that the sources of a package, or its tests, may import. */
const declaredIn = ({ manifest, kind }: Package, root: Repository['rootManifest'], test: boolean) =>
  new Set([
    ...Object.keys(manifest.dependencies ?? {}),
    ...Object.keys(manifest.peerDependencies ?? {}),
    ...Object.keys(manifest.devDependencies ?? {}),
    manifest.name,
    ...(test || kind === 'examples' ? Object.keys(root.devDependencies ?? {}) : []),
  ])

/** A relative import stays in its package. Worlds may also use the sources of other packages. */
function relativeMessage(file: string, specifier: string, pack: Package): string | null {
  if (!specifier.endsWith('.ts') && !specifier.endsWith('.json'))
    return `relative import "${specifier}" must end in .ts`
  const target = normalize(join(dirname(file), specifier))
  if (target.startsWith(`${pack.folder}/`) || (isWorld(file) && target.includes('/src/'))) return null
  return isTest(file)
    ? `"${specifier}" leaves the package: what tests share lives in core/test-kit/worlds`
    : `"${specifier}" leaves the package: import another package by its name`
}

function packageMessage(
  file: string,
  specifier: string,
  pack: Package,
  target: Package | undefined,
): string | null {
  const to = packageOf(specifier)
  if (specifier.includes('/src/'))
    return `"${specifier}" reaches into another package; import what it exports`
  if (isTest(file)) return null
  if (target?.manifest.name === '@linecard/test-kit' && specifier.includes('/worlds/'))
    return `"${specifier}" is for tests: it is not published`
  return target && target !== pack && !isAllowed(pack, target)
    ? `${pack.manifest.name} may not import ${to}` +
        ' (imports go cli → kernel → equipment → kits; a plugin only what it requires)'
    : null
}

/** Tests outside the packages may import the sources of a package, but not its tests. */
const checkLoose = ([file, text]: readonly [string, string]): Finding[] =>
  importsOf(text)
    .filter(({ specifier }) => specifier.startsWith('.'))
    .filter(({ specifier }) =>
      /^(core|plugins|drivers|examples)\/[^/]+\/test\//.test(normalize(join(dirname(file), specifier))),
    )
    .map(({ specifier }) => ({
      file,
      message: `"${specifier}" is a test of one package: what tests share lives in core/test-kit/worlds`,
    }))

/**
 * Imports go only the allowed way, through what a package exports, and are declared in its manifest. Tests
 * may use any package, but not the tests of another one.
 */
export function checkImports({ packages, loose, rootManifest }: Repository): Finding[] {
  const byName = new Map(packages.map(pack => [pack.manifest.name, pack]))
  const inPackages = packages.flatMap(pack =>
    [...pack.files].flatMap(([file, text]) => {
      const declared = declaredIn(pack, rootManifest, isTest(file))
      const messageOf = (specifier: string, typeOnly: boolean): string | null => {
        if (specifier.startsWith('node:')) return null
        if (builtin.has(specifier)) return `import of "${specifier}": write node:${specifier}`
        if (specifier.startsWith('.')) return relativeMessage(file, specifier, pack)
        const name = packageOf(specifier)
        const target = byName.get(name)
        const wrong = packageMessage(file, specifier, pack, target)
        if (wrong) return wrong
        const known =
          declared.has(name) || (isTest(file) && target) || (typeOnly && declared.has(`@types/${name}`))
        return known ? null : `"${name}" is imported but not in the package's dependencies`
      }
      return importsOf(text).flatMap(({ specifier, typeOnly }) => {
        const message = messageOf(specifier, typeOnly)
        return message ? [{ file, message }] : []
      })
    }),
  )
  return [...inPackages, ...[...loose].flatMap(checkLoose)]
}
