import { DeviceError } from '@linecard/driver-kit'
import { ApiError, type Context, type Logger } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import type { Candidate } from './devices.ts'
import { fail } from './errors.ts'
import { maxErrors, type DeviceRef, type DeviceSearchMeta } from './schemas.ts'

export const deviceRefOf = ({ id, ip, name }: Candidate): DeviceRef => ({ id, ip, name })

/** One search on many devices, and the result of each device. */
export interface Search {
  readonly signal: AbortSignal
  /** Asks these devices, `concurrency` at a time. A device that fails is noted; the others go on. */
  ask(devices: readonly Candidate[], work: (device: Candidate) => Promise<void>): Promise<void>
  /** Notes that an answer is incomplete: what it does not list may still be there. */
  incomplete(device: Candidate, error: { code: string; description: string }): void
  meta(rows: number): DeviceSearchMeta
}

/** Begins a search, which ends after `deadline_sec` or when the client leaves. `end` must be called. */
export function beginSearch(
  ctx: Pick<Context<Config>, 'config'>,
  devices: number,
  client: AbortSignal,
  log: Logger,
): { search: Search; end(): void } {
  const { concurrency, deadline_sec: seconds, devices_at_most: most } = ctx.config
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(fail('SEARCH_DEVICE_TIME_OVER', { seconds })), seconds * 1000)
  const signal = AbortSignal.any([client, deadline.signal])
  const failed = new Map<number, DeviceSearchMeta['errors'][number]>()
  let asked = 0

  const note = (device: Candidate, code: string, description: string) => {
    failed.set(device.id, { device: deviceRefOf(device), code, description })
  }
  async function one(device: Candidate, work: (device: Candidate) => Promise<void>): Promise<void> {
    try {
      await work(device)
    } catch (error) {
      client.throwIfAborted()
      if (!(error instanceof DeviceError || error instanceof ApiError))
        log.error({ err: error, device_id: device.id }, 'a search failed on a device')
      const told =
        error instanceof DeviceError || error instanceof ApiError ? error : fail('SEARCH_DEVICE_FAILED')
      note(device, told.code, told.message)
    }
  }
  return {
    end: () => clearTimeout(timer),
    search: {
      signal,
      async ask(list, work) {
        const queue = list.slice(0, Math.max(0, most - asked)).values()
        await Promise.all(
          Array.from({ length: Math.min(concurrency, list.length) }, async () => {
            for (const device of queue) {
              client.throwIfAborted()
              if (deadline.signal.aborted) return
              asked++
              await one(device, work)
            }
          }),
        )
        client.throwIfAborted()
      },
      incomplete: (device, { code, description }) => note(device, code, description),
      meta: rows => ({
        total: rows,
        devices,
        answered: asked - failed.size,
        failed: failed.size,
        not_asked: devices - asked,
        complete: failed.size === 0 && asked === devices,
        errors: [...failed.values()].slice(0, maxErrors),
      }),
    },
  }
}
