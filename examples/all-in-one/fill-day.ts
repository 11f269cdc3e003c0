/**
 * Writes a day that nobody has polled, through what polls use: each poller hands its answers to all that
 * store or keep them, with the time at which the device would have given them.
 */
import type { Running } from '@linecard/kernel'
import type { Polled, PolledAnswer, SeriesPoint } from '@linecard/plugin-kit'
import type { Moment, Reading } from './readings.ts'
import type { Known } from './known-device.ts'
import { pastAnswers, type Rows } from './past-answers.ts'

/** Moments from one poll to the next; 1 where nothing is said. */
const every: Readonly<Record<string, number>> = { fdb_table: 3, arp_table: 3, optical_strength: 6 }
/** The inventory keeps what is now, and the judge of outages looks at it. */
const presentOnly = new Set(['inventory', 'correlation'])

/** What the pinger gives to the store of series. */
const echoes = (known: ReadonlyMap<string, Known>, { time, readings }: Moment): SeriesPoint[] =>
  readings.flatMap(({ name, echo }) => {
    const device = known.get(name)?.device.id
    if (device === undefined) return []
    const point = { device_id: device, interface_id: null, part: '', time }
    return [
      { ...point, metric: 'device_ping_up', value: 1 },
      { ...point, metric: 'device_ping_loss_ratio', value: 0 },
      { ...point, metric: 'device_ping_seconds', value: echo },
    ]
  })

/**
 * Writes the moments, oldest first, and returns how many. Nothing newer of these devices may be stored: the
 * stores take no answer that is older than the last one.
 */
export async function fillDay(
  running: Running,
  known: readonly Known[],
  moments: AsyncIterable<Moment>,
  signal: AbortSignal,
): Promise<number> {
  const installation = running.use('installation')
  const pollers = installation.pollers()
  const keeps = installation.keeps().filter(({ component }) => !presentOnly.has(component))
  const byName = new Map(known.map(one => [one.device.name, one]))
  let n = 0
  for await (const moment of moments) {
    const { time, readings } = moment
    const at = new Date(time)
    const due = pollers.filter(({ key }) => pastAnswers[key] && n % (every[key] ?? 1) === 0)
    const store = async (reading: Reading): Promise<void> => {
      const one = byName.get(reading.name)
      if (!one) return
      const { id, ip, name, model } = one.device
      for (const { key, stores } of due) {
        const given = Object.entries(pastAnswers[key]!(one, reading)).filter(([, rows]) => rows.length > 0)
        if (given.length === 0) continue
        const polled: Polled = {
          poller: key,
          device: {
            id,
            ip,
            name,
            model_key: model.key,
            status: 'Up',
            uptime: null,
            uptime_at: null,
            rebooted: false,
          },
          answers: new Map(given.map(([module, data]) => [module, answerOf(data, at)])),
          signal,
        }
        for (const { component, store: keep } of stores) if (!presentOnly.has(component)) await keep(polled)
        for (const { modules, keep } of keeps) {
          const kept = given.filter(([module]) => modules.has(module))
          const whole = { device_id: id, args: {}, complete: true, time: at }
          if (kept.length > 0) await keep(kept.map(([module, data]) => ({ ...whole, module, data })))
        }
      }
    }
    signal.throwIfAborted()
    // All devices at once: their stores write together.
    await Promise.all(readings.map(store))
    running.use('series').add(echoes(byName, moment))
    if (n % (every['optical_strength'] ?? 1) === 0) await running.use('series').flush()
    n++
  }
  await running.use('series').flush()
  return n
}

const answerOf = (data: Rows, time: Date): PolledAnswer => ({
  data,
  complete: true,
  missing: [],
  time,
  error: null,
})
