import { sameIdent } from '../ident.ts'
import type { Registrations } from '../registrations.ts'
import type { HeldOlt } from '../olt/device.ts'
import { differing } from './look.ts'
import { changeRun, runById, type Run } from './store.ts'
import type { RunState, Script, Seen } from '../words/run.ts'

/** Event after a registration has succeeded: `Registered`. */
export const registered = 'onts.registered'
/** Event after a registration has failed: `Registered` with the reason. */
export const registrationFailed = 'onts.registration_failed'
export interface Registered {
  registration_id: number
  kind: Run['kind']
  state: RunState
  device_id: number
  ident: string
  interface_id: number | null
  user: string
  error: string | null
  left: string[]
}

declare module '@linecard/plugin-kit' {
  interface EventValues {
    [registered]: Registered
    [registrationFailed]: Registered
  }
}

export interface Ending {
  state: Extract<RunState, 'done' | 'failed' | 'rolled_back' | 'left' | 'unknown'>
  seen: Seen | null
  left?: string[]
  error?: { code: string; message: string } | null
}

/** The stored ONU of the place, after the inventory was read again; null: not stored. */
async function storedOnu({ ctx, target, caller }: HeldOlt, seen: Seen, { ident }: Script) {
  if (!seen.onu || target.deviceId === null || !sameIdent(seen.occupant, ident)) return null
  return ctx
    .use('interfaces')
    .onDevice(target.deviceId, `bind_key:${seen.onu.id}`, caller)
    .catch(() => null)
}

/** Ends a run in this state, and tells it. The inventory has read the OLT again before. */
export async function endRun(
  parts: Registrations,
  olt: HeldOlt,
  id: number,
  script: Script,
  { state, seen, left = state === 'done' && seen ? differing(seen) : [], error = null }: Ending,
): Promise<Run> {
  const { ctx } = parts
  if (olt.target.deviceId !== null && seen) await ctx.use('interfaces').refresh(olt.target.deviceId)
  const stored = state === 'done' && seen ? await storedOnu(olt, seen, script) : null
  await changeRun(parts, id, {
    state,
    process_id: null,
    ...(seen && { seen: JSON.stringify(seen) }),
    left_over: JSON.stringify(left),
    error_code: error?.code ?? null,
    error: error?.message ?? null,
    interface_id: stored?.id ?? null,
    interface_key: seen?.onu ? String(seen.onu.id) : null,
    interface_name: seen?.onu?.name ?? null,
    ended_at: state === 'unknown' || state === 'left' ? null : ctx.clock(),
  })
  const run = await runById(parts, id)
  parts.outcomes.add({ kind: run.kind, outcome: state })
  ctx.events.emit(state === 'done' ? registered : registrationFailed, {
    registration_id: id,
    kind: run.kind,
    state,
    device_id: run.device_id,
    ident: run.ident,
    interface_id: run.interface_id,
    user: run.user_login,
    error: run.error,
    left,
  })
  return run
}
