import type { Manifest, Package, Repository } from '../../repository.ts'

const kinds: ReadonlySet<string> = new Set(['core', 'plugins', 'drivers', 'examples'])

const home = 'https://example.net/linecard'
const repository = { type: 'git', url: `git+${home}.git` }

export interface Invented {
  manifest?: Partial<Manifest>
  /** Texts of TypeScript files by their path in the package. */
  files?: Readonly<Record<string, string>>
  /** Names of files whose text does not matter. */
  others?: readonly string[]
}

/** A package by its folder: `core/kernel`, `drivers/acme`. It is correct where nothing else is given. */
export function packageAt(
  folder: string,
  { manifest = {}, files = {}, others = [] }: Invented = {},
): Package {
  const [kind = '', id = ''] = folder.split('/')
  if (!kinds.has(kind)) throw new Error(`no kind of package: ${kind}`)
  const usual: Manifest = {
    name:
      kind === 'drivers'
        ? `@linecard/driver-${id}`
        : kind === 'plugins'
          ? `@linecard/plugin-${id}`
          : `@linecard/${id}`,
    version: '0.1.0',
    license: 'Apache-2.0',
    description: 'What it is for',
    homepage: `${home}/tree/main/${folder}`,
    bugs: `${home}/issues`,
    repository: { ...repository, directory: folder },
    ...(kind === 'drivers' && { linecard: { kind: 'driver', id, api: 1 } }),
    ...(kind === 'plugins' && { linecard: { kind: 'plugin', id, api: 1 } }),
  }
  const texts = new Map(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]))
  return {
    kind: kind as Package['kind'],
    folder,
    manifest: { ...usual, ...manifest },
    files: texts,
    names: [...texts.keys(), ...others.map(name => `${folder}/${name}`)],
  }
}

/** What is in a repository beside its packages. */
export interface Around {
  /** Files of `test/` and `tools/`. */
  loose?: Readonly<Record<string, string>>
  /** Pages of `docs/`. */
  pages?: Readonly<Record<string, string>>
  rootManifest?: Partial<Manifest>
}

/** A repository of these packages. */
export const repositoryOf = (
  packages: readonly Package[],
  { loose = {}, pages = {}, rootManifest = {} }: Around = {},
): Repository => ({
  root: '/invented',
  packages,
  loose: new Map(Object.entries(loose)),
  pages: new Map(Object.entries(pages)),
  rootManifest: {
    name: 'invented',
    version: '0.1.0',
    license: 'Apache-2.0',
    homepage: home,
    bugs: `${home}/issues`,
    repository,
    ...rootManifest,
  },
  toolManifests: [],
})
