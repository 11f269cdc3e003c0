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

/** Something was sent to undo it, or was about to be. */
const isUndone = ({ state, undo }: Run): boolean => undo.length > 0 || state === 'rolling_back'

/**
 * Why something may be left of which the OLT shows nothing: its undo was cut. Null: all of it was sent, or
 * none of it is known to be done.
 */
function cutUndo({ undo: sent }: Run, { undo }: Script): string | null {
  // An earlier roll-back may have sent some of them too: the last ones count.
  const texts = undo.map(({ text }) => text)
  const isEnd = (count: number) =>
    texts.slice(0, count).every((one, at) => sent.at(at - count)?.command === one)
  let ran = texts.length
  while (!isEnd(ran)) ran--
  return ran === 0 || ran === undo.length ? null : `the undo ended after ${ran} of ${undo.length} commands`
}

/**
 * Looks at the OLT what became of a run that nobody works on any more, and ends it with the truth. Sends
 * nothing that changes. `state`: where its work was cut. The run must belong to this process.
 */
export async function settle(parts: Registrations, olt: HeldOlt, run: Run, script: Script): Promise<Run> {
  const why = run.error ? { code: run.error_code ?? cut.code, message: run.error } : cut
  if (run.state === 'planned')
    return endRun(parts, olt, run.id, script, { state: 'failed', seen: null, error: cut })
  try {
    const undone = isUndone(run)
    if (!undone && isSent(run)) {
      const seen = await proof(olt, script)
      if (lacking(script, seen) === null)
        return await endRun(parts, olt, run.id, script, { state: 'done', seen })
    }
    const seen = await aftermath(olt, script)
    // A check whose session was closed by the stop looks like one that the OLT refused: it proves nothing.
    if (parts.isStopping()) throw new Error('the service is stopping')
    const half = undone ? cutUndo(run, script) : null
    const left = [...leftOf(script, seen), ...(half === null ? [] : [half])]
    // Whichever command was the last one: an ONU that is gone was removed.
    if (script.removes && left.length === 0)
      return await endRun(parts, olt, run.id, script, { state: 'done', seen })
    const state = left.length > 0 ? 'left' : undone ? 'rolled_back' : 'failed'
    return await endRun(parts, olt, run.id, script, { state, seen, left, error: why })
  } catch (error) {
    // It stays as it is, of a process that has ended: the next start settles it.
    if (parts.isStopping()) throw error
    return endUnread(parts, olt, run.id, script, why, error)
  }
}
