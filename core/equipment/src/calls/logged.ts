import { DeviceError } from '@linecard/driver-kit'
import { ApiError, type CallOptions, type Source, type Target } from '@linecard/plugin-kit'
import type { Metrics } from '../metrics.ts'
import type { CallLog } from './log.ts'
import type { Cost } from './device-call.ts'

export interface LogEntry {
  target: Target
  module: string
  args: unknown
  from: Source
  options: CallOptions
}

/** Runs a call and notes in the call log and in the metrics how it went. */
export type Logged = <T>(entry: LogEntry, work: (cost: Cost) => Promise<T>) => Promise<T>

const errorCodeOf = (error: unknown, signal: AbortSignal | undefined) => {
  if (signal?.aborted) return 'CLIENT_GONE'
  return error instanceof DeviceError || error instanceof ApiError ? error.code : 'INTERNAL_ERROR'
}

export function createLogged(log: CallLog, counter: Metrics['calls'], clock: () => Date): Logged {
  const note = ({ target, module, args, from, options }: LogEntry, cost: Cost, error?: unknown) => {
    const errorCode = error === undefined ? null : errorCodeOf(error, options.signal)
    if (target.copyOf === undefined) counter.add({ result: errorCode ?? 'ok' })
    log.add({
      time: clock(),
      deviceId: target.deviceId,
      copyOf: target.copyOf ?? null,
      ip: target.ip,
      module,
      args,
      from,
      userId: options.caller?.userId ?? null,
      login: options.caller?.login ?? null,
      ok: errorCode === null,
      errorCode,
      ...(options.signal?.aborted ? {} : { error }),
      ...cost,
    })
  }
  return async (entry, work) => {
    const cost: Cost = { spentMs: 0, requests: 0, transcript: [] }
    try {
      const result = await work(cost)
      note(entry, cost)
      return result
    } catch (error) {
      note(entry, cost, error ?? null)
      throw error
    }
  }
}
