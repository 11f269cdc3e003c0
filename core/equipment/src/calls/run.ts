import { DeviceError, mostInterfaces, type Module, isComplete, type Missing } from '@linecard/driver-kit'
import { consoleCommand, multiConsoleCommand } from '@linecard/driver-kit/modules'
import { interfaceMoved } from '@linecard/driver-kit/ports'
import { type Target, ApiError } from '@linecard/plugin-kit'
import { storableInSlices } from '../answers/json.ts'
import type { StoredAnswer } from '../answers/store.ts'
import type { DeviceConnections, Pool } from '../connections/pool.ts'
import { checkResult } from './arguments.ts'
import { commandTime, type GiveTime } from './command-time.ts'
import type { Config } from '../config.ts'
import { ceilingIn, createBudget, type CallLimits } from '../limits/budget.ts'
import type { Bounds } from '../limits/bounds.ts'
import type { Attempt } from '../limits/silence.ts'
import { withDeadline } from '../waiting/signals.ts'
import type { DeviceCall } from './device-call.ts'
import { isMoved } from './expected.ts'
import { provenAnswer, proveRefused } from './proven.ts'
import { createCallSession, type CallSession } from './session.ts'
import { noteChange, shareOf, type Share } from './share.ts'
import { noteLife, noteLoad, slowedOf } from './signs.ts'

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
    const { kind, moved, down } = shown
    // What a module has added to the reason: how far it came.
    const message = error.message.startsWith(shown.message) ? error.message : shown.message
    const notSent = error.notSent || shown.notSent
    return new DeviceError(kind, message, { missing, partial, moved, down, notSent, cause: error })
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
  /** Fires when the service stops. Several console commands end between two of them. */
  closing: AbortSignal
  /** A port was not where it was: another stands there, or the call has found it. */
  onMoved(how: 'refused' | 'found'): void
  /** Awaited before the first packet of a change is sent. */
  beforeChange?: (() => Promise<void>) | undefined
}

/**
 * After the signal a reading module only gives its rows; a change may wait for the answer to what it sent.
 */
const graceOf = ({ snmp }: Target, { kind }: Module) =>
  300 + (kind === 'change' ? snmp.timeoutMs * (snmp.retries + 1) : 0)

/** The call changes the device, or writes to it in order to read: no other call may come between. */
const locks = ({ model, module }: DeviceCall): boolean =>
  module.kind === 'change' ||
  module.exclusive === true ||
  model.implementations.get(module.name)?.exclusive === true

/** They go to the console: silence over SNMP says nothing about it. */
const byConsole: ReadonlySet<string> = new Set([consoleCommand.name, multiConsoleCommand.name])

/** The device and the time of one call, and what bounds it. */
interface Running extends Pick<RunOptions, 'clock' | 'limits' | 'bounds' | 'beforeChange' | 'closing'> {
  giveTime: GiveTime
  attempt: Attempt
  device: DeviceConnections
  signal: AbortSignal
}

/** What another module of the poll or an earlier call of the operation has read is as old as that. */
function noteEarlier({ cost, module, poll }: DeviceCall, { readAt }: Share): void {
  const { time, at } = cost.began!
  const earliest = Math.min(at, readAt, poll?.memo.readAt(module.name) ?? Infinity)
  cost.began = { time: new Date(time.getTime() - Math.ceil(at - earliest)), at: earliest }
}

/**
 * One run of the driver's implementation. Null: kept indexes of ports were wrong, and nothing was changed.
 */
