import { join } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import type { Caller, ImportOptions } from '@linecard/plugin-kit'
import { fail } from '../../errors.ts'
import type { Inventory } from '../../inventory.ts'
import { Cancelled, Stopped, storeEnd } from './ending.ts'
import { accept, beginRun, complete } from './run.ts'
import { forget, requestCancel } from './runs.ts'
import { spool, type Spool } from './spool.ts'

/** Hands over the file; `take` reads all of it. */
export type Receive = (take: (stream: Readable) => Promise<Spool>) => Promise<Spool>

export interface Imports {
  /**
   * Receives a file and starts to work through it. Resolves when the whole file is known to be readable.
   * @throws ApiError if it is not; nothing of it is left then
   */
  start(
    caller: Caller,
    options: ImportOptions,
    receive: Receive,
  ): Promise<{ id: number; ended: Promise<void> }>
  /** Ends a run in any process. Resolves when a run of this process has ended. */
  cancel(id: number): Promise<void>
  stop(): Promise<void>
}

/** Event for every process: the run `{id}` must end. */
const cancelEvent = 'inventory.import_cancel'

export function createImports(inventory: Inventory): Imports {
  const { ctx } = inventory
  const running = new Map<number, { controller: AbortController; ended: Promise<void> }>()
  const unfollow = ctx.events.on(cancelEvent, payload => {
    running.get((payload as { id: number }).id)?.controller.abort(new Cancelled())
  })

  return {
    async start(caller, options, receive) {
      const run = await beginRun(inventory, caller, options)
      const { id, controller } = run
      const { signal } = controller
      const ended = Promise.withResolvers<void>()
      running.set(id, { controller, ended: ended.promise })
      let file: Spool | null = null
      const leave = async () => {
        run.quiet()
        await file?.close()
        running.delete(id)
        ended.resolve()
      }
      try {
        file = await receive(stream => spool(addAbortSignal(signal, stream), join(ctx.folder, 'imports')))
        const work = await accept(inventory, run, file)
        void complete(inventory, run, work).then(leave)
        return { id, ended: ended.promise }
      } catch (error) {
        await leave()
        await storeEnd(ctx, id, () => forget(ctx.em(), id))
        if (!signal.aborted) throw error
        throw signal.reason instanceof Stopped
          ? fail('INVENTORY_IMPORT_STOPPED')
          : fail('INVENTORY_IMPORT_CANCELLED')
      }
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
      const all = [...running.values()]
      for (const { controller } of all) controller.abort(new Stopped())
      await Promise.all(all.map(({ ended }) => ended))
    },
  }
}
