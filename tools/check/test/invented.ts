import type { Manifest, Package, Repository } from '../repository.ts'

const kinds: readonly string[] = ['core', 'plugins', 'drivers', 'examples']

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
  if (!kinds.includes(kind)) throw new Error(`no kind of package: ${kind}`)
  const usual: Manifest = {
    name:
      kind === 'drivers'
        ? `@linecard/driver-${id}`
        : kind === 'plugins'
          ? `@linecard/plugin-${id}`
          : `@linecard/${id}`,
    version: '0.1.0',
    license: 'Apache-2.0',
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

/** A repository of these packages, and files of `test/` and `tools/` that belong to no package. */
export const repositoryOf = (
  packages: readonly Package[],
  {
    loose = {},
    rootManifest = {},
  }: { loose?: Readonly<Record<string, string>>; rootManifest?: Partial<Manifest> } = {},
): Repository => ({
  root: '/invented',
  packages,
  loose: new Map(Object.entries(loose)),
  rootManifest: { name: 'invented', version: '0.1.0', license: 'Apache-2.0', ...rootManifest },
})
