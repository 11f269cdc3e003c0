import type { Caller, ImportOptions } from '@linecard/plugin-kit'
import { defaultGroupId } from '../../entities/index.ts'
import { inTransaction, type Inventory } from '../../inventory.ts'
import { Cancelled, endOf, storeEnd } from './ending.ts'
import { profilesOf } from './profiles.ts'
import { countLines, tableOf, type Table } from './reader.ts'
import { referencesOf, type References } from './references.ts'
import type { ImportRun } from './run-state.ts'
import { accepted, begin, finish, tell } from './runs.ts'
import type { Spool } from './spool.ts'
import type { Work } from './progress.ts'
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
export interface Run {
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
export async function accept(inventory: Inventory, run: Run, file: Spool): Promise<Work> {
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
export async function complete({ ctx }: Inventory, { id, progress, quiet }: Run, work: Work): Promise<void> {
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

/** Stores a new run and starts its heartbeat. */
export async function beginRun(inventory: Inventory, caller: Caller, options: ImportOptions): Promise<Run> {
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
