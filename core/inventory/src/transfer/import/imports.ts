import { addAbortSignal, type Readable } from 'node:stream'
import type { Caller, ImportOptions } from '@linecard/plugin-kit'
import { fail } from '../../errors.ts'
import type { Inventory } from '../../inventory.ts'
import { Cancelled, Stopped, storeEnd } from './ending.ts'
import { storeFile, type ImportFile } from './file.ts'
import type { Work } from './progress.ts'
import { accept, beginRun, complete, goOn, resumeRun, type Run } from './run.ts'
import { runById } from './run-state.ts'
import { forget, requestCancel } from './runs.ts'

/** Hands over the file; `take` reads all of it. */
export type Receive = (take: (stream: Readable) => Promise<ImportFile>) => Promise<ImportFile>

/** A run of this process. `ended` resolves when its end is stored. */
export interface Going {
  id: number
  ended: Promise<void>
}

export interface Imports {
  /**
   * Receives a file and starts to work through it. Resolves when the whole file is known to be readable.
   * @throws ApiError if it is not; nothing of it is left then
   */
  start(caller: Caller, options: ImportOptions, receive: Receive): Promise<Going>
  /**
   * Goes on with an interrupted run, with the permissions and groups of the caller.
   * @throws ApiError INVENTORY_IMPORT_UNKNOWN, INVENTORY_IMPORT_ENDED if it is not interrupted
   */
  resume(caller: Caller, id: number): Promise<Going>
  /** Ends a run in any process. Resolves when a run of this process has ended. */
  cancel(id: number): Promise<void>
  stop(): Promise<void>
}

/** Event for every process: the run `{id}` must end. */
const cancelEvent = 'inventory.import_cancel'

declare module '@linecard/plugin-kit' {
  interface EventValues {
    [cancelEvent]: { id: number }
  }
}

export function createImports(inventory: Inventory): Imports {
  const { ctx } = inventory
  const stopping = new AbortController()
  const running = new Map<number, { controller: AbortController; ended: Promise<void> }>()
  const unfollow = ctx.events.on(cancelEvent, ({ id }) => {
    running.get(id)?.controller.abort(new Cancelled())
  })

  /** Keeps a run until `leave` is called. */
  const enter = (run: Run) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    running.set(run.id, { controller: run.controller, ended: promise })
    if (stopping.signal.aborted) run.controller.abort(new Stopped())
    return {
      ended: promise,
      leave() {
        run.quiet()
        running.delete(run.id)
        resolve()
      },
    }
  }
  const inBackground = (run: Run, work: () => Promise<Work>, leave: () => void) =>
    void complete(inventory, run, work, stopping.signal).finally(leave)

  return {
    async start(caller, options, receive) {
      const run = await beginRun(inventory, caller, options)
      const { id, controller } = run
      const { signal } = controller
      const { ended, leave } = enter(run)
      try {
        const place = { ctx, importId: id, signal }
        const file = await receive(stream => storeFile(place, addAbortSignal(signal, stream)))
        const work = await accept(inventory, run, file)
        inBackground(run, () => Promise.resolve(work), leave)
        return { id, ended }
      } catch (error) {
        await storeEnd(ctx, id, stopping.signal, () => forget(ctx.em(), id))
        leave()
        if (!signal.aborted) throw error
        throw signal.reason instanceof Stopped
          ? fail('INVENTORY_IMPORT_STOPPED')
          : fail('INVENTORY_IMPORT_CANCELLED')
      }
    },
    async resume(caller, id) {
      const found = await runById(inventory, caller, id)
      if (found.status !== 'interrupted') throw fail('INVENTORY_IMPORT_ENDED', { id, status: found.status })
      const run = await resumeRun(inventory, caller, found)
      const { ended, leave } = enter(run)
      inBackground(run, () => goOn(inventory, run, found.file_key), leave)
      return { id, ended }
    },
    async cancel(id) {
      await requestCancel(ctx.em(), id)
      await ctx.events.broadcast(cancelEvent, { id })
      const mine = running.get(id)
      mine?.controller.abort(new Cancelled())
      await mine?.ended
    },
    async stop() {
      unfollow()
      stopping.abort(new Stopped())
      const all = [...running.values()]
      for (const { controller } of all) controller.abort(new Stopped())
      await Promise.all(all.map(({ ended }) => ended))
    },
  }
}
