import { relative } from 'node:path'
import type { Package, Repository } from '../repository.ts'

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** Packages of this repository that a package depends on, by its manifest. */
const needs = (pack: Package, { packages }: Repository) =>
  packages.filter(
    other => other.manifest.name in { ...pack.manifest.dependencies, ...pack.manifest.peerDependencies },
  )

/** `tsc -b` needs the references of each package. They follow from the manifests. */
export function tsconfigs(repository: Repository): Record<string, () => Promise<string>> {
  const built = repository.packages.filter(pack => !pack.manifest.private)
  /** JSON files that sources import. `include: ['src']` covers only code. */
  const data = (pack: Package) =>
    pack.names.some(name => name.startsWith(`${pack.folder}/src/`) && name.endsWith('.json'))
      ? ['src/**/*.json']
      : []
  const one = (pack: Package) =>
    json({
      extends: `${relative(pack.folder, '.')}/tsconfig.base.json`,
      compilerOptions: { composite: true, rootDir: 'src', outDir: 'dist' },
      include: ['src', ...data(pack)],
      references: needs(pack, repository).map(other => ({ path: relative(pack.folder, other.folder) })),
    })
  return {
    'tsconfig.json': async () => json({ files: [], references: built.map(pack => ({ path: pack.folder })) }),
    ...Object.fromEntries(built.map(pack => [`${pack.folder}/tsconfig.json`, async () => one(pack)])),
  }
}
