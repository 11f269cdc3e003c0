import { fail } from '../errors.ts'
import type { HeldOlt } from '../olt/device.ts'
import { cliOf, overlaid, readHad, withExtras } from '../plan/carry.ts'
import { without } from '../run/compare.ts'
import type { Run } from '../run/store.ts'
import type { Held } from '../words/held.ts'
import type { Script } from '../words/run.ts'

/**
 * The script of a registration that is rolled back, with what others have added to its ONU since: the place
 * to which it goes back gets these lines too.
 * @throws ApiError ONTS_REGISTRATION_WOULD_LOSE with what would be lost: nothing was sent
 */
export async function withLater(
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
