import { planRegistration, type Asked, possible, type Made } from '../plan/make.ts'
import { planMove, planRemoval, type AskedMove } from '../plan/move.ts'
import { planReplacement, type AskedReplace } from '../plan/replace.ts'
import type { Registrations } from '../registrations.ts'
import { type Run, createRun } from '../run/store.ts'
import type { Caller, Target } from '@linecard/plugin-kit'
import { fail } from '../errors.ts'
import { carryOut } from '../run/carry-out.ts'
import type { HeldOlt } from '../olt/device.ts'
import { holding, insisting } from '../olt/holding.ts'
import { withHeld } from '../run/compare.ts'
import type { RunKind } from '../words/run.ts'

interface Transaction {
  kind: RunKind
  target: Target
  caller: Caller
  signal: AbortSignal
  /** What others are told meanwhile. */
  what: string
  /** Plans with what the OLT shows now. */
  plan(olt: HeldOlt): Promise<Made>
  /** Hash of the plan that a person has seen; null: none. */
  hash?: string | null
  batchId?: number | null
  /** How long to wait for other work on the OLT, ms; absent: not. */
  waitMs?: number
}

/**
 * Plans and carries out one change of an ONU while nobody else changes the OLT. What it gives is what the OLT
 * shows afterwards.
 * @throws ApiError, DeviceError, TemplateError if nothing was begun
 */
const transact = (
  parts: Registrations,
  { kind, target, caller, signal, what, plan, waitMs, hash = null, batchId = null }: Transaction,
): Promise<Run> =>
  holding(parts, { target, caller, signal, what, waitMs }, async olt => {
    const made = await plan(olt)
    if (hash !== null && hash !== made.hash) throw fail('ONTS_REGISTRATION_PLAN_OUTDATED')
    const script = await withHeld(olt, possible(made))
    const { id, name, version } = made.template
    const template = { id, name, version }
    const run = await createRun(parts, {
      kind,
      deviceId: target.deviceId!,
      script,
      template,
      caller,
      batchId,
    })
    return carryOut(parts, insisting(olt), run, script)
  })

type Doing = Omit<Transaction, 'kind' | 'what' | 'plan'>

/** Registers an ONU as one transaction. */
export const register = (parts: Registrations, asked: Asked, doing: Doing): Promise<Run> =>
  transact(parts, {
    ...doing,
    kind: 'register',
    what: `registration of ${asked.ident}`,
    plan: olt => planRegistration(parts, olt, asked),
  })

/** Another ONU takes the place of one. */
export const replace = (parts: Registrations, asked: AskedReplace, doing: Doing): Promise<Run> =>
  transact(parts, {
    ...doing,
    kind: 'replace',
    what: `${asked.ident} in place of ${asked.old}`,
    plan: olt => planReplacement(parts, olt, asked),
  })

/** An ONU goes to another port of its OLT. */
export const moveWithin = (parts: Registrations, asked: AskedMove, doing: Doing): Promise<Run> =>
  transact(parts, {
    ...doing,
    kind: 'move',
    what: `move of ${asked.ident}`,
    plan: olt => planMove(parts, olt, asked),
  })

/** An ONU goes from an OLT, because another one has it now. */
export const remove = (
  parts: Registrations,
  asked: { ident: string; params?: Record<string, unknown> | undefined },
  doing: Doing,
): Promise<Run> =>
  transact(parts, {
    ...doing,
    kind: 'remove',
    what: `removal of ${asked.ident}`,
    plan: olt => planRemoval(parts, olt, asked.ident, asked.params),
  })
