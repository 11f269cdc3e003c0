import type { Registrations } from '../registrations.ts'
import { send, type HeldOlt, type Sent } from '../olt/device.ts'
import { endRun } from './finish.ts'
import { lacking, proof } from './look.ts'
import { endUnread, rollBack } from './roll-back.ts'
import { addOutcome, changeRun, type Run } from './store.ts'
import type { Script } from '../words/run.ts'

/** Every command was accepted, or only of the last one nobody knows. */
const mayBeComplete = ({ ended, outcomes }: Sent, { commands }: Script): boolean =>
  ended === 'all' || (ended === 'lost' && outcomes.length >= commands.length - 1)

/**
 * Carries out a run that was committed as `planned`: commands, proof on the OLT, and on any failure the
 * roll-back. What it gives is what the OLT shows. Fails only if the database does.
 */
export async function carryOut(parts: Registrations, olt: HeldOlt, id: number, script: Script): Promise<Run> {
  await changeRun(parts, id, { state: 'executing' })
  const sent = await send(olt, script.commands, {
    breakOnError: true,
    done: outcome => addOutcome(parts, id, 'commands', outcome),
  })
  if (sent.ended === 'not_sent')
    return endRun(parts, olt, id, script, { state: 'failed', seen: null, error: sent.error })
  await changeRun(parts, id, { state: 'verifying' })
  const why = sent.error ?? { code: 'ONTS_REGISTRATION_CHECK_FAILED', message: '' }
  // An ONU that is gone is gone, whichever command failed.
  if (!script.removes && !mayBeComplete(sent, script)) return rollBack(parts, olt, id, script, why)
  try {
    const seen = await proof(olt, script)
    const lacks = lacking(script, seen)
    // Nobody has seen what came of a last command such as `write`: the reason stays with the run.
    if (lacks === null)
      return await endRun(parts, olt, id, script, { state: 'done', seen, error: sent.error })
    const accepted = sent.outcomes.filter(({ success }) => success).length
    const half =
      script.removes && accepted < script.commands.length
        ? `${accepted} of ${script.commands.length} commands of its removal were accepted`
        : ''
    const message = [why.message, lacks, half].filter(Boolean).join('; ')
    return await rollBack(parts, olt, id, script, { code: why.code, message })
  } catch (error) {
    return endUnread(parts, olt, id, script, why, error)
  }
}
