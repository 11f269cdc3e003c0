import type { Finding, Repository } from '../repository.ts'

/** Every library has its reason in docs/project/dependencies.md, and every library on that page is in use. */
export function checkDependencies({ packages, rootManifest, toolManifests, pages }: Repository): Finding[] {
  const file = 'docs/project/dependencies.md'
  const page = pages.get(file) ?? ''
  const explained = new Set([...page.matchAll(/^\| `([^`]+)`/gm)].map(match => match[1]!))
  const used = new Set(
    [rootManifest, ...toolManifests, ...packages.map(pack => pack.manifest)]
      .flatMap(manifest => [
        ...Object.keys(manifest.dependencies ?? {}),
        ...Object.keys(manifest.devDependencies ?? {}),
        ...Object.keys(manifest.optionalDependencies ?? {}),
      ])
      .filter(name => name !== 'linecard' && !name.startsWith('@linecard/')),
  )
  return [
    ...[...used]
      .filter(name => !explained.has(name))
      .map(name => ({ file, message: `${name} is used but its reason is missing` })),
    ...[...explained]
      .filter(name => !used.has(name))
      .map(name => ({ file, message: `${name} is explained but not used` })),
  ]
}
