import { join } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import type { Caller, ImportOptions } from '@linecard/plugin-kit'
import { DEFAULT_GROUP } from '../../entities/index.ts'
import { fail } from '../../errors.ts'
import { inTransaction, type Inventory } from '../../inventory.ts'
import { Cancelled, Stopped, endOf, storeEnd } from './ending.ts'
import { profilesOf } from './profiles.ts'
import { countLines, tableOf, type Table } from './reader.ts'
import { referencesOf, type References } from './references.ts'
import { accepted, begin, finish, forget, requestCancel, tell, type ImportRun } from './runs.ts'
import { spool, type Spool } from './spool.ts'
import { workThrough, type Work } from './work.ts'

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
  /** Ends a run, in whatever process it is; resolves when the run of this process has ended. */
  cancel(id: number): Promise<void>
  stop(): Promise<void>
}

/** Event for every process: the run `{id}` shall end. */
const cancelEvent = 'inventory.import_cancel'
const heartbeatMs = 1000
const separatorNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const

/** Groups that the lines may be about. A caller who does not see all of them does not see the report. */
const groupsOf = (
  { layout }: Table,
  { group_id: group = DEFAULT_GROUP }: ImportOptions,
  all: readonly number[],
): number[] => (layout.fields.includes('group') ? [...new Set([...all, group])] : [group])

/** One import in this process. */
interface Run {
  id: number
  caller: Caller
  options: ImportOptions
  references: References
  controller: AbortController
  progress: Pick<ImportRun, 'done' | 'counts'>
  /** Ends the heartbeat. */
  quiet(): void
}

/** Stores the progress of a run every second, and aborts the run if its cancellation was requested. */
function beat(ctx: Inventory['ctx'], { id, controller, progress }: Omit<Run, 'quiet'>): () => void {
  const timer = setInterval(() => {
    tell(ctx.em(), id, progress.done, progress.counts).then(
      cancel => {
        if (cancel) controller.abort(new Cancelled())
      },
      (error: unknown) => {
        ctx.log.warn({ err: error, import_id: id }, 'the progress of an import could not be stored')
      },
    )
  }, heartbeatMs)
  return () => clearInterval(timer)
}

/** Reads the file to its end, and accepts the run if the file can be read. */
async function accept(inventory: Inventory, run: Run, file: Spool): Promise<Work> {
  const { ctx } = inventory
  const { id, caller, options, references, controller, progress } = run
  const table = await tableOf(file)
  const total = await countLines(table, ctx.config.import_rows)
  controller.signal.throwIfAborted()
  await accepted(ctx.em(), id, {
    encoding: table.encoding,
    separator: separatorNames[table.delimiter],
    total,
    groupIds: groupsOf(table, options, references.groupIds),
  })
  const { dry_run: dryRun = false, atomic = false, update = false } = options
  return {
    inventory,
    importId: id,
    caller,
    layout: table.layout,
    references,
    profiles: await profilesOf(inventory),
    update,
    signal: controller.signal,
    table,
    dryRun,
    atomic,
    atOnce: ctx.config.import_concurrency,
    progress,
  }
}

/** Works through an accepted file and stores how the run ended. */
async function complete({ ctx }: Inventory, { id, progress, quiet }: Run, work: Work): Promise<void> {
  try {
    const status = await workThrough(work)
    quiet()
    // An all-or-none import stores its end in the transaction that writes its devices.
    if (!(work.atomic && !work.dryRun && status === 'done'))
      await storeEnd(ctx, id, () => finish(ctx.em(), id, { status, ...progress }))
  } catch (error) {
    quiet()
    const end = endOf(ctx, id, error)
    await storeEnd(ctx, id, () => finish(ctx.em(), id, { ...end, ...progress }))
  }
}

async function beginRun(inventory: Inventory, caller: Caller, options: ImportOptions): Promise<Run> {
  const { ctx } = inventory
  const { dry_run = false, atomic = false, update = false } = options
  const references = await referencesOf(inventory, caller, options.group_id)
  const id = await inTransaction(inventory, em =>
    begin(em, caller, { dry_run, atomic, update }, ctx.config.import_at_once),
  )
  const controller = new AbortController()
  const run = { id, caller, options, references, controller, progress: { done: 0, counts: {} } }
  return { ...run, quiet: beat(ctx, run) }
}

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
