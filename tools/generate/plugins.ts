import type { Plugin } from '@linecard/plugin-kit'
import type { Repository } from '../repository.ts'

/** Every plugin of this repository that is published, by its id. */
export async function pluginsOf({ packages }: Repository): Promise<Plugin[]> {
  const plugins = await Promise.all(
    packages
      .filter(pack => pack.manifest.linecard?.kind === 'plugin' && !pack.manifest.private)
      .map(async pack => ((await import(pack.manifest.name)) as { default: Plugin }).default),
  )
  return plugins.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
