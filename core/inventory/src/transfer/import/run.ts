import type { Caller, ImportOptions } from '@linecard/plugin-kit'
import { defaultGroupId } from '../../entities/index.ts'
import type { Inventory } from '../../inventory.ts'
import { Cancelled, endOf, storeEnd } from './ending.ts'
import { storedFile, type ImportFile } from './file.ts'
import type { Work } from './progress.ts'
import { profilesOf } from './profiles.ts'
import { countLines, tableOf, type Table } from './reader.ts'
import { referencesOf, type References } from './references.ts'
import type { ImportRun } from './run-state.ts'
import { accepted, begin, finish, takeOver, tell, type Held } from './runs.ts'
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
export interface Run extends Held {
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
export async function accept(inventory: Inventory, run: Run, file: ImportFile): Promise<Work> {
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
export async function goOn(inventory: Inventory, run: Run, fileKey: string | null): Promise<Work> {
  const place = { ctx: inventory.ctx, importId: run.id, signal: run.controller.signal }
  return workOf(inventory, run, await tableOf(await storedFile(place, fileKey)))
}

/** Works through an accepted file and stores how the run ended. */
export async function complete(
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
export async function beginRun(inventory: Inventory, caller: Caller, options: ImportOptions): Promise<Run> {
  const references = await referencesOf(inventory, caller, options.group_id)
  const held = await begin(inventory, caller, options)
  return started(inventory.ctx, held, { caller, options, references })
}

/** Takes an interrupted run over, with what the caller may do now. */
export async function resumeRun(inventory: Inventory, caller: Caller, found: ImportRun): Promise<Run> {
  const { dry_run, atomic, update, group_id } = found
  const options = { dry_run, atomic, update, ...(group_id !== null && { group_id }) }
  const references = await referencesOf(inventory, caller, options.group_id)
  const held = await takeOver(inventory, found)
  return started(inventory.ctx, held, { caller, options, references })
}
