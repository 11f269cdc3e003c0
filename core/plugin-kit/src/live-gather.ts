import { DeviceError, deviceErrors, type Module } from '@linecard/driver-kit'
import { validator } from '@linecard/driver-kit/validation'
import { Type as T, type Static } from 'typebox'
import type { Caller } from './caller.ts'
import type { Context } from './context.ts'
import { ApiError } from './errors.ts'
import type { Source, Target } from './services/index.ts'
import { closedObject, nullable } from './shapes.ts'

export const sources = T.Enum(['device', 'cache', 'store'], {
  description:
    'device: ask the hardware; cache: a stored answer, the hardware where it is absent or stale; store: the stored answer only',
})

/** Where the part of one module comes from; also of one that gave nothing. */
const PartMeta = closedObject({
  source: sources,
  from_cache: T.Boolean(),
  time: nullable(
    T.String({ format: 'date-time', description: 'When the device gave it; null: it gave nothing' }),
  ),
  age_sec: nullable(T.Integer({ minimum: 0 })),
  spent_ms: nullable(T.Integer({ minimum: 0, description: 'Time that asking the device took' })),
  error: nullable(
    closedObject(
      { code: T.String(), description: T.String() },
      { description: 'Why there is nothing, not all, or nothing newer' },
    ),
  ),
  missing: T.Array(
    T.Object(
      { what: T.String({ description: 'OID of a column, or name of a field' }), reason: T.String() },
      { additionalProperties: true },
    ),
    { description: 'What did not arrive' },
  ),
})
export type LivePartMeta = Static<typeof PartMeta>

/** `meta` of a live operation; the plugin `equipment` registers it. */
export const LiveMeta = T.Record(T.String(), PartMeta, {
  $id: 'equipment.LiveMeta',
  description: 'Module name → where its part of the answer comes from',
})

/**
 * A module to be asked, of another source than the rest where it says so. The same module is asked once,
 * whatever its arguments.
 */
export interface LiveQuestion {
  module: Module
  args?: Readonly<Record<string, unknown>>
  from?: Source
}

export interface LiveAsking {
  ctx: Pick<Context, 'use'>
  target: Target
  /** Cache unless said, for a module that makes the device do something: device. */
  from?: Source | undefined
  caller: Caller
  signal: AbortSignal
  /** When it fires, its reason, an ApiError, is the failure of what has not come by then. */
  deadline?: AbortSignal
  /**
   * Every failure is one of its part and nothing is thrown: what is said of one that is neither a device's
   * nor meant for clients.
   */
  lenient?: (error: unknown, module: Module) => ApiError
}

/** What one module gave; `data` undefined: nothing, `meta.error` says why. */
export interface LivePart {
  data: unknown
  meta: LivePartMeta
}
/** By name of the module. */
export type LiveParts = ReadonlyMap<string, LivePart>

const plain = (missing: readonly object[]) => missing.map(one => ({ ...one })) as LivePartMeta['missing']

const nothing = (
  source: Source,
  error: LivePartMeta['error'],
  missing: readonly object[] = [],
): LivePartMeta => ({
  source,
  from_cache: false,
  time: null,
  age_sec: null,
  spent_ms: null,
  error,
  missing: plain(missing),
})

type Failure = DeviceError | ApiError
/** A failure of one part; what was wrong with the question itself is one of the whole. */
const isOfPart = (error: unknown): error is Failure =>
  error instanceof DeviceError
    ? error.kind !== 'BadArgument'
    : error instanceof ApiError &&
      error.type !== 'VALIDATION_ERROR' &&
      error.type !== 'INSUFFICIENT_PRIVILEGES'

const silences = new Set<string>([deviceErrors.DeviceTimeout.code, deviceErrors.DeviceUnreachable.code])
const toldOf = ({ code, message }: Failure) => ({ code, description: message })

/** @throws the error itself where it is one of the whole */
function failureOf(error: unknown, module: Module, lenient: LiveAsking['lenient']): Failure {
  if (isOfPart(error) || (lenient && (error instanceof DeviceError || error instanceof ApiError)))
    return error as Failure
  if (!lenient) throw error
  return lenient(error, module)
}

/** What came before the device fell silent, where it is of the module's shape. */
const partialOf = (error: Failure, module: Module): unknown =>
  error instanceof DeviceError &&
  error.partial !== undefined &&
  validator(module.result)(error.partial).length === 0
    ? error.partial
    : undefined

/**
 * Asks one device several modules, one after the other, for it has one session. A part that fails is noted in
 * its `meta` and the others go on; a device that is silent to the first is not asked the others, which would
 * wait for it one by one: what is stored of them is taken where `from` allows.
 * @throws DeviceError, ApiError the first failure that means something when no part came; at once for
 *   arguments that are wrong
 */
export async function gatherLive(questions: readonly LiveQuestion[], asking: LiveAsking): Promise<LiveParts> {
  const { ctx, target, caller, signal, deadline, lenient } = asking
  const within = deadline ? AbortSignal.any([signal, deadline]) : signal
  const parts = new Map<string, LivePart>()
  const failures: Failure[] = []
  let silence: LivePartMeta['error'] = null
  let came = false
  let heard = false
  for (const { module, args = {}, from = asking.from } of questions) {
    if (parts.has(module.name)) continue
    signal.throwIfAborted()
    const source = from ?? (module.exclusive ? 'device' : 'cache')
    if (deadline?.aborted || (silence && source === 'device')) {
      parts.set(module.name, {
        data: undefined,
        meta: nothing(source, deadline?.aborted ? toldOf(deadline.reason as ApiError) : silence),
      })
      continue
    }
    try {
      const { data, meta } = await ctx
        .use('equipment')
        .callByName(target, module.name, args, { from: silence ? 'store' : source, caller, signal: within })
      parts.set(module.name, {
        data,
        meta: { ...meta, error: silence ?? meta.error, missing: plain(meta.missing) },
      })
      came = true
      heard ||= !meta.from_cache
      // An old answer stands in for a device that is silent.
      if (!heard && meta.error && silences.has(meta.error.code)) silence ??= meta.error
    } catch (error) {
      signal.throwIfAborted()
      const failure = failureOf(error, module, lenient)
      failures.push(failure)
      const data = partialOf(failure, module)
      parts.set(module.name, {
        data,
        meta: nothing(
          source,
          silence ?? toldOf(failure),
          failure instanceof DeviceError ? failure.missing : [],
        ),
      })
      if (!heard && data === undefined && silences.has(failure.code)) silence ??= toldOf(failure)
    }
  }
  if (!lenient && !came && failures.length > 0)
    throw failures.find(({ code }) => code !== 'DEVICE_UNSUPPORTED') ?? failures[0]
  return parts
}

export const metaOf = (parts: LiveParts): Record<string, LivePartMeta> =>
  Object.fromEntries([...parts].map(([name, { meta }]) => [name, meta]))
