import { DeviceError, type ExpectedPort, type Module, type Missing } from '@linecard/driver-kit'
import type { Interface } from '@linecard/driver-kit/modules'
import { interfaceMoved, isSamePort, showsOther } from '@linecard/driver-kit/ports'
import {
  presentOperation,
  type Answer,
  type CallOptions,
  type CommandWatch,
  type DeviceHold,
  type Logger,
  type Source,
  type Target,
  type AnswerMeta,
} from '@linecard/plugin-kit'
import type { AnswerKey, StoredAnswer } from '../answers/store.ts'
import type { StoredAnswers } from '../answers/stored.ts'
import type { Config } from '../config.ts'
import { connectionKey } from '../connections/memory.ts'
import { fail } from '../errors.ts'
import type { DeviceHolds } from '../holds/index.ts'
import type { Metrics } from '../metrics.ts'
import type { Networks } from '../networks.ts'
import type { Guards } from '../holds/guards.ts'
import { loggingWatch } from './command-watch.ts'
import { checkedArguments } from './arguments.ts'
import type { Ask } from './ask.ts'
import type { DerivedModule } from './built-in.ts'
import { typedUnder } from './guarded-console.ts'
import { expectedOf, type FindPort, type WhenMoved } from './expected.ts'
import type { Logged } from './logged.ts'
import { unknownModel, type Models, type SupportedModel } from './models.ts'
import type { Cost, Origin } from './device-call.ts'

interface Given {
  data: unknown
  missing: readonly Missing[]
  answeredBy: readonly string[]
  time: Date
  spentMs: number
  slowed?: AnswerMeta['slowed']
}

/** What a caller gets: the data and its source. `error` says why there is no newer answer. */
const answerOf = (
  { data, missing, answeredBy, time, spentMs, slowed = null }: Given,
  source: AnswerMeta['source'],
  now: Date,
  error: AnswerMeta['error'] = null,
): Answer<unknown> => ({
  data,
  meta: {
    source,
    from_cache: source !== 'device',
    time: time.toISOString(),
    age_sec: Math.max(0, Math.round((now.getTime() - time.getTime()) / 1000)),
    spent_ms: Math.round(spentMs),
    error,
    missing: [...missing],
    answered_by: [...answeredBy],
    slowed,
  },
})

/**
 * Whether a stored answer may be given instead of asking the device. The result of an exclusive module, such
 * as a cable test, does not expire: the device is not tested again because of its age.
 */
const isFresh = (
  { exclusive }: Module,
  { complete, outdated, time }: StoredAnswer,
  now: Date,
  ttlMs: number,
): boolean => complete && (exclusive === true || (!outdated && now.getTime() - time.getTime() <= ttlMs))

export interface CallsOptions {
  models: Models
  settings: Pick<Config, 'module_ttl_sec' | 'answer_ttl_sec'>
  networks: Networks
  answers: StoredAnswers
  ask: Ask
  findPort?: FindPort | undefined
  /** Called when a port is not where it was. */
  whenMoved: WhenMoved
  logged: Logged
  /** Receives how long each call took, in seconds. */
  duration: Metrics['duration']
  clock: () => Date
  log: Logger
  holds: Pick<DeviceHolds, 'admit'>
  guards: Pick<Guards, 'admit' | 'of'>
}

export type CallModule = (
  target: Target,
  module: Module,
  args: unknown,
  options?: CallOptions,
) => Promise<Answer<unknown>>

/** One call whose model and arguments are checked. */
interface Call {
  target: Target
  model: SupportedModel
  module: Module
  args: AnswerKey['args']
  /** The port of `args.interface` as the caller saw it. */
  expected: ExpectedPort | null
  from: Source
  signal: AbortSignal | undefined
  cost: Cost
  /** Ask the device although it is known to be down. */
  insist: boolean
  share: object | undefined
  commands: CommandWatch | undefined
  hold: DeviceHold | undefined
  keep: false | undefined
  origin: Origin
}

const unsupported = (model: SupportedModel, { name }: Module) =>
  new DeviceError(
    'Unsupported',
    `${model.model.name} does not support ${name}; supported_modules lists what it supports.`,
  )

/** False for an answer that was given when another port had this bind key. */
const fits = ({ data }: StoredAnswer, { expected }: Call): boolean => !expected || !showsOther(data, expected)

/** Checks before anything is sent that the model supports the module and that the arguments fit it. */
function checkedCall(models: Models, target: Target, module: Module, given: unknown, from: Source) {
  const model = models.byKey.get(target.modelKey)
  if (!model) throw unknownModel(target)
  if (!model.implementations.has(module.name)) throw unsupported(model, module)
  const args = checkedArguments(module, given)
  if (module.kind === 'change' && from !== 'device')
    throw fail('EQUIPMENT_CHANGE_SOURCE', { module: module.name }, [
      { path: 'from', message: 'must be device' },
    ])
  return { target, model, module, args, from }
}

/** Throws an error; that of a device that was not asked with the age of its stored answer. */
async function throwWithStored(
  error: unknown,
  key: AnswerKey,
  { answers, clock }: Pick<CallsOptions, 'answers' | 'clock'>,
): Promise<never> {
  if (!(error instanceof DeviceError) || !error.down) throw error
  const stored = await answers.findIfPossible(key, () => true)
  if (!stored) throw error
  const { time, age_sec } = answerOf(stored, 'store', clock()).meta
  throw new DeviceError(error.kind, `${error.message} from=cache gives its answer of ${time}.`, {
    down: { ...error.down, stored: { time, age_sec } },
    cause: error,
  })
}

