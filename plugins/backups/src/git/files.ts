import * as files from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'

type Written = Parameters<typeof files.writeFile>[1]

/**
 * Writes a file whole or not at all: a process that is killed leaves a file with a name of its own, which
 * git does not read. References are written through to the disk before they take their names.
 */
async function writeWhole(path: string, content: Written, mode: number): Promise<void> {
  const draft = join(dirname(path), `tmp_obj_${randomUUID()}`)
  const file = await files.open(draft, 'wx', mode)
  try {
    await file.writeFile(content)
    if (!/\/objects\/[0-9a-f]{2}\//.test(path)) await file.sync()
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
      writeFile: async (path: string, content: Written) => writeWhole(String(path), content, await modeOf()),
    },
  }
}
