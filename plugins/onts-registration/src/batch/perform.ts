import { moveWithin, register } from '../doing/register.ts'
import { failureOf } from '../run/outcome.ts'
import type { Registrations } from '../registrations.ts'
import type { Task } from '../words/batch.ts'
import { moveBetween, type AskedBetween, type Between, type Performed } from './between.ts'

/** A row waits so long for other work on its OLT, ms. */
const waitMs = 60_000

export type Performing = Omit<Between, 'waitMs'>

/** Moves an ONU. On one OLT it is one transaction: an OLT has a serial number only once. */
export async function move(
  parts: Registrations,
  asked: AskedBetween,
  performing: Performing,
): Promise<Performed> {
  if (asked.fromId !== asked.toId) return moveBetween(parts, asked, { ...performing, waitMs })
  const { ident, port, params, number, acceptLoss } = asked
  const target = await parts.ctx.use('devices').target({ id: asked.toId }, performing.caller)
  const run = await moveWithin(
    parts,
    { ident, port, params, number, acceptLoss },
    { ...performing, target, waitMs },
  )
  return { run, removed: null, failure: failureOf(run) }
}

/** Does one row. */
export async function perform(parts: Registrations, task: Task, performing: Performing): Promise<Performed> {
  if (task.kind === 'move') return move(parts, task, performing)
  const { deviceId, ident, params, number, template } = task
  const target = await parts.ctx.use('devices').target({ id: deviceId }, performing.caller)
  const run = await register(
    parts,
    { ident, params, number: number ?? undefined, template: template ?? undefined },
    { ...performing, target, waitMs },
  )
  return { run, removed: null, failure: failureOf(run) }
}
