import { DeviceError, type ExpectedPort, type Module } from '@linecard/driver-kit'
import type { ChangeResult } from '@linecard/driver-kit/modules'
import type { Static } from 'typebox'
import type { ActionNote } from '../actions.ts'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { Target } from '../services/index.ts'

/**
 * Answer of a changing module. `verified` is true only if a read-back showed the new value; a refused change
 * is an error.
 */
export type ChangeOutcome = Static<typeof ChangeResult>

/** One call of a module, with the name of its step in the answer. */
export interface ChangeStep {
  name: string
  module: Module
  args: Readonly<Record<string, unknown>>
}
/** A step before the interface is added to its arguments. */
export interface WantedStep extends ChangeStep {
  onInterface?: true
  /** Permission that the operation needs for this step; by default that of the module. */
  permission?: string
}

/** One outcome for all steps. */
export const summed = (outcomes: readonly ChangeOutcome[]): ChangeOutcome => ({
  accepted: outcomes.every(({ accepted }) => accepted),
  verified: outcomes.every(({ verified }) => verified),
  evidence:
    outcomes
      .map(({ evidence }) => evidence)
      .filter(evidence => evidence !== null)
      .join('\n') || null,
})

type Outcomes = Record<string, ChangeOutcome>

/** The failure of a step, with the outcomes of the earlier steps as `partial`. */
function failureAfter(error: unknown, { name }: ChangeStep, done: Outcomes): unknown {
  const before = Object.keys(done)
  if (before.length === 0) return error
  const told = (message: string) => `${message} Done before: ${before.join(', ')}.`
  if (error instanceof DeviceError) {
    return new DeviceError(error.kind, told(error.message), {
      partial: { ...done, [name]: error.partial ?? null },
      missing: error.missing,
      moved: error.moved,
      record: error.record,
      ...(error.argument !== null && { argument: error.argument }),
      cause: error,
    })
  }
  if (!(error instanceof ApiError)) return error
  return new ApiError(error.type, error.code, told(error.message), {
    details: [...error.details, { path: 'data', message: 'what was done before', partial: done }],
    cause: error,
  })
}

interface Changing {
  ctx: Pick<Context, 'use'>
  target: Target
  caller: Caller
  signal: AbortSignal
  /** The port of the steps as the caller saw it; null: not known. */
  expected?: ExpectedPort | null
  note(more: ActionNote): void
}

/**
 * Makes changes on one device, one after the other, and stops at the first that fails. The caller must have
 * checked the permissions. Nothing is sent if the model does not support one of the modules. If the client
 * closes its connection before the first change has begun, nothing is changed. Later the changes continue to
 * the end.
 * @throws DeviceError, ApiError with the outcomes of the earlier steps as `partial`
 */
export async function makeChanges(
  steps: readonly ChangeStep[],
  { ctx, target, caller, signal, expected, note }: Changing,
): Promise<Outcomes> {
  const equipment = ctx.use('equipment')
  const unsupported = steps.find(({ module }) => !equipment.supports(target.modelKey, module))
  if (unsupported)
    throw new DeviceError(
      'Unsupported',
      `This model does not support ${unsupported.module.name}. ` +
        'The module supported_modules lists what it supports. Nothing was changed.',
    )
  const done: Outcomes = {}
  for (const [at, step] of steps.entries()) {
    try {
      const { data } = await equipment.callByName(target, step.module.name, step.args, {
        from: 'device',
        caller,
        expected,
        step: step.name,
        ...(at === 0 && { signal }),
      })
      done[step.name] = data as ChangeOutcome
    } catch (error) {
      throw failureAfter(error, step, done)
    } finally {
      note({ meta: { changes: { ...done } } })
    }
  }
  return done
}