async function runOnce(
  call: DeviceCall,
  running: Running,
  onMoved: RunOptions['onMoved'],
): Promise<StoredAnswer | null> {
  const { device, signal, clock, limits, bounds } = running
  const { target, model, module, args, expected, cost } = call
  const started = performance.now()
  // What is read was true now or later. By the end it may have changed.
  cost.began = { time: clock(), at: started }
  const share = bounds.exceeding.share(call.connectionKey, module.name)
  const most = mostInterfaces(model.model, limits.interface_rows)
  const place = bounds.large.place(share < 1)
  const courtesy = model.model.type === 'OLT' ? bounds.courtesies.of(call.connectionKey) : undefined
  const waitedBefore = courtesy?.waitedMs ?? 0
  const before = { ...device.snmp.stats }
  const shared = shareOf(locks(call) ? undefined : call.share, call.connectionKey, device.memory)
  /** Once more, with nothing of the earlier calls. */
  const again = () => runOnce({ ...call, share: undefined }, running, onMoved)
  if (locks(call)) noteChange(device.memory)
  const session = createCallSession({
    module: module.name,
    share: shared,
    poll: call.poll,
    target,
    supported: model,
    device,
    signal,
    graceMs: graceOf(target, module),
    repeatable: !locks(call),
    expected,
    beforeChange: running.beforeChange,
    console: { commands: call.commands, giveTime: running.giveTime, closing: running.closing },
    budget: createBudget(limits, most, { share, place, courtesy, lane: call.poll?.lane }),
  })
  try {
    const data = await session.run(module, args)
    if (signal.aborted && !(signal.reason instanceof DeviceError)) throw signal.reason
    const result = await provenAnswer(data, session, module, signal)
    if (shared.broken) return await again()
    if (session.prover.stale) return null
    await checkResult(module, model.model.name, result)
    let cells = 0
    // What a console printed after a command is wanted whole.
    const onCut = module.kind === 'read' ? () => void cells++ : undefined
    const { value, text } = await storableInSlices(result, limits.stored_answer_octets, onCut)
    const answer = answerOf(value, call, session, signal)
    if (cells > 0) answer.missing.push({ what: 'texts', reason: 'text_cut', cells })
    noteLoad(courtesy, module, value)
    shared.keep()
    call.poll?.memo.keep(module.name)
    const slowed = slowedOf(courtesy, waitedBefore)
    noteEarlier(call, shared)
    return { ...answer, json: text, slowed, time: cost.began.time, spentMs: performance.now() - started }
  } catch (error) {
    if (shared.broken) return await again()
    noteEarlier(call, shared)
    await proveRefused(error, session)
    if (session.prover.stale) return null
    throw failureOf(error, call, session.missing, signal)
  } finally {
    place.leave()
    if (locks(call)) noteChange(device.memory)
    const ceiling = ceilingIn(session.missing)
    if (ceiling) bounds.exceeding.mark(call.connectionKey, target, module.name, ceiling)
    await noteLife(call, running, session, { before, spentMs: performance.now() - started })
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
  const { target, connectionKey, module, cost } = call
  const tooLate = (ms: number) =>
    new DeviceError(
      'DeviceTimeout',
      `${target.ip} did not answer ${module.name} within ${Math.round(ms) / 1000} s.`,
      { missing: [{ what: module.name, reason: 'time_limit' }] },
    )
  return withDeadline(deadlineMs, tooLate, async (deadline, restart) => {
    const giveTime = commandTime(deadlineMs, restart)
    const waiting = AbortSignal.any([deadline, ...stops])
    const running = module.kind === 'change' ? deadline : waiting
    const kind = locks(call) ? 'change' : 'read'
    const of = { key: connectionKey, target, tuning: call.model.family.snmp, what: module.name }
    const turn = { ...of, poll: call.poll !== undefined, kind, signal: waiting } as const
    const { silence } = options.bounds
    const attempt = silence.enter(connectionKey, target.ip, call.insist || byConsole.has(module.name))
    try {
      return await pool.run(turn, device => {
        silence.recheck(connectionKey, target.ip, attempt)
        return runInTurn(call, { ...options, device, attempt, giveTime, signal: running }, onMoved)
      })
    } catch (error) {
      // The turn came too late or not at all: a device that had less than one time-out to answer is not down.
      if (deadline.aborted && cost.spentMs < Math.min(target.snmp.timeoutMs, deadlineMs / 2))
        throw new DeviceError(
          'DeviceBusy',
          `${module.name} at ${target.ip} got no turn within ${deadlineMs / 1000} s; try again later.`,
        )
      throw error
    } finally {
      attempt.end()
    }
  })
}
