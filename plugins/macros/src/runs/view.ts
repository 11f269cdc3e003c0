import type { ApiError, Caller, Context, ShownDevice } from '@linecard/plugin-kit'
import { fail } from '../errors.ts'
import type { Run } from '../schemas.ts'
import { commandsOfRun, progressOf, type CommandRow, type Progress, type RunRow } from './store.ts'

/** What is shown of the outputs. */
function shownOutput(mode: string, { output, at }: CommandRow, last: number): string | null {
  if (mode === 'none') return null
  return mode === 'last' && at !== last ? null : output
}

/** A run as lists show it, without its commands. `progress` undefined: no command ran. */
function viewOfRun(row: RunRow, progress: Progress | undefined, device: ShownDevice): Run {
  return {
    id: row.id,
    status: row.status,
    success: row.status === 'SUCCESS',
    macros: { id: row.macro_id, name: row.macro_name, version: row.macro_version },
    device,
    interface: row.bind_key === null ? null : { bind_key: row.bind_key, name: row.interface_name ?? '' },
    user: { id: row.user_id, login: row.login },
    done: progress?.done ?? 0,
    of: row.commands,
    stopped_at: row.status === 'FAILED' ? (progress?.failed ?? null) : null,
    commands: [],
    error: row.error_code === null ? null : { code: row.error_code, description: row.error ?? '' },
    cancelled_by: row.cancelled_by,
    started_at: row.started_at,
    ended_at: row.ended_at,
  }
}

/** Runs on devices that the caller sees, without their commands. */
export async function shownRuns(ctx: Context, rows: readonly RunRow[], caller: Caller): Promise<Run[]> {
  const ids = rows.map(row => row.device_id)
  const [devices, progress] = await Promise.all([
    ctx.use('devices').shown(ids, caller),
    progressOf(
      ctx,
      rows.map(({ id }) => id),
    ),
  ])
  return rows.flatMap(row => {
    const device = devices.get(row.device_id)
    return device ? [viewOfRun(row, progress.get(row.id), device)] : []
  })
}

/** A run with its commands. */
export async function shownRun(ctx: Context, row: RunRow, caller: Caller): Promise<Run> {
  const [commands, devices] = await Promise.all([
    commandsOfRun(ctx, row.id),
    ctx.use('devices').shown([row.device_id], caller),
  ])
  const done = commands.at(-1)?.at ?? 0
  const failed = commands.findLast(({ success }) => !success)?.at ?? null
  return {
    ...viewOfRun(row, { done, failed }, devices.get(row.device_id)!),
    commands: commands.map(one => ({ ...one, output: shownOutput(row.display_output, one, done) })),
  }
}

/** The error of a run that did not succeed, with the commands that ran; null: it succeeded or still runs. */
export function failureOf(run: Run): ApiError | null {
  if (run.status === 'SUCCESS' || run.status === 'RUNNING') return null
  const { id, of, done, error, commands, stopped_at: at } = run
  const details = [
    { path: 'commands', message: `${done} of ${of} commands ran`, run_id: id, partial: commands },
  ]
  if (run.status === 'CANCELLED') return fail('MACROS_CANCELLED', { at: done, of, id }, details)
  const text = error?.description ?? ''
  if (run.status === 'FAILED' && at !== null)
    return fail('MACROS_COMMAND_REFUSED', { at, of, id, error: text }, details)
  return fail('MACROS_NOT_COMPLETE', { id, of, done, error: text }, details)
}
