import type { Caller } from '@linecard/plugin-kit'
import { fail } from '../errors.ts'
import type { Registrations } from '../registrations.ts'
import { holding, insisting, type Holding } from '../olt/holding.ts'
import { look } from '../run/look.ts'
import { isOthers, rollBack } from '../run/roll-back.ts'
import { settle } from '../run/settle.ts'
import { changeRun, scriptOf, takeRun, type Run } from '../run/store.ts'
import type { RunState, Script } from '../words/run.ts'
import type { HeldOlt } from '../olt/device.ts'
import { cliOf, overlaid, readHad, withExtras } from '../plan/carry.ts'
import { without } from '../run/compare.ts'
import type { Held } from '../words/held.ts'

/**
 * The script of a registration that is rolled back, with what others have added to its ONU since: the place
 * to which it goes back gets these lines too.
 * @throws ApiError ONTS_REGISTRATION_WOULD_LOSE with what would be lost: nothing was sent
 */
async function withLater(
  olt: HeldOlt,
  { id, ident, state, seen }: Pick<Run, 'id' | 'ident' | 'state' | 'seen'>,
  script: Script,
  acceptLoss: boolean,
): Promise<Script> {
  const { held, before, from, removes, inPlace, added = [] } = script
  const made = seen?.configuration?.lines ?? null
  if (state !== 'done' || removes || !held) return script
  const had = await readHad(olt, held.place, { made, secrets: script.secrets }, script.commands)
  const cli = cliOf(olt)
  const stays = inPlace === true
  const returns = from !== null || before !== null
  const lost = stays ? [] : [...had.lost, ...(returns ? [] : had.added.map(line => `"${line}"`))]
  if (lost.length > 0 && !acceptLoss)
    throw fail('ONTS_REGISTRATION_WOULD_LOSE', { id, ident, lost: lost.join('; ') })
  const later = without(had.added, added)
  if (!cli || !returns || later.length === 0) return script
  const gets = (one: Held): Held => ({ ...one, lines: one.lines && overlaid(cli, one.lines, later) })
  return {
    ...script,
    undo: stays ? script.undo : withExtras(script.undo, later, cli, (held.from ?? held.place).at),
    held: held.from ? { ...held, from: gets(held.from) } : { ...held, place: gets(held.place) },
  }
}

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
