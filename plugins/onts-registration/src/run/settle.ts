import type { Registrations } from '../registrations.ts'
import type { HeldOlt } from '../olt/device.ts'
import { endRun } from './finish.ts'
import { aftermath, lacking, leftOf, proof } from './look.ts'
import { endUnread } from './roll-back.ts'
import type { Run } from './store.ts'
import type { Script } from '../words/run.ts'

const cut = { code: 'ONTS_REGISTRATION_CUT', message: 'the service ended while it was working' }

/** All commands are known to be accepted. */
const isSent = ({ commands, of }: Run): boolean =>
  commands.length === of && commands.every(({ success }) => success)

/**
 * Looks at the OLT what became of a run that nobody works on any more, and ends it with the truth. Sends
 * nothing that changes. `state`: where its work was cut. The run must belong to this process.
 */
export async function settle(parts: Registrations, olt: HeldOlt, run: Run, script: Script): Promise<Run> {
  const why = run.error ? { code: run.error_code ?? cut.code, message: run.error } : cut
  if (run.state === 'planned')
    return endRun(parts, olt, run.id, script, { state: 'failed', seen: null, error: cut })
  try {
    const undone = run.undo.length > 0 || run.state === 'rolling_back'
    if (!undone && isSent(run)) {
      const seen = await proof(olt, script)
      if (lacking(script, seen) === null)
        return await endRun(parts, olt, run.id, script, { state: 'done', seen })
    }
    const seen = await aftermath(olt, script)
    const left = leftOf(script, seen)
    const state = left.length > 0 ? 'left' : undone ? 'rolled_back' : 'failed'
    return await endRun(parts, olt, run.id, script, { state, seen, left, error: why })
  } catch (error) {
    return endUnread(parts, olt, run.id, script, why, error)
  }
}
