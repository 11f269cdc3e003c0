import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { check } from '../config/check.ts'
import { messageOf } from '../log/error.ts'
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
  /** Key of its component. */
  key: string
  name: string
  /** Why it cannot be used, if its package.json already tells. Its code is not run then. */
  fault: string | null
  /** The folder of its package.json, without links. Null if it came as an object. */
  folder: string | null
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

/** Whether a name in the config is a folder, relative to the config file, and no name of a package. */
const isFolder = (name: string): boolean => isAbsolute(name) || /^\.\.?(\/|$)/.test(name)

/** The folders in which Node looks for packages from `from`, the nearest first. */
export const moduleFolders = (from: string): string[] => [
  join(from, 'node_modules'),
  ...(dirname(from) === from ? [] : moduleFolders(dirname(from))),
]

/** `package.json` of a package as Node would find it from `from`. The package need not export it. */
const manifestFile = (name: string, from: string): string | null =>
  (isFolder(name)
    ? [resolve(from, name, 'package.json')]
    : moduleFolders(from).map(folder => join(folder, name, 'package.json'))
  ).find(existsSync) ?? null

interface PackageJson {
  name?: string
  version?: string
  description?: string
  exports?: unknown
  linecard?: unknown
}

/** Reads a package.json, and says what keeps it from being one of a Linecard package. */
export function readJson(file: string): { json: PackageJson; fault: string | null } {
  let json: PackageJson
  try {
    json = JSON.parse(readFileSync(file, 'utf8')) as PackageJson
  } catch (error) {
    return { json: {}, fault: `its package.json is not JSON: ${messageOf(error)}` }
  }
  const wrong = json.linecard ? check(Manifest, json.linecard, 'linecard') : ['it has no block "linecard"']
  return {
    json,
    fault: wrong.length > 0 ? `is no Linecard package: ${wrong.join('; ')} in its package.json` : null,
  }
}

/** What is known of a package whose manifest is wrong: enough to show it. */
const shownAs = (name: string, kind: 'plugin' | 'driver', given: unknown): Static<typeof Manifest> => {
  const { id } = (given ?? {}) as { id?: unknown }
  const slug = basename(name)
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '-')
  return { kind, api: contractApi, id: typeof id === 'string' && /^[a-z][a-z0-9-]*$/.test(id) ? id : slug }
}

function read(name: string, kind: 'plugin' | 'driver', core: boolean, places: readonly string[]): Package {
  const file = places.map(place => manifestFile(name, place)).find(found => found !== null)
  if (!file)
    throw new StartError(
      `Package "${name}" is not installed (searched from ${places.join(' and ')}). ` +
        `Install it or remove it from "${kind}s" in the config`,
    )
  const { json, fault } = readJson(file)
  const manifest = fault ? shownAs(name, kind, json.linecard) : (json.linecard as Static<typeof Manifest>)
  if (manifest.kind !== kind)
    throw new StartError(
      `Package "${name}" is a ${manifest.kind}: name it under "${manifest.kind}s" in the config`,
    )
  const load = async () => {
    // By its name, so that "exports" and its conditions apply, or else by its folder. A folder knows itself
    // by the name in its package.json.
    const own = isFolder(name) ? json.name : name
    const entry = createRequire(file).resolve(json.exports && own ? own : dirname(file))
    return ((await import(pathToFileURL(entry).href)) as { default?: unknown }).default
  }
  return {
    ...manifest,
    key: componentKey(manifest),
    name,
    fault,
    folder: realpathSync(dirname(file)),
    core,
    version: json.version ?? '0.0.0',
    description: json.description ?? '',
    load,
  }
}

/** Where packages are looked up, in this order: from `dir`, from `lookIn`, from the kernel's own folder. */
export const placesFrom = (dir: string, lookIn: readonly string[]): string[] => [
  dir,
  ...lookIn,
  dirname(fileURLToPath(import.meta.url)),
]

/**
 * Finds the core and the packages that the config names, in the places of `placesFrom`. Imports nothing.
 * @throws StartError for a package that is not installed
 */
export function discoverPackages(
  config: { plugins: readonly string[]; drivers: readonly string[] },
  dir: string,
  core: readonly string[] = corePackages,
  lookIn: readonly string[] = [],
): Package[] {
  const places = placesFrom(dir, lookIn)
  return [...new Set([...core, ...config.plugins])]
    .map(name => read(name, 'plugin', core.includes(name), places))
    .concat(config.drivers.map(name => read(name, 'driver', false, places)))
}

/**
 * Of two packages with one id the later one cannot be used. It has a key of its own, under which it is shown.
 */
export function markTwins(packages: readonly Package[]): Package[] {
  const first = new Map<string, Package>()
  return packages.map(found => {
    const twin = first.get(found.key)
    if (!twin) {
      first.set(found.key, found)
      return found
    }
    const fault =
      `package "${found.name}" calls itself ${found.kind} "${found.id}", as package "${twin.name}" does, ` +
      `which comes first: remove one of them from "${found.kind}s" in the config`
    for (let number = 2; ; number++) {
      const key = `${found.key}~${number}`
      if (first.has(key)) continue
      const second = { ...found, key, fault }
      first.set(key, second)
      return second
    }
  })
}

/** Key of a component in lists and in the database. A driver and a plugin may have the same id. */
export const componentKey = (found: { kind: 'plugin' | 'driver'; id: string }) =>
  found.kind === 'driver' ? `driver-${found.id}` : found.id
