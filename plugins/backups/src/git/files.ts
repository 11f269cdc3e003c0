import * as files from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'

type Written = Parameters<typeof files.writeFile>[1]

/**
 * Writes a file whole or not at all: a process that is killed leaves a file with a name of its own among the
 * objects, which git does not read there: below `refs` it would be a broken reference. References are written
 * through to the disk before they take their names.
 */
async function writeWhole(folder: string, path: string, content: Written, mode: number): Promise<void> {
  const isObject = /\/objects\/[0-9a-f]{2}\/[^/]+$/.test(path)
  const place = isObject ? dirname(path) : join(folder, 'objects', 'pack')
  const draft = join(place, `tmp_obj_${randomUUID()}`)
  const file = await files.open(draft, 'wx', mode)
  try {
    await file.writeFile(content)
    if (!isObject) await file.sync()
  } finally {
    await file.close()
  }
  await files.rename(draft, path)
}

/**
 * The file system as isomorphic-git uses it in a repository, with writes that a kill cannot cut in two.
 * Whoever may read the folder may read the files.
 */
export function wholeFiles(folder: string) {
  let mode: Promise<number> | undefined
  const modeOf = () => (mode ??= files.stat(folder).then(found => 0o600 | (found.mode & 0o044)))
  return {
    promises: {
      ...files,
      writeFile: async (path: string, content: Written) =>
        writeWhole(folder, String(path), content, await modeOf()),
    },
  }
}
