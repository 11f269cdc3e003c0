import {
  DeviceError,
  mostInterfaces,
  type ExpectedPort,
  type Missing,
  type Module,
} from '@linecard/driver-kit'
import { interfaceMoved } from '@linecard/driver-kit/ports'
import { ApiError, type Target } from '@linecard/plugin-kit'
import { storableInSlices } from '../answers/json.ts'
import type { StoredAnswer } from '../answers/store.ts'
import type { DeviceConnections, Pool } from '../connections/pool.ts'
import type { TranscriptEntry } from '../console/state.ts'
import { checkResult } from './arguments.ts'
import { isMoved } from './expected.ts'
import type { Config } from '../config.ts'
import { ceilingIn, createBudget, type CallLimits } from '../limits/budget.ts'
import type { Bounds } from '../limits/bounds.ts'
import { withDeadline } from '../waiting/signals.ts'
import type { SupportedModel } from './models.ts'
import { provenAnswer, proveRefused } from './proven.ts'
import { createCallSession, isComplete, type CallSession } from './session.ts'

/** What a call cost. It is filled in while the call runs, so that a failed call has it too. */
export interface Cost {
  spentMs: number
  /** Datagrams sent. */
  requests: number
  /** The transcript of the console, with secrets masked. */
  transcript: readonly TranscriptEntry[]
}

/** One call that has to ask the device. */
export interface DeviceCall {
  /** With its address checked. */
  target: Target
  /** `connectionKey` of the target. */
  connectionKey: string
  model: SupportedModel
  module: Module
  args: Readonly<Record<string, unknown>>
  /** The port of `args.interface` as the caller saw it; null: not known. */
  expected: ExpectedPort | null
  cost: Cost
}

export interface RunOptions {
  pool: Pool
  clock: () => Date
  deadlineMs: number
  limits: CallLimits & Pick<Config, 'stored_answer_octets'>
  bounds: Bounds
  /**
   * They stop the run: all callers have gone, or the service stops. A change does not stop any more once it
   * has its turn.
   */
  stops: readonly AbortSignal[]
  /** A port was not where it was: another stands there, or the call has found it. */
  onMoved(how: 'refused' | 'found'): void
}

/**
 * After the signal a reading module only gives its rows; a change may wait for the answer to what it sent.
 */
const graceOf = ({ snmp }: Target, { kind }: Module) =>
  300 + (kind === 'change' ? snmp.timeoutMs * (snmp.retries + 1) : 0)

const isCut = (missing: readonly Missing[]) =>
  missing.some(({ reason }) => reason === 'silent' || reason === 'time_limit')

/**
 * Any failure as one with a code: if the run was stopped, why it was stopped; else the failure of the device;
 * an exception in a driver's code as ParseFailed.
 */
function failureOf(
  error: unknown,
  { module, model }: DeviceCall,
  reported: readonly Missing[],
  { aborted, reason }: AbortSignal,
): unknown {
  const stopped =
    aborted && (error === reason || (error instanceof DeviceError && error.kind === 'DeviceTimeout'))
  if (stopped && !(reason instanceof DeviceError)) return reason
  if (error instanceof DeviceError) {
    const shown = stopped ? (reason as DeviceError) : error
    const missing = [error.missing, reported, shown.missing].find(({ length }) => length > 0) ?? []
    const { partial } = error
    const { kind, message, moved } = shown
    return new DeviceError(kind, message, { missing, partial, moved, cause: error })
  }
  if (error instanceof ApiError) return error
  const text = error instanceof Error ? error.message : String(error)
  return new DeviceError(
    'ParseFailed',
    `The driver of ${model.model.name} failed in ${module.name}: ${text}. ` +
      'Report it to the maintainer of the driver.',
    { missing: reported, cause: error },
  )
}

/**
 * The answer as it is stored and given. Throws DeviceTimeout with it as `partial` if the device fell silent.
 */
function answerOf(
  data: unknown,
  { target, module }: DeviceCall,
  { missing, answeredBy }: CallSession,
  { aborted, reason }: AbortSignal,
): Omit<StoredAnswer, 'time' | 'spentMs'> {
  if ((aborted && module.kind === 'read') || isCut(missing)) {
    const message = aborted
      ? (reason as DeviceError).message
      : `${target.ip} stopped answering in the middle of ${module.name}.`
    throw new DeviceError('DeviceTimeout', message, { missing, partial: data })
  }
  return {
    data,
    missing: [...missing],
    complete: isComplete(missing),
    answeredBy: answeredBy.get(module.name) ?? [],
  }
}

