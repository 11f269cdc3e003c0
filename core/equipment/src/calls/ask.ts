import { isDatabaseOutage, type DeviceChanged, type Equipment, type Logger } from '@linecard/plugin-kit'
import { canonical } from '../answers/json.ts'
import type { StoredAnswers } from '../answers/stored.ts'
import type { StoredAnswer } from '../answers/store.ts'
import type { Config } from '../config.ts'
import type { Pool } from '../connections/pool.ts'
import type { CallLimits } from '../limits/budget.ts'
import type { DeviceHolds } from '../holds/index.ts'
import type { Guards } from '../holds/guards.ts'
import type { Bounds } from '../limits/bounds.ts'
import { createDeduplicator } from './deduplicate.ts'
import { callIntent, type Intend } from './intent.ts'
import { isMoved, type WhenMoved } from './expected.ts'
import type { DeviceCall } from './device-call.ts'
import { runOnDevice } from './run.ts'

export interface AskOptions {
  pool: Pool
  settings: CallLimits & Pick<Config, 'call_deadline_sec' | 'stored_answer_octets'>
  clock: () => Date
  answers: StoredAnswers
  bounds: Bounds
  /** Fires when the service stops. */
  closing: AbortSignal
  /** Gives answers to the plugins that keep such. */
  keep: Equipment['keep']
  log: Logger
  onChange?: ((change: DeviceChanged) => void) | undefined
  /** Called when a port is not where it was. */
  whenMoved: WhenMoved
  /** Absent: changes are not recorded. */
  intend?: Intend | undefined
  holds: Pick<DeviceHolds, 'admit'>
  guards: Pick<Guards, 'begun'>
}

/** Asks a device and stores what it answers. Identical questions share one run. */
export type Ask = (call: DeviceCall, signal: AbortSignal | undefined) => Promise<StoredAnswer>

/** Names a question. That of a poll has a name of its own: it may wait for its place behind many others. */
const questionOf = ({ target, connectionKey, module, args, expected, insist, poll }: DeviceCall): string =>
  [
    target.deviceId,
    connectionKey,
    target.modelKey,
    module.name,
    canonical([args, expected, insist]),
    poll ? 'poll' : '',
  ].join(' ')

/** `track` receives each run, so that the service can wait for it before it closes. */
export function createAsk(options: AskOptions, track: <T>(run: Promise<T>) => Promise<T>): Ask {
  const { pool, settings, clock, answers, bounds, closing, keep, log, onChange, whenMoved } = options
  const questions = createDeduplicator()
  async function run(
    call: DeviceCall,
    stops: readonly AbortSignal[],
    beforeChange?: () => Promise<void>,
  ): Promise<StoredAnswer> {
    const deadlineMs = settings.call_deadline_sec * 1000
    let moved: 'refused' | 'found' | null = null
    const noteMoved = (how: 'refused' | 'found' = 'refused') => {
      moved = how
    }
    try {
      return await runOnDevice(call, {
        pool,
        clock,
        deadlineMs,
        stops,
        closing,
        onMoved: noteMoved,
        beforeChange,
        limits: settings,
        bounds,
      })
    } catch (error) {
      if (isMoved(error)) noteMoved()
      throw error
    } finally {
      if (moved) await whenMoved(call.target, moved)
    }
  }

  async function read(call: DeviceCall, stop: AbortSignal): Promise<StoredAnswer> {
    const answer = await run(call, [stop, closing])
    const { deviceId } = call.target
    if (deviceId === null || call.unstored) return answer
    const { data, complete, time } = answer
    const { name: module } = call.module
    const key = { deviceId, module, args: call.args }
    await answers.keep(key, answer)
    delete answer.json
    // Who polls gives them by itself, when it has looked what of them is to be kept.
    if (call.poll || call.keep === false) return answer
    const unkept = await keep([{ device_id: deviceId, module, args: call.args, data, complete, time }])
    if (unkept.some(({ error }) => isDatabaseOutage(error)))
      log.warn({ device_id: deviceId, module }, 'an answer is not kept: the database is away')
    return answer
  }
  async function change(call: DeviceCall, signal: AbortSignal | undefined): Promise<StoredAnswer> {
    const intent = callIntent(call, options)
    try {
      const answer = await run(call, signal ? [signal, closing] : [closing], intent.begin)
      await intent.done(answer.data)
      const { deviceId } = call.target
      const { accepted, verified } = answer.data as { accepted?: boolean; verified?: boolean }
      if (deviceId !== null && accepted)
        onChange?.({
          device_id: deviceId,
          module: call.module.name,
          args: call.args,
          verified: verified === true,
        })
      return answer
    } catch (error) {
      throw await intent.failed(error)
    } finally {
      // A change that failed may have been made in part.
      if (call.target.deviceId !== null) await answers.outdate(call.target.deviceId)
    }
  }
  return (call, signal) => {
    if (call.module.kind === 'change') return track(change(call, signal))
    return questions.join(questionOf(call), signal, stop => track(read(call, stop)))
  }
}
