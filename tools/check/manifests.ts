import { basename } from 'node:path'
import type { Finding, Repository } from '../repository.ts'

const exact = /^\d+\.\d+\.\d+(-[\w.]+)?$/

/** Versions are exact and equal everywhere. The manifest of a plugin or driver has the block `linecard`. */
export function checkManifests({ packages, rootManifest }: Repository): Finding[] {
  const seen = new Map<string, { version: string; file: string }>()
  const all = [
    ...packages.map(pack => ({ file: `${pack.folder}/package.json`, manifest: pack.manifest })),
    { file: 'package.json', manifest: rootManifest },
  ]
  const versions = all.flatMap(({ file, manifest }) =>
    Object.entries({
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.peerDependencies,
    }).flatMap(([name, version]): Finding[] => {
      const first = seen.get(name) ?? { version, file }
      seen.set(name, first)
      if (!exact.test(version)) return [{ file, message: `${name} is "${version}": pin the version exactly` }]
      return first.version === version
        ? []
        : [{ file, message: `${name} is ${version} here and ${first.version} in ${first.file}` }]
    }),
  )
  const shape = packages.flatMap(({ kind, folder, manifest }): Finding[] => {
    const file = `${folder}/package.json`
    const id = basename(folder)
    const wanted = kind === 'drivers' ? 'driver' : kind === 'plugins' ? 'plugin' : null
    const name =
      kind === 'drivers' ? `@linecard/driver-${id}` : kind === 'plugins' ? `@linecard/plugin-${id}` : null
    return [
      ...(manifest.license === 'Apache-2.0' ? [] : [{ file, message: 'license must be Apache-2.0' }]),
      ...(name && manifest.name !== name ? [{ file, message: `name must be ${name}` }] : []),
      ...(wanted &&
      (manifest.linecard?.kind !== wanted || manifest.linecard.id !== id || manifest.linecard.api !== 1)
        ? [{ file, message: `needs "linecard": {"kind": "${wanted}", "id": "${id}", "api": 1}` }]
        : []),
      ...(kind === 'drivers' && manifest.dependencies?.['@linecard/driver-kit']
        ? [{ file, message: 'a driver has the kit as peer dependency: there must be one copy of it' }]
        : []),
    ]
  })
  return [...versions, ...shape]
}
