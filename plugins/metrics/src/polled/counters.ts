import { interfaceCounters } from '@linecard/driver-kit/modules'
import type { Polled } from '@linecard/plugin-kit'
import { traffic, trafficSlots } from '../catalogue/index.ts'
import { ratesOf } from '../rates/rates.ts'
import { counterOf, decodeReadings, encodeReadings, type Reading } from '../rates/reading.ts'
import { decodeSpeeds } from '../rates/speeds.ts'
import type { Row } from '../series/row.ts'
import { answerOf, withSubjects, type PollParts } from './parts.ts'

/** The last counters of an interface that is not read any more are kept so long, ms. */
const forgottenMs = 86_400_000

const ticksOf = (sec: number | undefined) => (sec === undefined ? null : Math.round(sec * 100))

/** An answer that comes after a newer one is older by less, if the device does not tell its uptime, ms. */
const overtakenMs = 60_000
/** By how much the clocks of a device and of the service may differ: ms, and a part of the time. */
const apart = { ms: 15_000, part: 0.01 }

/**
 * The same answer once more, or one that was overtaken: by its uptime too it is older. One that is older only
 * by the clock was read after the clock was put back.
 */
function isOvertaken(previous: Reading, current: Reading): boolean {
  const behind = previous.time - current.time
  if (behind <= 0) return behind === 0
  if (previous.uptime === null || current.uptime === null) return behind < overtakenMs
  const behindMs = (previous.uptime - current.uptime) * 10
  return Math.abs(behindMs - behind) < Math.min(behind, apart.ms + behind * apart.part)
}

/** The uptime when the counters were read: it was read before them, and some answers are slow. */
const uptimeThen = ({ device: { uptime, uptime_at: at } }: Polled, time: number): number | null =>
  uptime === null || at === null ? null : uptime + Math.round((time - at.getTime()) / 10)

type Fields = Readonly<Record<string, number | string | null | undefined>>

/**
 * Counters to rates. A reading is compared with the one before of the same stored interface, by whichever
 * process that was read; the newer one is kept for the next in any case.
 */
export async function storeCounters(parts: PollParts, polled: Polled): Promise<void> {
  const answer = answerOf(polled, interfaceCounters)
  if (!answer) return
  const { device } = polled
  const found = await withSubjects(parts, device.id, answer.data)
  if (found.length === 0) return
  const speeds = decodeSpeeds(await parts.speeds.last(device.id))
  const rows = await parts.counters.replace(device.id, new Date(answer.time), state => {
    const readings = state ? decodeReadings(state) : new Map<number, Reading>()
    const made: Row[] = []
    for (const { row, subject } of found) {
      const previous = readings.get(subject.id)
      const current: Reading = {
        interface: subject.id,
        time: answer.time,
        uptime: uptimeThen(polled, answer.time),
        elapsed: previous ? Math.max(0, answer.time - previous.time) : 0,
        discontinuity: ticksOf(row.discontinuity) ?? previous?.discontinuity ?? null,
        bits: row.bits === 32 ? 32 : 64,
        values: trafficSlots.map(({ counter }) => counterOf((row as unknown as Fields)[counter!.field])),
      }
      if (previous && isOvertaken(previous, current)) continue
      readings.set(subject.id, current)
      const values = ratesOf(previous, current, {
        speed: speeds.get(subject.id) ?? null,
        rebooted: device.rebooted,
      })
      if (values)
        made.push({
          family: traffic.id,
          device: device.id,
          interface: subject.id,
          part: '',
          time: answer.time,
          values,
        })
    }
    const kept = [...readings.values()].filter(({ time }) => answer.time - time < forgottenMs)
    return { state: encodeReadings(kept), result: made }
  })
  parts.add(rows ?? [])
}