/** What a module derives from the model alone: no device is asked. */
const derivedAlone = (data: unknown, time: Date): Answer<unknown> =>
  answerOf({ data, missing: [], answeredBy: [], time, spentMs: 0 }, 'device', time)

/** Gives the stored answer if it is fresh. Else asks the device, and gives the old answer if that fails. */
async function answerFromCache(
  call: Call,
  key: AnswerKey,
  { settings, answers, clock }: CallsOptions,
  askDevice: (call: Call) => Promise<Answer<unknown>>,
): Promise<Answer<unknown>> {
  const ttlMs = 1000 * (settings.module_ttl_sec[key.module] ?? settings.answer_ttl_sec)
  const isEnough = (stored: StoredAnswer) => isFresh(call.module, stored, clock(), ttlMs)
  const found = await answers.findIfPossible(key, isEnough)
  const kept = found && fits(found, call) ? found : null
  if (kept && isEnough(kept)) return answerOf(kept, 'cache', clock())
  try {
    return await askDevice(call)
  } catch (error) {
    if (!kept || !(error instanceof DeviceError) || !error.retry) throw error
    return answerOf(kept, 'cache', clock(), { code: error.code, description: error.message })
  }
}

/** @throws ApiError if the device is held by others, or the change would save what the device may undo */
async function admitted(
  { holds, guards }: CallsOptions,
  { target, module, args }: Pick<Call, 'target' | 'module' | 'args'>,
  hold: DeviceHold | undefined,
): Promise<void> {
  await holds.admit(target.deviceId, hold)
  guards.admit(target, module.name, args)
}

export function createCallModule(options: CallsOptions): CallModule {
  const { models, networks, answers, ask, logged, duration, clock, findPort, whenMoved, log, guards } =
    options

  const askDevice = async (call: Call): Promise<Answer<unknown>> => {
    const target = { ...call.target, ip: networks.checkTarget(call.target) }
    const guard = call.module.kind === 'change' ? guards.of(target) : undefined
    const model = typedUnder(guard, call.model, call.module, clock)
    const answer = await ask({ ...call, model, target, connectionKey: connectionKey(target) }, call.signal)
    return answerOf(answer, 'device', clock())
  }

  const answerDerived = async (call: Call, { source, derive }: DerivedModule): Promise<Answer<unknown>> => {
    const { args, expected, from, target } = call
    if (!source) return derivedAlone(derive(null, args), clock())
    const { data, meta } = await answer({ ...call, module: source, args: {}, expected: null })
    const derived = derive(data, args)
    if (!expected || isSamePort(derived as Interface, expected, data as Interface[], false))
      return { data: derived, meta }
    if (from === 'cache' && meta.from_cache)
      return answerDerived({ ...call, from: 'device' }, { source, derive } as DerivedModule)
    if (from === 'store') throw fail('EQUIPMENT_ANSWER_ABSENT', { module: call.module.name })
    await whenMoved(target)
    throw interfaceMoved(expected, (derived as Interface).name, data as Interface[])
  }

  const answer = async (call: Call): Promise<Answer<unknown>> => {
    const { target, model, module, args, from } = call
    if (module.kind === 'change') return askDevice(call)
    const derived = model.derived.get(module.name)
    if (derived) return answerDerived(call, derived)
    const key = target.deviceId === null ? null : { deviceId: target.deviceId, module: module.name, args }
    if (from === 'store') {
      const stored = key && (await answers.find(key, () => true))
      if (!stored || !fits(stored, call)) throw fail('EQUIPMENT_ANSWER_ABSENT', { module: module.name })
      return answerOf(stored, 'store', clock())
    }
    if (from === 'cache' && key) return answerFromCache(call, key, options, askDevice)
    return key ? askDevice(call).catch(error => throwWithStored(error, key, options)) : askDevice(call)
  }

  return (target, module, given, callOptions = {}) => {
    // A stored answer does not stand for a change, or for a test that the device has to make.
    const asks = module.kind === 'change' || module.exclusive
    const from = callOptions.from ?? (asks ? 'device' : 'cache')
    // Before anything is awaited: later this code may run for another operation.
    const { caller = null, step } = callOptions
    const origin = { operation: presentOperation(), caller, step }
    const entry = { target, module: module.name, args: given ?? {}, from, options: callOptions }
    return logged(entry, async cost => {
      const started = performance.now()
      const checked = checkedCall(models, target, module, given, from)
      // Before it waits for its turn; it is looked at again when the turn has come.
      if (module.kind === 'change') await admitted(options, checked, callOptions.hold)
      const expected = await expectedOf(target, module, checked.args, callOptions.expected, findPort)
      const { signal, share, hold, keep } = callOptions
      const commands = callOptions.commands && loggingWatch(callOptions.commands, log)
      const insist = caller?.insist === true
      const asked = { expected, signal, insist, origin, cost, share, commands, hold, keep }
      const answered = await answer({ ...checked, ...asked })
      if (target.copyOf === undefined)
        duration.observe((performance.now() - started) / 1000, { source: answered.meta.source })
      return answered
    })
  }
}
