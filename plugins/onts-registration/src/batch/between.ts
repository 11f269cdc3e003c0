import { maskRepeated } from '@linecard/driver-kit/cli'
import type { ApiError, Caller, Target } from '@linecard/plugin-kit'
import { rollBackAgain } from '../doing/again.ts'
import { register, remove } from '../doing/register.ts'
import { fail } from '../errors.ts'
import { identKey } from '../ident.ts'
import { linesAt } from '../olt/configuration.ts'
import type { HeldOlt } from '../olt/device.ts'
import { extrasTo, losing, type Extras } from '../plan/carry.ts'
import { forbids, forbidden } from '../plan/conflicts.ts'
import { planRemoval, ponNamed } from '../plan/move.ts'
import { oltNow } from '../plan/port.ts'
import { nameOf } from '../plan/waiting.ts'
import type { Registrations } from '../registrations.ts'
import { without } from '../run/compare.ts'
import { lacking, proof } from '../run/look.ts'
import { failureOf } from '../run/outcome.ts'
import { lastDone, openRemoval, scriptOf, type Run } from '../run/store.ts'
import type { Task } from '../words/batch.ts'

export type AskedBetween = Omit<Extract<Task, { kind: 'move' }>, 'kind'> & { number?: number }

export interface Between {
  caller: Caller
  signal: AbortSignal
  batchId: number | null
  /** How long to wait for other work on an OLT. */
  waitMs: number
}

/** What came of it. */
export interface Performed {
  run: Run
  /** A move between OLTs: the removal from the first; null: it did not come to it, or there was nothing. */
  removed: Run | null
  /** Says what is where; null: all of it is done. */
  failure: ApiError | null
}

/**
 * Its registration on the new OLT, if it stands and works on this port there: an earlier move ended between
 * its halves. Null: it is not registered there.
 * @throws ApiError ONTS_REGISTRATION_CONFLICT if it is, but does not work there
 */
async function registeredThere(
  parts: Registrations,
  olt: HeldOlt,
  { ident, port }: AskedBetween,
): Promise<Run | null> {
  const run = await lastDone(parts, ident, olt.target.deviceId!)
  if (!run) return null
  const now = await oltNow(olt)
  const onu = now.registered.get(identKey(ident))
  if (!onu || onu.parent !== (await ponNamed(olt, now.ports, port)).id) return null
  const script = scriptOf(parts, run)
  const message = lacking(script, await proof(olt, script))
  if (message !== null) throw forbidden(ident, [{ code: 'registered_here', severity: 'error', message }])
  return run
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : null)
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** What is not there of that which an ONU should have where it is registered already. */
async function notThere(to: HeldOlt, { added, lost }: Extras, before: Run): Promise<Extras> {
  const { held, secrets = [] } = scriptOf({ ctx: to.ctx }, before)
  const there = await linesAt(to, held?.place.at ?? null)
  const told = (there ?? []).map(line => maskRepeated(secrets, line))
  const rest = without(added, told).map(line => `"${line}" is not on the new OLT`)
  return { added: [], lost: [...lost, ...rest] }
}

/**
 * Moves an ONU between OLTs. It is registered first and removed then, so that it is never registered
 * nowhere. That it can be removed is known before anything is sent.
 */
export async function moveBetween(
  parts: Registrations,
  asked: AskedBetween,
  { waitMs, ...doing }: Between,
): Promise<Performed> {
  const { ident, port, params, number, oldParams = params, acceptLoss } = asked
  const { caller } = doing
  const targetOf = (id: number): Promise<Target> => parts.ctx.use('devices').target({ id }, caller)
  const [from, to] = [await targetOf(asked.fromId), await targetOf(asked.toId)]
  const reading = (target: Target): HeldOlt => ({ ctx: parts.ctx, target, caller, hold: null })
  const before = await registeredThere(parts, reading(to), asked)
  const removal = await planRemoval(parts, reading(from), ident, oldParams).catch((error: unknown) => {
    // Nobody needs it after an earlier move that was cut.
    if (before && codeOf(error) === 'ONTS_REGISTRATION_NOT_FOUND') return null
    throw error
  })
  const goes = removal?.had && extrasTo(reading(from), reading(to), removal.had)
  const extras = goes && before ? await notThere(reading(to), goes, before) : goes
  const against = extras ? losing(ident, extras, acceptLoss) : []
  if (against.some(forbids)) throw forbidden(ident, against)
  const run =
    before ??
    (await register(parts, { ident, params, number, port, extras }, { ...doing, target: to, waitMs }))
  if (run.state !== 'done') return { run, removed: null, failure: failureOf(run) }
  const half = async (why: string) =>
    fail('ONTS_REGISTRATION_HALF_MOVED', {
      ident,
      to: await nameOf(reading(to)),
      name: run.interface_name ?? `number ${run.number} of ${run.port_name}`,
      id: run.id,
      from: await nameOf(reading(from)),
      why: why.replace(/\.$/, ''),
    })
  try {
    const open = await openRemoval(parts, ident, asked.fromId)
    const removed = open
      ? await rollBackAgain(parts, open, { ...doing, waitMs })
      : await remove(parts, { ident, params: oldParams }, { ...doing, target: from, waitMs })
    const failure = failureOf(removed)
    return { run, removed, failure: failure && (await half(failure.message)) }
  } catch (error) {
    // It is gone already: the work was cut after that.
    if (codeOf(error) === 'ONTS_REGISTRATION_NOT_FOUND') return { run, removed: null, failure: null }
    return { run, removed: null, failure: await half(messageOf(error)) }
  }
}
