import type { Caller } from '@linecard/plugin-kit'
import { fail } from '../errors.ts'
import type { Registrations } from '../registrations.ts'
import { holding, insisting, type Holding } from '../olt/holding.ts'
import { withLater } from './later.ts'
import { look } from '../run/look.ts'
import { isOthers, rollBack } from '../run/roll-back.ts'
import { settle } from '../run/settle.ts'
import { changeRun, scriptOf, takeRun, type Run } from '../run/store.ts'
import type { RunState } from '../words/run.ts'

/** Runs that nobody works on, and that may have something on the OLT. */
const decidable: readonly RunState[] = ['left', 'unknown']
const undoable: readonly RunState[] = [...decidable, 'done']

/** @throws ApiError ONTS_REGISTRATION_NOT_OPEN */
async function taken(parts: Registrations, { id, state }: Run, states: readonly RunState[]): Promise<void> {
  if (!(await takeRun(parts, id, null, states))) throw fail('ONTS_REGISTRATION_NOT_OPEN', { id, state })
}

/** Looks at the OLT what became of an open registration. Changes nothing. */
export async function verifyAgain(parts: Registrations, run: Run, caller: Caller): Promise<Run> {
  const script = scriptOf(parts, run)
  const target = await parts.ctx.use('devices').target({ id: run.device_id }, caller)
  await taken(parts, run, decidable)
  return settle(parts, insisting({ ctx: parts.ctx, target, caller, hold: null }), run, script)
}

/** `acceptLoss`: also if the ONU has lines beside its registration that are lost. */
type RollBack = Pick<Holding, 'caller' | 'signal' | 'waitMs'> & { acceptLoss?: boolean }

/**
 * Removes a registration from its OLT: an open one, or one that is done as long as its ONU has its place. A
 * removal that is open is sent again.
 * @throws ApiError ONTS_REGISTRATION_OTHER_ONU: nothing was sent
 */
export async function rollBackAgain(
  parts: Registrations,
  run: Run,
  { caller, signal, waitMs, acceptLoss = false }: RollBack,
): Promise<Run> {
  const sent = scriptOf(parts, run)
  const target = await parts.ctx.use('devices').target({ id: run.device_id }, caller)
  const what = `roll-back of registration ${run.id}`
  return holding(parts, insisting({ target, caller, signal, what, waitMs }), async olt => {
    const seen = await look(olt, sent)
    if (isOthers(sent, seen))
      throw fail('ONTS_REGISTRATION_OTHER_ONU', { id: run.id, found: seen.occupant ?? 'not told' })
    const script = seen.onu ? await withLater(olt, run, sent, acceptLoss) : sent
    await taken(parts, run, script.removes ? decidable : undoable)
    await changeRun(parts, run.id, { ended_at: null })
    const why = { code: 'ONTS_REGISTRATION_UNDONE', message: `${caller.login} has rolled it back` }
    return rollBack(parts, olt, run.id, script, why)
  })
}
