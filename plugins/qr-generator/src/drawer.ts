import { Readable } from 'node:stream'
import type { Logger } from '@linecard/plugin-kit'
import { createDrawingThread, type DrawingThread } from './drawing-thread.ts'
import type { PictureTask, SheetTask } from './drawing/tasks.ts'
import { fail } from './errors.ts'

/**
 * Draws codes in a separate thread. Otherwise the layout of a sheet would block every other request.
 */
export interface Drawer {
  /** A picture as a file. @throws ApiError QR_GENERATOR_SIZE_TOO_SMALL, QR_GENERATOR_BUSY (503) */
  picture(task: PictureTask): Promise<Buffer>
  /**
   * A stream of the sheet while it is drawn. Destroy the stream to cancel it.
   * @throws ApiError QR_GENERATOR_BUSY (503)
   */
  sheet(task: SheetTask): Promise<Readable>
  stop(): Promise<void>
}

/** Pictures that may wait at once. */
const maxPictures = 100
/** Sheets that may be open at once: in work, or not yet fetched. */
const maxSheets = 4
/** Longest time in which a client fetches a sheet, in ms. */
const sheetMs = 300_000

function drawPicture(thread: DrawingThread, task: PictureTask): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const pieces: Uint8Array[] = []
  thread.order(task, {
    piece: data => pieces.push(data),
    end: () => resolve(Buffer.concat(pieces)),
    fail: reject,
  })
  return promise
}

/**
 * The stream exists at once. `started` waits for its first piece, so that a failure can still become an error
 * answer.
 */
function drawSheet(thread: DrawingThread, task: SheetTask): { stream: Readable; started: Promise<Readable> } {
  const { promise, resolve, reject } = Promise.withResolvers<Readable>()
  const stream = new Readable({
    read() {
      /* The thread pushes the pieces. A sheet has a few megabytes at most. */
    },
  })
  const id = thread.order(task, {
    piece(data) {
      stream.push(data)
      resolve(stream)
    },
    end: () => stream.push(null),
    fail(error) {
      reject(error)
      stream.destroy(error)
    },
  })
  const timer = setTimeout(() => stream.destroy(new Error('the sheet was not fetched in time')), sheetMs)
  timer.unref()
  stream.on('error', () => undefined)
  stream.once('close', () => {
    clearTimeout(timer)
    // If no piece has come so far, none will come.
    reject(fail('QR_GENERATOR_FAILED'))
    thread.cancel(id)
  })
  return { stream, started: promise }
}

export function createDrawer(log: Logger): Drawer {
  const thread = createDrawingThread(log)
  const sheets = new Set<Readable>()
  let pictures = 0
  let stopped = false
  return {
    async picture(task) {
      if (stopped || pictures >= maxPictures) throw fail('QR_GENERATOR_BUSY', {}, [], 5)
      pictures++
      return drawPicture(thread, task).finally(() => {
        pictures--
      })
    },
    async sheet(task) {
      if (stopped || sheets.size >= maxSheets) throw fail('QR_GENERATOR_BUSY', {}, [], 10)
      const { stream, started } = drawSheet(thread, task)
      sheets.add(stream)
      stream.once('close', () => sheets.delete(stream))
      return started
    },
    async stop() {
      stopped = true
      for (const stream of sheets) stream.destroy()
      await thread.stop()
    },
  }
}
