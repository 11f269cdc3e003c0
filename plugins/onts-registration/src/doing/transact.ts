import type { Caller, Target } from '@linecard/plugin-kit'
import { fail } from '../errors.ts'
import { possible, type Made } from '../plan/make.ts'
import type { Registrations } from '../registrations.ts'
import { carryOut } from '../run/carry-out.ts'
import type { HeldOlt } from '../olt/device.ts'
import { holding, insisting } from '../olt/holding.ts'
import { withHeld } from '../run/compare.ts'
import { createRun, type Run } from '../run/store.ts'
import type { RunKind } from '../words/run.ts'

export interface Transaction {
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
export const transact = (
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
