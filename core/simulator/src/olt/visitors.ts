import { between, pick, random } from '../random.ts'
import { timeline } from '../simulated/timeline.ts'
import { drawnMac, drawnSerial } from './idents.ts'
import type { FoundOnu, Visitor } from './olt.ts'
import type { PonPort } from './onu-state.ts'
import type { OnuType } from './onu-types.ts'

const minuteMs = 60_000

/** `present` counts up. At an odd number an ONU is there, each time another one. */
export const createVisitors = (
  ports: readonly PonPort[],
  count: number,
  seed: string,
  startMs: number,
): Visitor[] =>
  Array.from({ length: count }, (_, slot) => {
    const port = ports[(slot * 3 + 1) % ports.length]!
    const name = `${seed} stranger ${slot}`
    return {
      port,
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

/** The unregistered ONU at this place, and when that changes. */
export function visitorAt(
  { port, seed, present }: Visitor,
  types: readonly OnuType[],
  now: number,
): { found: Omit<FoundOnu, 'slot'> | undefined; untilMs: number } {
  const { state, sinceMs, untilMs } = present.at(now)
  if (state % 2 === 0) return { found: undefined, untilMs }
  const next = random(`${seed} visit ${state}`)
  const type = pick(next, types)
  const serial = port.technology === 'epon' ? drawnMac(next) : drawnSerial(next, type)
  return { found: { port, serial, type: type.name, password: '', sinceMs }, untilMs }
}
