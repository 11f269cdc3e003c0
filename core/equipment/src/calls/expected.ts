import { DeviceError, type ExpectedPort, type Module } from '@linecard/driver-kit'
import type { Target } from '@linecard/plugin-kit'
import type { StoredAnswers } from '../answers/stored.ts'

/** The stored port with this bind key; null if none is stored. */
export type FindPort = (deviceId: number, bindKey: string) => Promise<ExpectedPort | null>

/**
 * The port that a call means: as the caller has seen it, else as it is stored. Null for a call about the
 * whole device, and for a port that is named by its name: the device finds it.
 */
export async function expectedOf(
  { deviceId }: Target,
  { args }: Module,
  given: unknown,
  seen: ExpectedPort | null | undefined,
  find: FindPort | undefined,
): Promise<ExpectedPort | null> {
  if (!Object.hasOwn((args as { properties?: object }).properties ?? {}, 'interface')) return null
  if (seen !== undefined) return seen
  const wanted = String((given as { interface?: unknown } | null)?.interface ?? '').trim()
  return find && deviceId !== null && /^\d{1,15}$/.test(wanted) ? find(deviceId, wanted) : null
}

export interface MovedOptions {
  answers: StoredAnswers
  /** Reads the stored ports of a device again. */
  refresh?: (deviceId: number) => Promise<unknown>
  waitMs?: number
}

/** A large device takes longer; the caller then gets its error before the ports are read again. */
const maxWaitMs = 5_000

export type WhenMoved = ReturnType<typeof createWhenMoved>

/**
 * What is done when a port is not where it was: nothing that is stored under bind keys is true any more. A
 * caller that is refused waits until the ports are read again; a call that has found the port does not.
 */
export function createWhenMoved({ answers, refresh, waitMs = maxWaitMs }: MovedOptions) {
  return async ({ deviceId }: Target, how: 'refused' | 'found' = 'refused'): Promise<void> => {
    if (deviceId === null) return
    await answers.renumbered(deviceId)
    if (!refresh) return
    if (how === 'found') return void refresh(deviceId).catch(() => undefined)
    let timer: NodeJS.Timeout | undefined
    const enough = new Promise<void>(resolve => {
      timer = setTimeout(resolve, waitMs)
    })
    // The refresh notes its failures itself.
    await Promise.race([refresh(deviceId).catch(() => undefined), enough])
    clearTimeout(timer)
  }
}

export const isMoved = (error: unknown): boolean =>
  error instanceof DeviceError && error.kind === 'InterfaceMoved'
