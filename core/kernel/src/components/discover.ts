import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { check } from '../config/check.ts'
import { StartError } from '../start-error.ts'
import { Type as T, type Static } from 'typebox'

/** Block `linecard` of a package.json. It says what a package is without running its code. */
const Manifest = T.Object(
  {
    kind: T.Enum(['plugin', 'driver']),
    id: T.String({ pattern: '^[a-z][a-z0-9-]*$' }),
    api: T.Integer({ minimum: 1 }),
  },
  { additionalProperties: false },
)

/** A package named in the config, before any of its code has run. */
export interface Package extends Static<typeof Manifest> {
  name: string
  version: string
  description: string
  core: boolean
  /** Runs its code and returns the default export. */
  load(): Promise<unknown>
}

/** Major version of the contracts that this kernel supports. */
export const contractApi = 1

/** Always on. */
export const corePackages = [
  '@linecard/equipment',
  '@linecard/identity',
  '@linecard/inventory',
  '@linecard/system',
] as const

/** `package.json` of a package as Node would find it from `from`. The package need not export it. */
function manifestFile(name: string, from: string): string | null {
  for (let dir = from; ; dir = dirname(dir)) {
    const file = join(dir, 'node_modules', name, 'package.json')
    if (existsSync(file)) return file
    if (dirname(dir) === dir) return null
  }
}

function read(name: string, kind: 'plugin' | 'driver', core: boolean, places: readonly string[]): Package {
  const file = places.map(place => manifestFile(name, place)).find(found => found !== null)
  if (!file)
    throw new StartError(
      `Package "${name}" is not installed (searched from ${places.join(' and ')}). ` +
        `Install it or remove it from "${kind}s" in the config`,
    )
  const json = JSON.parse(readFileSync(file, 'utf8')) as {
    version?: string
    description?: string
    exports?: unknown
    linecard?: unknown
  }
  const wrong = json.linecard ? check(Manifest, json.linecard, 'linecard') : ['no block "linecard"']
  if (wrong.length > 0)
    throw new StartError(
      `Package "${name}" is not a Linecard package: ${wrong.join('; ')} in its package.json`,
    )
  const manifest = json.linecard as Static<typeof Manifest>
  if (manifest.kind !== kind)
    throw new StartError(
      `Package "${name}" is a ${manifest.kind}: name it under "${manifest.kind}s" in the config`,
    )
  const load = async () => {
    // By its name, so that "exports" and its conditions apply, or else by its folder.
    const entry = createRequire(file).resolve(json.exports ? name : dirname(file))
    return ((await import(pathToFileURL(entry).href)) as { default?: unknown }).default
  }
  return {
    ...manifest,
    name,
    core,
    version: json.version ?? '0.0.0',
    description: json.description ?? '',
    load,
  }
}

/**
 * Finds the core and the packages that the config names, first from `dir`, then from `lookIn`, then from the
 * kernel's own folder.
 * Imports nothing.
 * @throws StartError for a package that is not installed, has no manifest, or has the id of another one
 */
export function discoverPackages(
  config: { plugins: readonly string[]; drivers: readonly string[] },
  dir: string,
  core: readonly string[] = corePackages,
  lookIn: readonly string[] = [],
): Package[] {
  const places = [dir, ...lookIn, dirname(fileURLToPath(import.meta.url))]
  const packages = [...new Set([...core, ...config.plugins])]
    .map(name => read(name, 'plugin', core.includes(name), places))
    .concat(config.drivers.map(name => read(name, 'driver', false, places)))
  refuseTwins(packages)
  return packages
}

export function refuseTwins(packages: readonly Package[]): void {
  const owner = new Map<string, Package>()
  for (const found of packages) {
    const key = componentKey(found)
    const twin = owner.get(key)
    if (twin)
      throw new StartError(
        `Packages "${twin.name}" and "${found.name}" both call themselves ${found.kind} "${found.id}"`,
      )
    owner.set(key, found)
  }
}

/** Key of a component in lists and in the database. A driver and a plugin may have the same id. */
export const componentKey = (found: { kind: 'plugin' | 'driver'; id: string }) =>
  found.kind === 'driver' ? `driver-${found.id}` : found.id
