import type { Caller, Target } from '@linecard/plugin-kit'
import { fail } from '../errors.ts'
import { planRegistration } from '../plan/make.ts'
import { extrasTo, losing } from '../plan/carry.ts'
import { forbidden, forbids } from '../plan/conflicts.ts'
import { planRemoval, ponNamed } from '../plan/move.ts'
import { oltNow } from '../plan/port.ts'
import { registeredOnt } from '../plan/standing.ts'
import type { HeldOlt } from '../olt/device.ts'
import type { Registrations } from '../registrations.ts'
import type { Conflict } from '../words/conflict.ts'
import { mapped, type Mapping } from './mapping.ts'
import type { NewRow } from './store.ts'
import type { Task } from '../words/batch.ts'

const why = (error: unknown) => ({
  code: error instanceof Error && 'code' in error ? String(error.code) : 'INTERNAL_ERROR',
  message: error instanceof Error ? error.message : String(error),
})

/** Each ident is planned by itself; one that cannot be done does not stop the others. */
export async function planRows(
  parts: Registrations,
  olt: HeldOlt,
  tasks: readonly Extract<Task, { kind: 'register' }>[],
): Promise<NewRow[]> {
  const rows: NewRow[] = []
  for (const task of tasks) {
    const { ident, params, number, template } = task
    try {
      const made = await planRegistration(parts, olt, {
        ident,
        params,
        number: number ?? undefined,
        template: template ?? undefined,
      })
      const against = made.conflicts.filter(forbids).map(({ message }) => message)
      const error =
        against.length > 0 ? { code: 'ONTS_REGISTRATION_CONFLICT', message: against.join('; ') } : null
      rows.push({ ident: made.ont.ident, task, error })
    } catch (error) {
      rows.push({ ident, task, error: why(error) })
    }
  }
  return rows
}

export interface CutOver {
  from: { target: Target; port: string | number }
  to: { target: Target; port: string | number }
  mapping?: Mapping | undefined
  /** For ONUs that this service has not registered. */
  params?: Record<string, unknown> | undefined
  /** They go also if something of their configuration is lost. */
  acceptLoss?: boolean | undefined
  caller: Caller
}

/** What one ONU would lose. */
async function lostBy(
  parts: Registrations,
  source: HeldOlt,
  ident: string,
  { known, other, acceptLoss }: { known: Record<string, unknown>; other: HeldOlt; acceptLoss: boolean },
): Promise<Conflict[]> {
  const { had } = await planRemoval(parts, source, ident, known)
  return had ? losing(ident, extrasTo(source, other, had), acceptLoss) : []
}

/** All ONUs of a port, each with the params that it gets at the other one. */
export async function planCutOver(
  parts: Registrations,
  { from, to, mapping, params, acceptLoss = false, caller }: CutOver,
): Promise<NewRow[]> {
  const { ctx } = parts
  const source: HeldOlt = { ctx, target: from.target, caller, hold: null }
  const now = await oltNow(source)
  const port = await ponNamed(source, now.ports, from.port)
  const other: HeldOlt = { ctx, target: to.target, caller, hold: null }
  const { name } = await ponNamed(other, (await oltNow(other)).ports, to.port)
  const rows: NewRow[] = []
  for (const [ident, onu] of now.registered) {
    if (onu.parent !== port.id) continue
    const was = await registeredOnt(parts, source, now, ident)
    const known = was.params ?? params ?? null
    const task: Task = {
      kind: 'move',
      fromId: from.target.deviceId!,
      toId: to.target.deviceId!,
      ident: was.ont.ident,
      port: name,
      params: mapped(known ?? {}, mapping),
      oldParams: known ?? {},
      acceptLoss,
    }
    const against = known ? await lostBy(parts, source, was.ont.ident, { known, other, acceptLoss }) : []
    rows.push({
      ident: was.ont.ident,
      task,
      error: !known
        ? why(fail('ONTS_REGISTRATION_NO_PARAMS', { ident: was.ont.ident }))
        : against.some(forbids)
          ? why(forbidden(was.ont.ident, against))
          : null,
    })
  }
  if (rows.length === 0) throw fail('ONTS_REGISTRATION_PORT_EMPTY', { port: port.name })
  return rows
}
