import { basename } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Finding, Manifest, Package, Repository } from '../repository.ts'

const exact = /^\d+\.\d+\.\d+(-[\w.]+)?$/

const isOurs = (name: string): boolean => name === 'linecard' || name.startsWith('@linecard/')

/** The contract number decides whether a driver or plugin fits, so a peer is an open range. */
const peerMessages = ({ peerDependencies = {} }: Manifest): string[] =>
  Object.entries(peerDependencies)
    .filter(([name, version]) => isOurs(name) && !/^>=\d+\.\d+\.\d+$/.test(version))
    .map(([name, version]) => `the peer ${name} is "${version}": write a range such as >=0.1.0`)

/** What a registry shows of a published package: the addresses are those of the root, with its folder. */
function shownMessages({ folder, manifest }: Package, root: Manifest): string[] {
  const wanted = {
    homepage: `${root.homepage}/tree/main/${folder}`,
    bugs: root.bugs,
    repository: { ...root.repository, directory: folder },
  }
  return [
    ...(manifest.description ? [] : ['has no description']),
    ...Object.entries(wanted)
      .filter(([key, value]) => !isDeepStrictEqual(manifest[key as keyof typeof wanted], value))
      .map(([key, value]) => `"${key}" must be ${JSON.stringify(value)}`),
  ]
}

/**
 * Versions are exact and equal everywhere, but for peers of this repository. The manifest of a plugin or
 * driver has the block `linecard`. A published package says where it comes from.
 */
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
      ...Object.fromEntries(
        Object.entries(manifest.peerDependencies ?? {}).filter(([name]) => !isOurs(name)),
      ),
    }).flatMap(([name, version]): Finding[] => {
      const first = seen.get(name) ?? { version, file }
      seen.set(name, first)
      if (!exact.test(version)) return [{ file, message: `${name} is "${version}": pin the version exactly` }]
      return first.version === version
        ? []
        : [{ file, message: `${name} is ${version} here and ${first.version} in ${first.file}` }]
    }),
  )
  const shape = packages.flatMap((pack): Finding[] => {
    const { kind, folder, manifest } = pack
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
      ...(manifest.engines
        ? [{ file, message: 'has "engines": npm would warn of it on an older Node; publishing adds it' }]
        : []),
      ...(wanted && Object.keys(manifest.dependencies ?? {}).some(isOurs)
        ? [{ file, message: `a ${wanted} has our packages as peer dependencies: there should be one copy` }]
        : []),
      ...peerMessages(manifest).map(message => ({ file, message })),
      ...(manifest.private ? [] : shownMessages(pack, rootManifest)).map(message => ({ file, message })),
    ]
  })
  return [...versions, ...shape]
}
