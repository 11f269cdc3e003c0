import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { CommandFiles } from '@linecard/plugin-kit'

/** The files that this process reaches. */
export const localFiles: CommandFiles = {
  async kind(path) {
    const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
      throw error
    })
    return found && (found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other')
  },
  list: async folder => (await readdir(folder)).toSorted(),
  read: path => createReadStream(path),
  makeFolder: async path => void (await mkdir(path, { recursive: true })),
  async write(path, content, mode) {
    const source = typeof content === 'string' ? [content] : content
    await pipeline(Readable.from(source), createWriteStream(path, { mode }))
  },
}
