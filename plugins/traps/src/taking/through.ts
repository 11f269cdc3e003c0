import { throughOutages } from '@linecard/plugin-kit/concurrency'
import type { HeardItem } from '../intake/orders.ts'
import type { KnownDevices } from '../known/devices.ts'

/** SQLSTATE foreign_key_violation: a device was removed just now. */
const isGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === '23503'

/** Stores items through outages of the database, without those of devices that are gone. */
export const storeThroughOutages =
  (known: KnownDevices, signal: AbortSignal) =>
  async <I extends HeardItem>(items: readonly I[], store: (some: I[]) => Promise<void>): Promise<void> => {
    const ofDevices = () => items.filter(({ deviceId }) => deviceId === null || known.byId.has(deviceId))
    const storeSome = async () => {
      const some = ofDevices()
      if (some.length > 0) await store(some)
    }
    if (items.length === 0) return
    await throughOutages(signal, async () => {
      try {
        await storeSome()
      } catch (error) {
        if (!isGone(error)) throw error
        await known.follow()
        await storeSome()
      }
    })
  }
