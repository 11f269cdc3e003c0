import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import git, { type TreeEntry } from 'isomorphic-git'
import { wholeFiles } from './files.ts'

/** Trees of a bare repository. `cache` keeps the indexes of packs that were read. */
function treesOf(folder: string) {
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

export const branch = 'main'
const ref = `refs/heads/${branch}`

export interface Person {
  name: string
  email: string
  /** Seconds since 1970. */
  timestamp: number
}

/** What a path has from now on: a text, the file of another path, or nothing (null). */
export type Content = { text: string } | { from: string } | null

/** One change of the files. */
export interface Change {
  files: ReadonlyMap<string, Content>
  message: string
  author: Person
  committer: Person
}

/** A bare repository on disk. One process writes to it; anybody may read it meanwhile. */
export interface Repository {
  folder: string
  /** The last commit; null: there is none yet. */
  head(): Promise<string | null>
  /** Writes the objects of a commit. Nobody sees it before `move`. */
  commit(parent: string | null, change: Change): Promise<string>
  /** Makes a commit the last one. */
  move(oid: string): Promise<void>
  /**
   * Gives the messages of the commits after `oid`, the newest first; null: of all. @returns whether `oid` is
   * before them
   */
  after(oid: string | null, use: (message: string) => void): Promise<boolean>
  /** Every file of the last commit in two folders, by its path. */
  paths(): Promise<string[]>
}

const written = (who: Person) => ({ ...who, timezoneOffset: 0 })
const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/**
 * Opens the repository in a folder. If there is none, it is made for this user alone; the rights of another
 * one stay, and its files have them too. @throws Error of the file system
 */
export async function openRepository(folder: string): Promise<Repository> {
  const at = { fs: wholeFiles(folder), gitdir: folder, dir: folder }
  const trees = treesOf(folder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!(await isThere(join(folder, 'HEAD')))) await git.init({ ...at, bare: true, defaultBranch: branch })

  const treeOf = async (oid: string, cache: object) =>
    (await git.readCommit({ ...at, oid, cache })).commit.tree
  const head = async (): Promise<string | null> => {
    try {
      return await git.resolveRef({ ...at, ref })
    } catch (error) {
      if (error instanceof git.Errors.NotFoundError) return null
      throw error
    }
  }

  async function commit(parent: string | null, { files, message, author, committer }: Change) {
    // Indexes of packs are read once for a commit: `git gc` may replace them between two.
    const cache = {}
    const before = parent === null ? null : await treeOf(parent, cache)
    let tree = before
    for (const [path, content] of files) {
      let blob: string | null = null
      if (content !== null)
        blob =
          'text' in content
            ? await git.writeBlob({ ...at, blob: Buffer.from(content.text) })
            : await trees.blobAt(before, content.from, cache)
      tree = await trees.changed(tree, path.split('/'), blob, cache)
    }
    return git.writeCommit({
      ...at,
      commit: {
        message,
        tree: tree ?? (await trees.empty()),
        parent: parent === null ? [] : [parent],
        author: written(author),
        committer: written(committer),
      },
    })
  }

  return {
    folder,
    head,
    commit,
    move: oid => git.writeRef({ ...at, ref, value: oid, force: true }),
    async after(oid, use) {
      const cache = {}
      let next = await head()
      while (next !== null && next !== oid) {
        const { commit: one } = await git.readCommit({ ...at, oid: next, cache })
        use(one.message)
        next = one.parent[0] ?? null
      }
      return next === oid
    },
    async paths() {
      const oid = await head()
      return oid === null ? [] : trees.paths(await treeOf(oid, {}))
    },
  }
}
