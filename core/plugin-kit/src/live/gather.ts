import { DeviceError, deviceErrorKinds, type ExpectedPort, type Module } from '@linecard/driver-kit'
import { partialOf } from '@linecard/driver-kit/validation'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { Source, Target } from '../services/index.ts'
import { copyOfMissing, failedMeta, type LivePart, type LivePartMeta, type LiveParts } from './parts.ts'

/** One call of a module. A module is called only once, even with different arguments. */
export interface LiveQuestion {
  module: Module
  args?: Readonly<Record<string, unknown>>
  /** Source of this module. By default the source of all modules. */
  from?: Source
}

/** Whom `gatherLive` asks, for whom, and from which source. */
export interface LiveAsking {
  ctx: Pick<Context, 'use'>
  target: Target
  /** By default `cache`, and `device` for a module that makes the device do something. */
  from?: Source | undefined
  /** The port of the arguments `interface` as the caller saw it; null: not known. */
  expected?: ExpectedPort | null
  caller: Caller
  signal: AbortSignal
  /**
   * Its reason must be an ApiError. It is the failure of the modules that have not answered when it fires.
   */
  deadline?: AbortSignal
  /**
   * With it only InterfaceMoved is thrown: every other failure belongs to its part. It makes a failure from
   * an error that is neither a DeviceError nor an ApiError.
   */
  lenient?: (error: unknown, module: Module) => ApiError
}

type Failure = DeviceError | ApiError
const isFailure = (error: unknown): error is Failure =>
  error instanceof DeviceError || error instanceof ApiError

/** A wrong argument or a missing permission is an error of the whole request, not of one part. */
const concernsRequest = (error: Failure): boolean =>
  error instanceof DeviceError
    ? error.kind === 'BadArgument'
    : error.type === 'VALIDATION_ERROR' || error.type === 'INSUFFICIENT_PRIVILEGES'

/** All parts are about that port: none of them may be shown. */
const isMoved = (error: unknown): boolean => error instanceof DeviceError && error.kind === 'InterfaceMoved'

/** @throws the error itself if it concerns the whole request */
function failureOf(error: unknown, module: Module, lenient: LiveAsking['lenient']): Failure {
  if (isMoved(error)) throw error
  if (isFailure(error) && (lenient || !concernsRequest(error))) return error
  if (!lenient) throw error
  return lenient(error, module)
}

const silences = new Set<string>([
  deviceErrorKinds.DeviceTimeout.code,
  deviceErrorKinds.DeviceUnreachable.code,
])
const toldOf = ({ code, message }: Failure) => ({ code, description: message })

/** @throws the first failure, if possible not "the model does not support it" */
function assertSomethingCame(failures: readonly Failure[]): void {
  if (failures.length > 0) throw failures.find(({ code }) => code !== 'DEVICE_UNSUPPORTED') ?? failures[0]
}

/**
 * Calls several modules of one device, one after the other, because a device has one session. If a module
 * fails, its `meta` has the error, and the others follow. If the device does not answer the first module, it
 * is not asked for the others (each would wait for the time-out). Their stored answers are used if `from`
 * allows it.
 * @throws DeviceError, ApiError if all parts are missing: the first failure, if possible not "not supported".
 * Wrong arguments at once
 */
export async function gatherLive(questions: readonly LiveQuestion[], asking: LiveAsking): Promise<LiveParts> {
  const { ctx, target, caller, signal, deadline, lenient } = asking
  const within = deadline ? AbortSignal.any([signal, deadline]) : signal
  const parts = new Map<string, LivePart>()
  const share = {}
  const failures: Failure[] = []
  let silence: LivePartMeta['error'] = null
  let came = false
  let answered = false
  for (const { module, args = {}, from = asking.from } of questions) {
    if (parts.has(module.name)) continue
    signal.throwIfAborted()
    const source = from ?? (module.exclusive ? 'device' : 'cache')
    if (deadline?.aborted || (silence && source === 'device')) {
      const error = deadline?.aborted ? toldOf(deadline.reason as ApiError) : silence
      parts.set(module.name, { data: undefined, meta: failedMeta(source, error) })
      continue
    }
    try {
      const { data, meta } = await ctx
        .use('equipment')
        .callByName(target, module.name, args, {
          from: silence ? 'store' : source,
          caller,
          signal: within,
          expected: asking.expected,
          share,
        })
      const missing = copyOfMissing(meta.missing)
      parts.set(module.name, {
        data,
        meta: { ...meta, error: silence ?? meta.error, missing, answered_by: [...meta.answered_by] },
      })
      came = true
      answered ||= !meta.from_cache
      // The device did not answer: the cache gave an old answer instead.
      if (!answered && meta.error && silences.has(meta.error.code)) silence ??= meta.error
    } catch (error) {
      signal.throwIfAborted()
      const failure = failureOf(error, module, lenient)
      failures.push(failure)
      const data = partialOf(failure, module)
      const missing = failure instanceof DeviceError ? failure.missing : []
      parts.set(module.name, { data, meta: failedMeta(source, silence ?? toldOf(failure), missing) })
      if (!answered && data === undefined && silences.has(failure.code)) silence ??= toldOf(failure)
    }
  }
  if (!lenient && !came) assertSomethingCame(failures)
  return parts
}
