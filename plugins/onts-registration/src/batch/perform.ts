import type { Caller } from '@linecard/plugin-kit'
import { moveWithin, register, remove } from '../doing/register.ts'
import { lastDone, type Run } from '../run/store.ts'
import type { Registrations } from '../registrations.ts'
import type { Task } from '../words/batch.ts'

/** A row waits so long for other work on its OLT, ms. */
const waitMs = 60_000

export interface Performing {
  caller: Caller
  signal: AbortSignal
  batchId: number | null
}

/**
 * Moves an ONU. Between OLTs it is registered first and removed then, so that it is never registered nowhere;
 * an OLT itself has a serial number only once. `removed` null: it was one transaction, or did not come to it.
 */
export async function move(
  parts: Registrations,
  {
    fromId,
    toId,
    ident,
    port,
    params,
    number,
  }: Omit<Extract<Task, { kind: 'move' }>, 'kind'> & { number?: number },
  { caller, signal, batchId }: Performing,
): Promise<{ run: Run; removed: Run | null }> {
  const devices = parts.ctx.use('devices')
  const to = await devices.target({ id: toId }, caller)
  if (fromId === toId) {
    const asked = { ident, port, params, number }
    return {
      run: await moveWithin(parts, asked, { target: to, caller, signal, batchId, waitMs }),
      removed: null,
    }
  }
  const from = await devices.target({ id: fromId }, caller)
  const asked = { ident, params, number, port }
  // It was cut between the two: the first half is not done again.
  const before = batchId === null ? undefined : await lastDone(parts, ident, toId)
  const run =
    before?.batch_id === batchId && before?.kind === 'register'
      ? before
      : await register(parts, asked, { target: to, caller, signal, batchId, waitMs })
  if (run.state !== 'done') return { run, removed: null }
  const removed = await remove(parts, { ident, params }, { target: from, caller, signal, batchId, waitMs })
  return { run, removed }
}

/** Does one row. Gives the run that tells how it ended: the removal if that did not succeed. */
export async function perform(parts: Registrations, task: Task, performing: Performing): Promise<Run> {
  if (task.kind === 'move') {
    const { run, removed } = await move(parts, task, performing)
    return removed && removed.state !== 'done' ? removed : run
  }
  const { deviceId, ident, params, number, template } = task
  const target = await parts.ctx.use('devices').target({ id: deviceId }, performing.caller)
  return register(
    parts,
    { ident, params, number: number ?? undefined, template: template ?? undefined },
    { ...performing, target, waitMs },
  )
}
