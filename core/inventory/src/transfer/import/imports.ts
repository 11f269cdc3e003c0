import { addAbortSignal, type Readable } from 'node:stream'
import type { Caller, ImportOptions } from '@linecard/plugin-kit'
import { fail } from '../../errors.ts'
import type { Inventory } from '../../inventory.ts'
import { Cancelled, Stopped, storeEnd, endOf } from './ending.ts'
import { storeFile, type ImportFile, storedFile } from './file.ts'
import type { Work } from './progress.ts'
import { runById, type ImportRun } from './run-state.ts'
import { forget, requestCancel, accepted, begin, finish, takeOver, tell, type Held } from './runs.ts'
import { defaultGroupId } from '../../entities/index.ts'
import { profilesOf } from './profiles.ts'
import { countLines, tableOf, type Table } from './reader.ts'
import { referencesOf, type References } from './references.ts'
import { workThrough } from './work.ts'

const heartbeatMs = 1000
const separatorNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const

/** Groups that the lines may be about. A caller who does not see all of them does not see the report. */
const groupsOf = (
  { layout }: Table,
  { group_id: group = defaultGroupId }: ImportOptions,
  all: readonly number[],
): number[] => (layout.fields.includes('group') ? [...new Set([...all, group])] : [group])

/** One import in this process. */
interface Run extends Held {
  caller: Caller
  options: ImportOptions
  references: References
  controller: AbortController
  progress: Pick<ImportRun, 'done' | 'counts'>
  /** Ends the heartbeat. */
  quiet(): void
}

/** Stores the progress of a run every second, and aborts the run if its cancellation was requested. */
function beat(ctx: Inventory['ctx'], run: Omit<Run, 'quiet'>): () => void {
  const timer = setInterval(() => {
    tell(ctx.em(), run, run.progress.done, run.progress.counts).then(
      cancel => {
        if (cancel) run.controller.abort(new Cancelled())
      },
      (error: unknown) => {
        ctx.log.warn({ err: error, import_id: run.id }, 'the progress of an import could not be stored')
      },
    )
  }, heartbeatMs)
  return () => clearInterval(timer)
}

async function workOf(inventory: Inventory, run: Run, table: Table): Promise<Work> {
  const { caller, options, references, controller, progress } = run
  const { dry_run: dryRun = false, atomic = false, update = false } = options
  return {
    inventory,
    importId: run.id,
    held: run,
    caller,
    layout: table.layout,
    references,
    profiles: await profilesOf(inventory, caller),
    update,
    signal: controller.signal,
    table,
    dryRun,
    atomic,
    atOnce: inventory.ctx.config.import_concurrency,
    progress,
  }
}

/** Reads the file to its end, and accepts the run if the file can be read. */
async function accept(inventory: Inventory, run: Run, file: ImportFile): Promise<Work> {
  const { ctx } = inventory
  const table = await tableOf(file)
  const total = await countLines(table, ctx.config.import_rows)
  run.controller.signal.throwIfAborted()
  await accepted(ctx.em(), run, {
    encoding: table.encoding,
    separator: separatorNames[table.delimiter],
    total,
    groupIds: groupsOf(table, run.options, run.references.groupIds),
  })
  return workOf(inventory, run, table)
}

/** The rest of a run that another process began. */
async function goOn(inventory: Inventory, run: Run, fileKey: string | null): Promise<Work> {
  const place = { ctx: inventory.ctx, importId: run.id, signal: run.controller.signal }
  return workOf(inventory, run, await tableOf(await storedFile(place, fileKey)))
}

/** Works through an accepted file and stores how the run ended. */
async function complete(
  { ctx }: Inventory,
  run: Run,
  work: () => Promise<Work>,
  stopping: AbortSignal,
): Promise<void> {
  const { id, progress } = run
  try {
    const ready = await work()
    const status = await workThrough(ready)
    run.quiet()
    // An all-or-none import stores its end in the transaction that writes its devices.
    if (!(ready.atomic && !ready.dryRun && status === 'done'))
      await storeEnd(ctx, id, stopping, () => finish(ctx.em(), run, { status, ...progress }))
  } catch (error) {
    run.quiet()
    const end = endOf(ctx, id, error)
    await storeEnd(ctx, id, stopping, () => finish(ctx.em(), run, { ...end, ...progress }))
  }
}

function started(
  ctx: Inventory['ctx'],
  held: Held,
  run: Pick<Run, 'caller' | 'options' | 'references'>,
): Run {
  const controller = new AbortController()
  const made = { ...held, ...run, controller, progress: { done: 0, counts: {} } }
  return { ...made, quiet: beat(ctx, made) }
}

/** Stores a new run and starts its heartbeat. */
async function beginRun(inventory: Inventory, caller: Caller, options: ImportOptions): Promise<Run> {
  const references = await referencesOf(inventory, caller, options.group_id)
  const held = await begin(inventory, caller, options)
  return started(inventory.ctx, held, { caller, options, references })
}

/** Takes an interrupted run over, with what the caller may do now. */
async function resumeRun(inventory: Inventory, caller: Caller, found: ImportRun): Promise<Run> {
  const { dry_run, atomic, update, group_id } = found
  const options = { dry_run, atomic, update, ...(group_id !== null && { group_id }) }
  const references = await referencesOf(inventory, caller, options.group_id)
  const held = await takeOver(inventory, found)
  return started(inventory.ctx, held, { caller, options, references })
}

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
