import { sameIdent } from '../ident.ts'
import type { Registrations } from '../registrations.ts'
import { send, type HeldOlt } from '../olt/device.ts'
import { endRun } from './finish.ts'
import { aftermath, leftOf, look } from './look.ts'
import { addOutcome, changeRun, type Run } from './store.ts'
import type { Script, Seen } from '../words/run.ts'

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Another ONU has the place: commands that clear it would hit a stranger. */
export const isOthers = ({ ident, before }: Script, { taken, occupant }: Seen): boolean =>
  taken && !sameIdent(occupant, ident) && !sameIdent(occupant, before)

export type Reason = { code: string; message: string }

/** Ends a run whose OLT cannot be read. */
export const endUnread = (
  parts: Registrations,
  olt: HeldOlt,
  id: number,
  script: Script,
  why: Reason,
  error: unknown,
): Promise<Run> =>
  endRun(parts, olt, id, script, {
    state: 'unknown',
    seen: null,
    error: { code: why.code, message: `${why.message}. Then it could not be read: ${messageOf(error)}` },
  })

/**
 * Removes what a registration has sent, as far as it is there, and says what is left. Commands that fail are
 * noted, and the others follow. A removal is sent again: it is done if nothing is left.
 */
export async function rollBack(
  parts: Registrations,
  olt: HeldOlt,
  id: number,
  script: Script,
  why: Reason,
): Promise<Run> {
  await changeRun(parts, id, { state: 'rolling_back', error_code: why.code, error: why.message })
  try {
    const before = await look(olt, script)
    if (isOthers(script, before)) {
      const found = before.occupant ?? 'an ONU without a known ident'
      const message = `${why.message}. The place has another ONU (${found}), so nothing was sent to undo it`
      return await endRun(parts, olt, id, script, {
        state: 'failed',
        seen: before,
        error: { code: why.code, message },
      })
    }
    const sent = await send(olt, script.undo, {
      breakOnError: false,
      done: outcome => addOutcome(parts, id, 'undo', outcome),
    })
    const seen = await aftermath(olt, script)
    const left = leftOf(script, seen)
    const cut = sent.ended === 'lost' || sent.ended === 'not_sent'
    const ran = sent.outcomes.length
    // Nobody reads service ports and the like: an undo that was cut may have left some.
    if (cut)
      left.push(`the undo ended after ${ran} of ${script.undo.length} commands: ${sent.error?.message}`)
    if (left.length === 0 && script.removes)
      return await endRun(parts, olt, id, script, { state: 'done', seen })
    return await endRun(parts, olt, id, script, {
      state: left.length > 0 ? 'left' : 'rolled_back',
      seen,
      left,
      error: why,
    })
  } catch (error) {
    return endUnread(parts, olt, id, script, why, error)
  }
}
