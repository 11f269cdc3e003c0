import { setTimeout as sleep } from 'node:timers/promises'
import { DeviceError } from '@linecard/driver-kit'
import { ApiError, type Target } from '@linecard/plugin-kit'
import type { SearchAsking } from './asking.ts'
import type { Candidate } from './devices.ts'
import { fail } from './errors.ts'
import { maxErrors, type DeviceRef, type DeviceSearchMeta } from './schemas.ts'

export const deviceRefOf = ({ id, ip, name }: Candidate): DeviceRef => ({ id, ip, name })

/** One search on many devices, and the result of each device. */
export interface Search {
  readonly signal: AbortSignal
  /** How to ask a device of the search. Of all of them it is looked up at once, when the search begins. */
  target(device: Candidate): Target
  /**
   * Asks these devices, `concurrency` at a time, those that are known to be down not at all. A device that
   * fails is noted; the others go on.
   */
  ask(devices: readonly Candidate[], work: (device: Candidate) => Promise<void>): Promise<void>
  /** Notes that an answer is incomplete: what it does not list may still be there. */
  incomplete(device: Candidate, error: { code: string; description: string }): void
  meta(rows: number): DeviceSearchMeta
}

/** A device that is silent for so long does not keep the next one waiting, in ms. It may still answer. */
const patienceMs = 500

/** Devices without an answer, by id, with the reason. */
function createNotes() {
  const notes = new Map<number, DeviceSearchMeta['errors'][number]>()
  return {
    add(device: Candidate, { code, message }: { code: string; message: string }) {
      notes.set(device.id, { device: deviceRefOf(device), code, description: message })
    },
    get size() {
      return notes.size
    },
    list: () => [...notes.values()].slice(0, maxErrors),
  }
}

/** Begins a search on these devices, which the caller sees. It ends with its asking. */
export async function beginSearch(
  { ctx, caller, signal: client, deadline, log }: SearchAsking,
  devices: readonly Candidate[],
): Promise<Search> {
  const { concurrency, devices_at_most: most } = ctx.config
  const targetOf = await ctx.use('devices').targets(devices.map(({ id }) => id))
  const signal = AbortSignal.any([client, deadline])
  const [failed, skipped] = [createNotes(), createNotes()]
  let asked = 0

  async function one(device: Candidate, work: (device: Candidate) => Promise<void>): Promise<void> {
    try {
      await work(device)
    } catch (error) {
      client.throwIfAborted()
      const known = error instanceof DeviceError || error instanceof ApiError
      if (!known) log.error({ err: error, device_id: device.id }, 'a search failed on a device')
      if (error instanceof DeviceError && error.down) {
        asked--
        skipped.add(device, error)
      } else failed.add(device, known ? error : fail('SEARCH_DEVICE_FAILED'))
    }
  }
  /** Devices that may be asked; the others are noted. */
  function admitted(list: readonly Candidate[]): Candidate[] {
    const up = list.filter(device => {
      const { down_since: since } = device
      if (!since || caller.insist) return true
      skipped.add(device, fail('SEARCH_DEVICE_DOWN', { since: since.toISOString() }))
      return false
    })
    const room = Math.max(0, most - asked)
    for (const device of up.slice(room)) skipped.add(device, fail('SEARCH_DEVICE_TOO_MANY', { most }))
    return up.slice(0, room)
  }
  return {
    signal,
    target: ({ id }) => targetOf(id),
    async ask(list, work) {
      const queue = admitted(list).values()
      const pending: Promise<void>[] = []
      await Promise.all(
        Array.from({ length: Math.min(concurrency, list.length) }, async () => {
          for (const device of queue) {
            client.throwIfAborted()
            if (deadline.aborted) {
              skipped.add(device, fail('SEARCH_DEVICE_NOT_REACHED'))
              continue
            }
            asked++
            const answered = one(device, work)
            pending.push(answered)
            await Promise.race([answered, sleep(patienceMs)])
          }
        }),
      )
      await Promise.all(pending)
      client.throwIfAborted()
    },
    incomplete: (device, { code, description }) => failed.add(device, { code, message: description }),
    meta: rows => ({
      total: rows,
      devices: devices.length,
      answered: asked - failed.size,
      failed: failed.size,
      not_asked: devices.length - asked,
      complete: failed.size === 0 && asked === devices.length,
      errors: failed.list(),
      skipped: skipped.list(),
    }),
  }
}
