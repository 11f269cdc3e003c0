import { between, pick, random } from '../random.ts'
import type { Listing } from './columns.ts'
import { onuTypes, serialOf } from './onus.ts'
import type { Port } from './port.ts'
import { type Timeline, timeline } from './timeline.ts'

const minuteMs = 60_000

/** A place on a PON port where sometimes an unregistered ONU appears. */
export interface UnregisteredSlot {
  port: Port
  slot: number
  seed: string
  present: Timeline<number>
}

/** `present` counts up. At an odd number an ONU is there, each time another one. */
export const unregisteredSlots = (
  ports: readonly Port[],
  count: number,
  seed: string,
  startMs: number,
): UnregisteredSlot[] =>
  Array.from({ length: count }, (_, slot) => {
    const port = ports[(slot * 3 + 1) % ports.length]!
    const name = `${seed} stranger ${slot}`
    return {
      port,
      slot: slot + 1,
      seed: name,
      present: timeline<number>(
        startMs,
        name,
        (previous, roll) =>
          previous === undefined
            ? { state: slot === 0 ? 1 : 0, forMs: between(roll, 3 * minuteMs, 12 * minuteMs) }
            : {
                state: previous + 1,
                forMs:
                  previous % 2
                    ? between(roll, 4 * minuteMs, 20 * minuteMs)
                    : between(roll, 3 * minuteMs, 12 * minuteMs),
              },
        () => false,
      ),
    }
  })

/** Unregistered ONUs at this moment. */
export function unregisteredOnus(
  slots: readonly UnregisteredSlot[],
  listing: Listing,
): { port: Port; slot: number; serial: Buffer; type: string }[] {
  return slots.flatMap(({ port, slot, seed, present }) => {
    const { state, untilMs } = present.at(listing.now())
    listing.expires(untilMs)
    if (state % 2 === 0) return []
    const next = random(`${seed} visit ${state}`)
    const type = pick(next, onuTypes)
    return [{ port, slot, type, serial: serialOf(next, type) }]
  })
}
