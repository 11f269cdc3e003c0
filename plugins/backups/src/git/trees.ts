import git, { type TreeEntry } from 'isomorphic-git'
import { wholeFiles } from './files.ts'

/** Trees of a bare repository. `cache` keeps the indexes of packs that were read. */
export function treesOf(folder: string) {
  const at = { fs: wholeFiles(folder), gitdir: folder, dir: folder }
  const entries = async (oid: string | null, cache: object): Promise<TreeEntry[]> =>
    oid === null ? [] : (await git.readTree({ ...at, oid, cache })).tree

  /**
   * The tree with another file at a path, or without one (null). Only the trees on the way are written again.
   * Null: nothing is left of it.
   */
  async function changed(
    oid: string | null,
    [name = '', ...inner]: readonly string[],
    blob: string | null,
    cache: object,
  ): Promise<string | null> {
    const present = await entries(oid, cache)
    const others = present.filter(({ path }) => path !== name)
    if (inner.length === 0) {
      if (blob !== null) others.push({ mode: '100644', path: name, oid: blob, type: 'blob' })
    } else {
      const own = present.find(({ path, type }) => path === name && type === 'tree')
      const below = await changed(own?.oid ?? null, inner, blob, cache)
      if (below !== null) others.push({ mode: '040000', path: name, oid: below, type: 'tree' })
    }
    return others.length === 0 ? null : git.writeTree({ ...at, tree: others })
  }

  return {
    changed,
    empty: () => git.writeTree({ ...at, tree: [] }),
    /** The file at a path; null: there is none. */
    async blobAt(oid: string | null, path: string, cache: object): Promise<string | null> {
      let found = oid
      for (const part of path.split('/'))
        found = (await entries(found, cache)).find(entry => entry.path === part)?.oid ?? null
      return found
    },
    /** The files below two folders. */
    async paths(tree: string): Promise<string[]> {
      const cache = {}
      let level = [{ path: '', oid: tree }]
      for (let depth = 0; depth < 3; depth++) {
        const next: typeof level = []
        for (const { path, oid } of level)
          for (const entry of await entries(oid, cache))
            if ((entry.type === 'blob') === (depth === 2))
              next.push({ path: path === '' ? entry.path : `${path}/${entry.path}`, oid: entry.oid })
        level = next
      }
      return level.map(({ path }) => path)
    },
  }
}
