import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { Logger } from '@linecard/plugin-kit'
import type { Order, PictureTask, Report, SheetTask, Task } from './drawing/tasks.ts'
import { fail } from './errors.ts'

/**
 * Codes are drawn in a thread of their own: shaping a label or laying out a sheet would keep everybody else
 * waiting.
 */
export interface Drawer {
  /** Throws QR_GENERATOR_SIZE_TOO_SMALL, QR_GENERATOR_BUSY. */
  picture(task: PictureTask): Promise<Buffer>
  /** The file as it is made; whoever does not want it any more destroys it. Throws QR_GENERATOR_BUSY. */
  sheet(task: SheetTask): Promise<Readable>
  stop(): Promise<void>
}

/** Pictures that may wait, and sheets that may be open (made, or not yet fetched), at once. */
const PICTURES = 100
const SHEETS = 4
/** How long somebody may take to fetch a sheet. */
const SHEET_MS = 300_000

interface Waiting {
  piece(data: Uint8Array): void
  end(): void
  fail(error: Error): void
}

export function createDrawer(log: Logger): Drawer {
  const waiting = new Map<number, Waiting>()
  const sheets = new Set<Readable>()
  let worker: Worker | null = null
  let pictures = 0
  let last = 0
  let stopped = false

  const heard = (report: Report): void => {
    const one = waiting.get(report.id)
    if (!one) return
    if ('piece' in report) return one.piece(report.piece)
    waiting.delete(report.id)
    if ('end' in report) return one.end()
    if ('minimum' in report)
      return one.fail(
        fail('QR_GENERATOR_SIZE_TOO_SMALL', { minimum: report.minimum }, [
          { path: 'size', message: `must be at least ${report.minimum}` },
        ]),
      )
    log.error({ reason: report.error }, 'a code could not be drawn')
    one.fail(fail('QR_GENERATOR_FAILED'))
  }
  const lost = (gone: Worker, reason: unknown): void => {
    if (worker !== gone) return
    worker = null
    if (!stopped)
      log.error({ err: reason }, 'the thread that draws codes has ended; the next code starts another')
    for (const one of waiting.values()) one.fail(fail('QR_GENERATOR_FAILED'))
    waiting.clear()
  }
  const started = (): Worker => {
    // The same name in source and in build.
    const made = new Worker(
      new URL(`./drawing/worker${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`, import.meta.url),
      { resourceLimits: { maxOldGenerationSizeMb: 256 } },
    )
    made
      .on('message', heard)
      .on('error', error => {
        lost(made, error)
      })
      .on('exit', code => {
        lost(made, code)
      })
    made.unref()
    return made
  }
  const order = (task: Task, one: Waiting): number => {
    const id = ++last
    waiting.set(id, one)
    worker ??= started()
    worker.postMessage({ id, task } satisfies Order, [])
    return id
  }

  return {
    async picture(task) {
      if (stopped || pictures >= PICTURES) throw fail('QR_GENERATOR_BUSY', {}, [], 5)
      pictures++
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
      const pieces: Uint8Array[] = []
      order(task, {
        piece: data => pieces.push(data),
        end: () => {
          resolve(Buffer.concat(pieces))
        },
        fail: reject,
      })
      return promise.finally(() => {
        pictures--
      })
    },
    async sheet(task) {
      if (stopped || sheets.size >= SHEETS) throw fail('QR_GENERATOR_BUSY', {}, [], 10)
      const { promise, resolve, reject } = Promise.withResolvers<Readable>()
      const stream = new Readable({
        read() {
          /* Pieces come by themselves: a sheet is a few megabytes at most. */
        },
      })
      sheets.add(stream)
      const id = order(task, {
        piece(data) {
          stream.push(data)
          resolve(stream)
        },
        end() {
          stream.push(null)
        },
        fail(error) {
          reject(error)
          stream.destroy(error)
        },
      })
      const late = setTimeout(() => {
        stream.destroy(new Error('the sheet was not fetched in time'))
      }, SHEET_MS)
      late.unref()
      stream
        .on('error', () => undefined)
        .once('close', () => {
          clearTimeout(late)
          sheets.delete(stream)
          // Nothing came yet, and nothing will.
          reject(fail('QR_GENERATOR_FAILED'))
          if (waiting.delete(id)) worker?.postMessage({ id, cancel: true } satisfies Order, [])
        })
      return promise
    },
    async stop() {
      stopped = true
      for (const stream of sheets) stream.destroy()
      await worker?.terminate()
    },
  }
}
