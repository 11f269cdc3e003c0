import { DeviceError, type Missing, type Module } from '@linecard/driver-kit'
import { ApiError, type Target } from '@linecard/plugin-kit'
import { storable } from '../answers/json.ts'
import type { Said } from '../cli/console.ts'
import type { Pool } from '../sessions/pool.ts'
import { createView, isComplete } from '../sessions/view.ts'
import { checkResult } from './arguments.ts'
import type { Supported } from './models.ts'

/** What a call cost; filled in while it runs, so that a failed one tells too. */
export interface Cost {
  spentMs: number
  requests: number
  /** What was said at the console, secrets masked; empty: nothing. */
  said: readonly Said[]
}
export interface Fresh {
  data: unknown
  missing: Missing[]
  complete: boolean
  time: Date
  spentMs: number
}

export interface RunOptions {
  pool: Pool
  clock: () => Date
  deadlineMs: number
  /**
   * Stops the run: everybody who asked has gone, or the service stops. Never heeded by a change once it has
   * its turn.
   */
  signal: AbortSignal
  cost: Cost
}

/** A read hands over its rows at once; a change may wait for the answer to what it has sent. */
const graceOf = ({ snmp }: Target, { kind }: Module) =>
  300 + (kind === 'change' ? snmp.timeoutMs * (snmp.retries + 1) : 0)

const silent = (missing: readonly Missing[]) =>
  missing.some(({ reason }) => reason === 'silent' || reason === 'time_limit')

/**
 * A failure as one of a device: what stopped the run where it was stopped; what a driver's own code throws is
 * the driver's fault.
 */
function failureOf(
  error: unknown,
  module: Module,
  supported: Supported,
  noted: readonly Missing[],
  { aborted, reason }: AbortSignal,
): unknown {
  const stopped =
    aborted && (error === reason || (error instanceof DeviceError && error.kind === 'DeviceTimeout'))
  if (stopped && !(reason instanceof DeviceError)) return reason
  if (error instanceof DeviceError) {
    const told = stopped ? (reason as DeviceError) : error
    const missing = [error.missing, noted, told.missing].find(({ length }) => length > 0) ?? []
    return new DeviceError(told.kind, told.message, { missing, partial: error.partial, cause: error })
  }
  if (error instanceof ApiError) return error
  const text = error instanceof Error ? error.message : String(error)
  return new DeviceError(
    'ParseFailed',
    `The driver of ${supported.model.name} failed in ${module.name}: ${text}. Report it to the driver's maintainer.`,
    { missing: noted, cause: error },
  )
}

/**
 * Asks the device. Its silence in the middle is DeviceTimeout with the partial answer, never a short list.
 */
export async function runOnDevice(
  target: Target,
  supported: Supported,
  module: Module,
  args: unknown,
  options: RunOptions,
): Promise<Fresh> {
  const { pool, clock, deadlineMs, cost } = options
  const deadline = new AbortController()
  const timer = setTimeout(
    () =>
      deadline.abort(
        new DeviceError(
          'DeviceTimeout',
          `${target.ip} did not answer ${module.name} within ${deadlineMs / 1000} s.`,
          { missing: [{ what: module.name, reason: 'time_limit' }] },
        ),
      ),
    deadlineMs,
  )
  const waiting = AbortSignal.any([deadline.signal, options.signal])
  const running = module.kind === 'change' ? deadline.signal : waiting
  try {
    return await pool.run(
      {
        target,
        tuning: supported.family.snmp ?? {},
        kind: module.exclusive ? 'change' : module.kind,
        signal: waiting,
      },
      async device => {
        const started = performance.now()
        const before = device.snmp.stats.requests
        const view = createView({
          target,
          model: supported.model,
          cli: supported.family.cli,
          device,
          signal: running,
          graceMs: graceOf(target, module),
          implementations: supported.implementations,
        })
        try {
          const answer = await view.run(module, args)
          if (running.aborted && !(running.reason instanceof DeviceError)) throw running.reason
          checkResult(module, supported.model.name, answer)
          const { value: data } = storable(answer)
          const cutShort = running.aborted && module.kind === 'read'
          if (cutShort || silent(view.missing)) {
            const message = running.aborted
              ? (running.reason as DeviceError).message
              : `${target.ip} stopped answering in the middle of ${module.name}.`
            throw new DeviceError('DeviceTimeout', message, { missing: view.missing, partial: data })
          }
          return {
            data,
            missing: [...view.missing],
            complete: isComplete(view.missing),
            time: clock(),
            spentMs: performance.now() - started,
          }
        } catch (error) {
          throw failureOf(error, module, supported, view.missing, running)
        } finally {
          cost.spentMs = performance.now() - started
          cost.said = view.said
          cost.requests = device.snmp.stats.requests - before
        }
      },
    )
  } catch (error) {
    // Its turn came too late or not at all: a device that had less than one time-out to answer is not down.
    if (deadline.signal.aborted && cost.spentMs < Math.min(target.snmp.timeoutMs, deadlineMs / 2)) {
      throw new DeviceError(
        'DeviceBusy',
        `The turn of ${module.name} at ${target.ip} did not come within ${deadlineMs / 1000} s; ask again later.`,
      )
    }
    throw error
  } finally {
    clearTimeout(timer)
  }
}
