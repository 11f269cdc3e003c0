import { join } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { ApiError, type Caller, type ImportOptions } from '@linecard/plugin-kit'
import { DEFAULT_GROUP } from '../../entities/index.ts'
import { fail } from '../../errors.ts'
import { inTransaction, type Inventory } from '../../inventory.ts'
import { profilesOf } from './profiles.ts'
import { countLines, tableOf, type Table } from './reader.ts'
import { referencesOf } from './references.ts'
import { accepted, begin, finish, forget, requestCancel, tell, type ImportRun } from './runs.ts'
import { spool, type Spool } from './spool.ts'
import { workThrough } from './work.ts'

/** Hands over the file; `take` reads all of it. */
export type Receive = (take: (stream: Readable) => Promise<Spool>) => Promise<Spool>

export interface Imports {
  /**
   * Takes a file and begins to work through it. Gives when it is known that it can be read. @throws ApiError,
   * and then nothing of it is left
   */
  start(
    caller: Caller,
    options: ImportOptions,
    receive: Receive,
  ): Promise<{ id: number; ended: Promise<void> }>
  /** Ends a run, on whatever process; gives when this one is through with it. */
  cancel(id: number): Promise<void>
  stop(): Promise<void>
}

/** Told to every process: `{id}` is to end. */
const CANCEL = 'inventory.import_cancel'
const TELL_MS = 1000
const separatorNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const

class Cancelled extends Error {}
class Stopped extends Error {}

/** Groups that the lines may be about: who does not see all of them does not see the report. */
const groupsOf = (
  { layout }: Table,
  { group_id: group = DEFAULT_GROUP }: ImportOptions,
  all: readonly number[],
): number[] => (layout.fields.includes('group') ? [...new Set([...all, group])] : [group])

export function makeImports(inventory: Pick<Inventory, 'ctx' | 'refresher'>): Imports {
  const { ctx } = inventory
  const running = new Map<number, { controller: AbortController; ended: Promise<void> }>()
  const unfollow = ctx.events.on(CANCEL, payload => {
    running.get((payload as { id: number }).id)?.controller.abort(new Cancelled())
  })

  /** Tells every second how far a run is, and hears whether it shall end. */
  const keepTelling = (
    id: number,
    controller: AbortController,
    progress: Pick<ImportRun, 'done' | 'counts'>,
  ) => {
    const timer = setInterval(() => {
      tell(ctx.em(), id, progress.done, progress.counts).then(
        cancel => {
          if (cancel) controller.abort(new Cancelled())
        },
        (error: unknown) => {
          ctx.log.warn({ err: error, import_id: id }, 'an import cannot tell how far it is')
        },
      )
    }, TELL_MS)
    return () => clearInterval(timer)
  }

  const ending = (id: number, error: unknown) => {
    if (error instanceof Cancelled) return { status: 'cancelled', error: null } as const
    if (error instanceof Stopped)
      return {
        status: 'cancelled',
        error: { code: 'INVENTORY_IMPORT_STOPPED', description: fail('INVENTORY_IMPORT_STOPPED').message },
      } as const
    if (error instanceof ApiError)
      return { status: 'failed', error: { code: error.code, description: error.message } } as const
    ctx.log.error({ err: error, import_id: id }, 'an import failed')
    return {
      status: 'failed',
      error: {
        code: 'INVENTORY_IMPORT_FAILED',
        description: fail('INVENTORY_IMPORT_FAILED', { id }).message,
      },
    } as const
  }

  /**
   * The end of a run is noted even if the database is away for some seconds: until then its user could begin
   * no other.
   */
  const insist = async (id: number, work: () => Promise<unknown>) => {
    for (let pause = 500; ; pause *= 2) {
      try {
        await work()
        return
      } catch (error) {
        if (pause > 8000) {
          ctx.log.error({ err: error, import_id: id }, 'the end of an import could not be noted')
          return
        }
        await setTimeout(pause, null, { ref: false })
      }
    }
  }

  return {
    async start(caller, options, receive) {
      const { dry_run: dryRun = false, atomic = false, update = false } = options
      const references = await referencesOf(inventory, caller, options.group_id)
      const id = await inTransaction(inventory, em =>
        begin(em, caller, { dry_run: dryRun, atomic, update }, ctx.config.import_at_once),
      )
      const controller = new AbortController()
      const { signal } = controller
      const progress = { done: 0, counts: {} }
      const quiet = keepTelling(id, controller, progress)
      const ended = Promise.withResolvers<void>()
      running.set(id, { controller, ended: ended.promise })
      const leave = async (file: Spool | null) => {
        quiet()
        await file?.close()
        running.delete(id)
        ended.resolve()
      }
      let file: Spool | null = null
      try {
        file = await receive(stream => spool(addAbortSignal(signal, stream), join(ctx.folder, 'imports')))
        const table = await tableOf(file)
        const total = await countLines(table, ctx.config.import_rows)
        signal.throwIfAborted()
        await accepted(ctx.em(), id, {
          encoding: table.encoding,
          separator: separatorNames[table.delimiter],
          total,
          groupIds: groupsOf(table, options, references.groupIds),
        })
        const work = {
          inventory,
          importId: id,
          caller,
          layout: table.layout,
          references,
          profiles: await profilesOf(inventory),
          update,
          signal,
          table,
          dryRun,
          atomic,
          atOnce: ctx.config.import_concurrency,
          progress,
        }
        void (async () => {
          try {
            const status = await workThrough(work)
            quiet()
            if (!(atomic && !dryRun && status === 'done'))
              await insist(id, () => finish(ctx.em(), id, { status, ...progress }))
          } catch (error) {
            quiet()
            const end = ending(id, error)
            await insist(id, () => finish(ctx.em(), id, { ...end, ...progress }))
          }
          await leave(file)
        })()
        return { id, ended: ended.promise }
      } catch (error) {
        await leave(file)
        await insist(id, () => forget(ctx.em(), id))
        if (!signal.aborted) throw error
        throw signal.reason instanceof Stopped
          ? fail('INVENTORY_IMPORT_STOPPED')
          : fail('INVENTORY_IMPORT_CANCELLED')
      }
    },
    async cancel(id) {
      await requestCancel(ctx.em(), id)
      await ctx.events.broadcast(CANCEL, { id })
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
