import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import git from 'isomorphic-git'
import { wholeFiles } from './files.ts'

/** From so many objects in files of their own they are packed, so many in a pack: it is made in memory. */
const [looseMost, packMost] = [4000, 2000]
/** Octets of the files of one pack. */
const packOctets = 32_000_000
/** Drafts of a process that was killed are removed after so long, in ms. */
const draftMs = 3_600_000

const isOid = (name: string) => /^[0-9a-f]{38}$/.test(name)

interface Loose {
  oid: string
  path: string
}

/** Removes what a killed process left, and lists the objects in files of their own. */
async function looseObjects(folder: string, now: Date): Promise<Loose[]> {
  const objects = join(folder, 'objects')
  const found: Loose[] = []
  for (const part of await readdir(objects)) {
    if (!/^[0-9a-f]{2}$/.test(part) && part !== 'pack') continue
    const names = await readdir(join(objects, part))
    for (const name of names) {
      const path = join(objects, part, name)
      if (part !== 'pack' && isOid(name)) found.push({ oid: part + name, path })
      const halfPack = name.endsWith('.pack') && !names.includes(name.replace(/pack$/, 'idx'))
      if (!name.startsWith('tmp_obj_') && !halfPack) continue
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now.getTime() }))
      if (now.getTime() - mtimeMs > draftMs) await rm(path, { force: true })
    }
  }
  return found
}

/**
 * Puts objects into packs when there are many files of them: a commit writes five. `git gc` in the folder
 * does it better, for it stores differences; it may run at any time. @returns the number of packed objects
 */
export async function packLoose(
  folder: string,
  { now, signal, least = looseMost }: { now: Date; signal: AbortSignal; least?: number },
): Promise<number> {
  const loose = await looseObjects(folder, now)
  if (loose.length < least) return 0
  const at = { fs: wholeFiles(folder), gitdir: folder, dir: folder }
  let [packed, next] = [0, 0]
  while (next < loose.length && !signal.aborted) {
    const some: Loose[] = []
    for (let octets = 0; next < loose.length && some.length < packMost && octets < packOctets; next++) {
      some.push(loose[next]!)
      octets += (await stat(loose[next]!.path)).size
    }
    const { filename } = await git.packObjects({ ...at, oids: some.map(({ oid }) => oid), write: true })
    await git.indexPack({ ...at, filepath: join('objects', 'pack', filename) })
    for (const { path } of some) await rm(path, { force: true })
    packed += some.length
  }
  return packed
}
