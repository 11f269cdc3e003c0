import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, open, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { StartError } from '../start-error.ts'

const hashing = (hash: Hash) =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })

export interface ArchiveWriter {
  /** Adds a file of the disk, and returns its SHA-256. */
  addFile(name: string, path: string): Promise<string>
  addText(name: string, text: string): Promise<string>
}

/** Whether a failure has a code of the operating system, such as ENOSPC. */
const isSystemFailure = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code)

/**
 * Writes an archive (tar, gzip). It gets its name, with mode 0600, when it is complete and on the disk; a
 * failure leaves nothing.
 * @throws StartError if there is such a file already, or if it cannot be written
 */
export async function writeArchive(
  file: string,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const temporary = join(dirname(file), `.${basename(file)}.${process.pid}`)
  const tar = pack()
  const failed = new AbortController()
  const target = createWriteStream(temporary, { mode: 0o600, flags: 'wx', flush: true })
  const written = pipeline(tar, createGzip(), target, { signal: failed.signal })
  written.catch(error => tar.destroy(error as Error))
  try {
    const add = async (name: string, size: number, content: Readable) => {
      const hash = createHash('sha256')
      const entry = tar.entry({ name, size, mode: 0o600 })
      await pipeline(content, hashing(hash), entry as unknown as NodeJS.WritableStream)
      return hash.digest('hex')
    }
    const work = async () => {
      await fill({
        async addFile(name, path) {
          const { size } = await stat(path)
          return add(name, size, createReadStream(path, size > 0 ? { end: size - 1 } : {}))
        },
        addText(name, text) {
          const data = Buffer.from(text)
          return add(name, data.length, Readable.from([data]))
        },
      })
      tar.finalize()
      await written
    }
    await Promise.race([work(), written.then(() => new Promise<never>(() => undefined))])
    // A link, unlike a rename, never replaces a file.
    await link(temporary, file)
  } catch (error) {
    failed.abort()
    // What fills an archive sees only that its stream has ended; the cause is the failure of the file.
    const cause = await written.then(
      () => error,
      (own: unknown) => (isSystemFailure(own) ? own : error),
    )
    if (!isSystemFailure(cause)) throw error
    const why = cause.code === 'EEXIST' ? 'it exists already' : cause.message
    throw new StartError(`${file} cannot be written: ${why}. Nothing was left under that name`, { cause })
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Syncs the folder, so that the name of a new file survives a crash. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/**
 * Reads all entries in their order. `take` must read its stream to the end.
 * @throws StartError if the file is no archive, or is cut short
 */
export async function readArchive(
  file: string,
  take: (name: string, content: Readable, checksum: () => string) => Promise<void>,
): Promise<void> {
  const entries = extract()
  const reading = pipeline(createReadStream(file), createGunzip(), entries)
  reading.catch(() => undefined)
  try {
    for await (const entry of entries) {
      const hash = createHash('sha256')
      const content = hashing(hash)
      const passing = pipeline(entry, content)
      await Promise.all([take(entry.header.name, content, () => hash.copy().digest('hex')), passing])
    }
    await reading
  } catch (error) {
    if (error instanceof StartError) throw error
    const message = error instanceof Error ? error.message : String(error)
    throw new StartError(`${file} is not a complete backup: ${message}`, { cause: error })
  }
}
