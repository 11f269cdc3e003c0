import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { filesOf } from '../folder.ts'
import { runOnStorage } from './failures.ts'
import { isKey, pathOfKey, type Storage, type StoredKey } from './storage.ts'

const isAbsent = (error: unknown) => (error as { code?: string }).code === 'ENOENT'
const orNull = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (isAbsent(error)) return null
    throw error
  })

const names = async (path: string, what: 'isDirectory' | 'isFile'): Promise<string[]> =>
  ((await orNull(readdir(path, { withFileTypes: true }))) ?? [])
    .filter(entry => entry[what]())
    .map(({ name }) => name)

/** Files in a folder, in subfolders by the first digits of their keys. Links are not followed. */
export function localStorage(folder: string): Storage {
  const root = filesOf(folder)
  const pathOf = (key: string): string => {
    if (!isKey(key)) throw new Error('not a key')
    return join(root, pathOfKey(key))
  }
  /** Refuses a folder that was replaced by a link: it would lead elsewhere. */
  const assertInside = async (path: string): Promise<void> => {
    const [real, base] = await Promise.all([realpath(dirname(path)), realpath(root)])
    if (real !== join(base, path.slice(root.length + 1, -33))) throw new Error(`${dirname(path)} is a link`)
  }
  return {
    put: (key, path) =>
      runOnStorage(async () => {
        const target = pathOf(key)
        await mkdir(dirname(target), { recursive: true, mode: 0o700 })
        await assertInside(target)
        {
          await using file = await open(path, constants.O_RDWR)
          await file.sync()
        }
        await rename(path, target)
      }),
    open: key =>
      runOnStorage(async () => {
        const path = pathOf(key)
        if ((await orNull(assertInside(path).then(() => true))) === null) return null
        const file = await orNull(open(path, constants.O_RDONLY | constants.O_NOFOLLOW))
        if (!file) return null
        const { size } = await file.stat()
        return { stream: file.createReadStream(), bytes: size }
      }),
    remove: key =>
      runOnStorage(async () => {
        const path = pathOf(key)
        if (await orNull(assertInside(path).then(() => true))) await rm(path, { force: true })
      }),
    list: first =>
      runOnStorage(async () => {
        const all: StoredKey[] = []
        for (const second of await names(join(root, first), 'isDirectory')) {
          const inner = join(root, first, second)
          for (const key of (await names(inner, 'isFile')).filter(isKey)) {
            const stat = await orNull(lstat(join(inner, key)))
            if (stat) all.push({ key, modified: stat.mtime })
          }
        }
        return all
      }),
  }
}
