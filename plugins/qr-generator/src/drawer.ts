import { Readable } from 'node:stream'
import type { Logger } from '@linecard/plugin-kit'
import type { PictureTask, SheetTask, DrawingOrder, DrawingReport, Task } from './drawing/tasks.ts'
import { fail } from './errors.ts'
import { startThread, type Thread } from '@linecard/plugin-kit/concurrency'

/** Receives the results of one order: the pieces of its file in order, then its end or its failure. */
interface Receiver {
  piece(data: Uint8Array): void
  end(): void
  /** QR_GENERATOR_SIZE_TOO_SMALL, or QR_GENERATOR_FAILED. */
  fail(error: Error): void
}

/** The thread that draws. It starts with the first order. If it has ended, the next order starts it again. */
interface DrawingThread {
  /** Returns the number of the order. */
  order(task: Task, receiver: Receiver): number
  /** Cancels an order whose client has left. */
  cancel(id: number): void
  stop(): Promise<void>
}

const refusal = (report: Extract<DrawingReport, { minimum: number }>) =>
  fail('QR_GENERATOR_SIZE_TOO_SMALL', { minimum: report.minimum }, [
    { path: 'size', message: `must be at least ${report.minimum}` },
  ])

function createDrawingThread(log: Logger): DrawingThread {
  const receivers = new Map<number, Receiver>()
  let thread: Thread<DrawingOrder> | null = null
  let last = 0
  let stopped = false

  const onReport = (report: DrawingReport): void => {
    const receiver = receivers.get(report.id)
    if (!receiver) return
    if ('piece' in report) return receiver.piece(report.piece)
    receivers.delete(report.id)
    if ('end' in report) return receiver.end()
    if ('minimum' in report) return receiver.fail(refusal(report))
    log.error({ reason: report.error }, 'a code could not be drawn')
    receiver.fail(fail('QR_GENERATOR_FAILED'))
  }
  const onEnd = (reason: unknown): void => {
    thread = null
    if (!stopped)
      log.error({ err: reason }, 'the thread that draws codes has ended; the next code starts a new one')
    for (const receiver of receivers.values()) receiver.fail(fail('QR_GENERATOR_FAILED'))
    receivers.clear()
  }
  return {
    order(task, receiver) {
      const id = ++last
      receivers.set(id, receiver)
      thread ??= startThread(import.meta.resolve('#drawing-worker'), {
        memoryMb: 256,
        onMessage: onReport,
        onEnd,
      })
      thread.tell({ id, task })
      return id
    },
    cancel(id) {
      if (receivers.delete(id)) thread?.tell({ id, cancel: true })
    },
    async stop() {
      stopped = true
      const working = thread
      onEnd(null)
      await working?.stop()
    },
  }
}

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
