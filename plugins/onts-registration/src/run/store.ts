import type { Caller } from '@linecard/plugin-kit'
import { sql, type Selectable } from '@linecard/plugin-kit/sql'
import { fail } from '../errors.ts'
import { identKey } from '../ident.ts'
import type { Registrations } from '../registrations.ts'
import { tables, type RunTable } from '../tables.ts'
import type { Outcome, RunKind, RunState, Script } from '../words/run.ts'
import { busyStates, openStates } from '../words/run.ts'

export type Run = Selectable<RunTable>
type Parts = Pick<Registrations, 'ctx'>

/** Longest output of a command that is kept, in characters. */
const mostOutput = 20_000

/** SQLSTATE unique_violation. */
const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === '23505'

export interface NewRun {
  kind: RunKind
  deviceId: number
  script: Script
  template: { id: number | null; name: string; version: number }
  caller: Caller
  batchId?: number | null
}

/** @throws ApiError ONTS_REGISTRATION_BUSY with who works on this ONU */
async function busyWith({ ctx }: Parts, ident: string): Promise<never> {
  const other = await tables(ctx.em())
    .selectFrom('onts_registration_run')
    .select(['id', 'user_login', 'created_at'])
    .where('ident_key', '=', identKey(ident))
    .where('state', 'in', busyStates)
    .executeTakeFirst()
  const { id = 0, user_login: who = 'somebody', created_at: since } = other ?? {}
  throw fail('ONTS_REGISTRATION_BUSY', { who, ident, id, since: since?.toISOString() ?? 'just now' })
}

/** Commits what is about to be done. Nothing was sent yet. */
export async function createRun(parts: Parts, run: NewRun): Promise<number> {
  const { ctx } = parts
  const { kind, deviceId, script, template, caller, batchId = null } = run
  try {
    const { id } = await tables(ctx.em())
      .insertInto('onts_registration_run')
      .values({
        kind,
        state: 'planned',
        device_id: deviceId,
        ident: script.ident,
        ident_key: identKey(script.ident),
        port_key: String(script.place.port.id),
        port_name: script.place.port.name,
        number: script.place.number,
        template_id: template.id,
        template_name: template.name,
        template_version: template.version,
        user_id: caller.userId,
        user_login: caller.login,
        process_id: ctx.processes.id,
        script: ctx.vault.seal(JSON.stringify(script)),
        of: script.commands.length,
        commands: '[]',
        undo: '[]',
        seen: 'null',
        left_over: '[]',
        batch_id: batchId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  } catch (error) {
    if (isTaken(error)) return busyWith(parts, script.ident)
    throw error
  }
}

/** What changes of a run. Lists are texts of JSON. */
export interface RunChange {
  state?: RunState
  process_id?: string | null
  seen?: string
  left_over?: string
  error_code?: string | null
  error?: string | null
  interface_id?: number | null
  interface_key?: string | null
  interface_name?: string | null
  ended_at?: Date | null
}

/** @throws Error if another process has taken the run over */
export async function changeRun({ ctx }: Parts, id: number, change: RunChange): Promise<void> {
  const changed = await tables(ctx.em())
    .updateTable('onts_registration_run')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('process_id', '=', ctx.processes.id)
    .returning('id')
    .execute()
  if (changed.length === 0) throw new Error(`registration ${id}: another process has taken it over`)
}

/** Adds what came of a command. */
export async function addOutcome(
  { ctx }: Parts,
  id: number,
  which: 'commands' | 'undo',
  outcome: Outcome,
): Promise<void> {
  const kept = JSON.stringify([{ ...outcome, output: outcome.output.slice(0, mostOutput) }])
  await sql`update onts_registration_run
    set ${sql.ref(which)} = ${sql.ref(which)} || ${kept}::jsonb, updated_at = now()
    where id = ${id} and process_id = ${ctx.processes.id}`.execute(tables(ctx.em()))
}

export async function runById({ ctx }: Parts, id: number): Promise<Run> {
  const run = await tables(ctx.em())
    .selectFrom('onts_registration_run')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!run) throw fail('ONTS_REGISTRATION_RUN_UNKNOWN', { id })
  return run
}

/** @throws ApiError ONTS_REGISTRATION_SCRIPT_LOST */
export function scriptOf({ ctx }: Parts, { id, script }: Pick<Run, 'id' | 'script'>): Script {
  if (script === null) throw fail('ONTS_REGISTRATION_SCRIPT_LOST', { id })
  return JSON.parse(ctx.vault.open(script)) as Script
}

/**
 * Makes an open run the work of this process. False: somebody else works on it, or it has ended. `of`: only
 * a run that belongs to one of these processes; null: one that belongs to nobody.
 */
export async function takeRun(
  { ctx }: Parts,
  id: number,
  of: readonly string[] | null,
  states: readonly RunState[] = openStates,
): Promise<boolean> {
  const open = tables(ctx.em())
    .updateTable('onts_registration_run')
    .set({ process_id: ctx.processes.id, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('state', 'in', states)
  const taken = of === null ? open.where('process_id', 'is', null) : open.where('process_id', 'in', of)
  return (await taken.returning('id').execute()).length > 0
}

/** A removal of an ONU of which something is left, and that nobody works on; undefined: there is none. */
export const openRemoval = ({ ctx }: Parts, ident: string, deviceId: number): Promise<Run | undefined> =>
  tables(ctx.em())
    .selectFrom('onts_registration_run')
    .selectAll()
    .where('ident_key', '=', identKey(ident))
    .where('device_id', '=', deviceId)
    .where('kind', '=', 'remove')
    .where('state', 'in', ['left', 'unknown'])
    .where('process_id', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The last registration of an ONU that succeeded; undefined: there is none. */
export const lastDone = ({ ctx }: Parts, ident: string, deviceId: number): Promise<Run | undefined> =>
  tables(ctx.em())
    .selectFrom('onts_registration_run')
    .selectAll()
    .where('ident_key', '=', identKey(ident))
    .where('device_id', '=', deviceId)
    .where('state', '=', 'done')
    .where('kind', '<>', 'remove')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