/** The device and the time of one call, and what bounds it. */
interface Running extends Pick<RunOptions, 'clock' | 'limits' | 'bounds'> {
  device: DeviceConnections
  signal: AbortSignal
}

/** One run of the driver's implementation. Null: kept indexes of ports were wrong, and nothing was changed. */
async function runOnce(
  call: DeviceCall,
  { device, signal, clock, limits, bounds }: Running,
  onMoved: RunOptions['onMoved'],
): Promise<StoredAnswer | null> {
  const { target, model, module, args, expected, cost } = call
  const started = performance.now()
  const share = bounds.exceeding.share(call.connectionKey, module.name)
  const most = mostInterfaces(model.model, limits.interface_rows)
  const place = bounds.large.place()
  const session = createCallSession({
    target,
    supported: model,
    device,
    signal,
    graceMs: graceOf(target, module),
    repeatable: module.kind === 'read' && module.exclusive !== true,
    expected,
    budget: createBudget(limits, most, share, place),
  })
  try {
    const data = await session.run(module, args)
    if (signal.aborted && !(signal.reason instanceof DeviceError)) throw signal.reason
    const result = await provenAnswer(data, session, module, signal)
    if (session.prover.stale) return null
    await checkResult(module, model.model.name, result)
    const { value, text } = await storableInSlices(result, limits.stored_answer_octets)
    const answer = answerOf(value, call, session, signal)
    return { ...answer, json: text, time: clock(), spentMs: performance.now() - started }
  } catch (error) {
    await proveRefused(error, session)
    if (session.prover.stale) return null
    throw failureOf(error, call, session.missing, signal)
  } finally {
    place.leave()
    const ceiling = ceilingIn(session.missing)
    if (ceiling) bounds.exceeding.mark(call.connectionKey, target, module.name, ceiling)
    if (session.prover.moved) {
      device.memory.memos.clear()
      onMoved('refused')
    } else if (session.prover.renamed) onMoved('found')
    cost.transcript = [...cost.transcript, ...session.transcript]
  }
}

/** Runs the driver's implementation in the call's turn at the device. */
async function runInTurn(
  call: DeviceCall,
  running: Running,
  onMoved: RunOptions['onMoved'],
): Promise<StoredAnswer> {
  const { args, expected, cost } = call
  const started = performance.now()
  const { stats } = running.device.snmp
  const requestsBefore = stats.requests
  /** All that is kept about indexes may be wrong. */
  const forget = () => running.device.memory.memos.clear()
  try {
    for (let runs = 0; runs < 2; runs++) {
      const answer = await runOnce(call, running, onMoved)
      if (answer) return answer
      forget()
      onMoved('found')
    }
    const wanted = String(args['interface'])
    throw interfaceMoved(expected ?? { id: Number(wanted) || 0, name: wanted }, null)
  } catch (error) {
    if (isMoved(error)) forget()
    throw error
  } finally {
    cost.spentMs = performance.now() - started
    cost.requests = stats.requests - requestsBefore
  }
}

/**
 * Asks the device. Throws DeviceTimeout with the partial answer if the device falls silent in the middle: a
 * short list is never given as a whole one.
 */
export function runOnDevice(call: DeviceCall, options: RunOptions): Promise<StoredAnswer> {
  const { pool, deadlineMs, stops, onMoved } = options
  const { target, connectionKey, model, module, cost } = call
  const tooLate = () =>
    new DeviceError(
      'DeviceTimeout',
      `${target.ip} did not answer ${module.name} within ${deadlineMs / 1000} s.`,
      { missing: [{ what: module.name, reason: 'time_limit' }] },
    )
  return withDeadline(deadlineMs, tooLate, async deadline => {
    const waiting = AbortSignal.any([deadline, ...stops])
    const running = module.kind === 'change' ? deadline : waiting
    const kind = module.exclusive ? 'change' : module.kind
    try {
      return await pool.run(
        { key: connectionKey, target, tuning: model.family.snmp, kind, signal: waiting },
        device => runInTurn(call, { ...options, device, signal: running }, onMoved),
      )
    } catch (error) {
      // The turn came too late or not at all: a device that had less than one time-out to answer is not down.
      if (deadline.aborted && cost.spentMs < Math.min(target.snmp.timeoutMs, deadlineMs / 2))
        throw new DeviceError(
          'DeviceBusy',
          `${module.name} at ${target.ip} got no turn within ${deadlineMs / 1000} s; try again later.`,
        )
      throw error
    }
  })
}
