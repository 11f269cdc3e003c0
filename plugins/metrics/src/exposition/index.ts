import { Readable } from 'node:stream'
import type { Caller } from '@linecard/plugin-kit'
import { families, prefix } from '../catalogue/index.ts'
import { fail } from '../errors.ts'
import { aliasLabelsOf, labelsOf, type Names } from '../prometheus/labels.ts'
import type { Reading } from '../rates/reading.ts'
import type { Metrics } from '../setup.ts'
import { aboutLines } from './about.ts'
import { exposedOf, headOf, type Exposed } from './text.ts'
import { lastCounters, lastValues, seenDevices, seenInterfaces, type Last } from './values.ts'

export const contentType = 'text/plain; version=0.0.4; charset=utf-8'

/** Devices of one query. */
const devicesAtOnce = 200
/** Lines of one piece of the stream. */
const linesAtOnce = 2_000

const leftOut = {
  name: `${prefix}scrape_left_out`,
  help: 'Rows that exceed metrics.scrape_series',
  type: 'gauge',
} as const

/** A row with its labels, made once. */
interface Labelled {
  row: Last
  labels: string
  alias: string
}
interface Collected {
  byFamily: Map<number, Labelled[]>
  counters: { reading: Reading; labels: string; alias: string }[]
  /** What is known of devices and interfaces beside their values. */
  about: string[]
  /** Rows that did not fit. */
  left: number
}

/** The last rows of everything that the caller sees: the memory of a scrape is bounded by their number. */
async function collect(metrics: Metrics, caller: Caller, signal: AbortSignal): Promise<Collected> {
  const { ctx } = metrics
  const [now, max, aliases] = [ctx.clock(), ctx.config.scrape_series, ctx.config.alias_names]
  const collected: Collected = { byFamily: new Map(), counters: [], about: [], left: 0 }
  const devices = await seenDevices(ctx.em(), caller)
  let rows = 0
  for (let at = 0; at < devices.length; at += devicesAtOnce) {
    signal.throwIfAborted()
    const some = devices.slice(at, at + devicesAtOnce)
    const ids = some.map(({ id }) => id)
    const named = new Map(some.map(one => [one.id, one]))
    const ports = new Map((await seenInterfaces(ctx.em(), caller, ids)).map(one => [one.id, one]))
    const namesOf = ({ device, interface: port }: { device: number; interface: number }): Names => {
      const { name = '', ip = '' } = named.get(device) ?? {}
      return { device: name, ip, interface: ports.get(port) ?? null }
    }
    const textsOf = (subject: { device: number; interface: number; part: string }) => {
      const names = namesOf(subject)
      return { labels: labelsOf(subject, names), alias: aliases ? aliasLabelsOf(subject, names) : '' }
    }
    // A deleted interface has no name any more; its values end with it.
    const isThere = ({ interface: port }: { interface: number }) => port === 0 || ports.has(port)
    for (const row of (await lastValues(ctx.em(), ids, now)).filter(isThere)) {
      if (++rows > max) continue
      const list = collected.byFamily.get(row.family) ?? []
      list.push({ row, ...textsOf(row) })
      collected.byFamily.set(row.family, list)
    }
    for (const reading of (await lastCounters(ctx.em(), ids, now)).filter(isThere))
      if (collected.counters.length < max)
        collected.counters.push({ reading, ...textsOf({ ...reading, part: '' }) })
  }
  collected.left = Math.max(0, rows - max)
  collected.about = await aboutLines(ctx, caller, max)
  return collected
}

function* linesOf({ byFamily, counters }: Collected, { name, family, slot, counter, alias }: Exposed) {
  if (counter) {
    for (const one of counters) {
      const value = one.reading.values[slot] ?? null
      // Digits as they are: a number of JavaScript would lose some above 2^53.
      if (value !== null) yield `${name}${alias ? one.alias : one.labels} ${value} ${one.reading.time}\n`
    }
    return
  }
  for (const one of byFamily.get(family) ?? []) {
    const value = one.row.values[slot] ?? null
    if (value !== null)
      yield `${name}${alias ? one.alias : one.labels} ${value} ${Math.round(one.row.times[slot] ?? 0)}\n`
  }
}

async function* textOf(collected: Collected, aliases: boolean, end: () => void): AsyncGenerator<string> {
  try {
    for (const { id } of families)
      for (const exposed of exposedOf(id, aliases)) {
        let piece: string[] = []
        let begun = false
        for (const line of linesOf(collected, exposed)) {
          if (!begun) piece.push(headOf(exposed))
          begun = true
          piece.push(line)
          if (piece.length < linesAtOnce) continue
          yield piece.join('')
          piece = []
        }
        if (piece.length > 0) yield piece.join('')
      }
    for (let at = 0; at < collected.about.length; at += linesAtOnce)
      yield collected.about.slice(at, at + linesAtOnce).join('')
    yield `${headOf(leftOut)}${leftOut.name} ${collected.left}\n`
  } finally {
    end()
  }
}

/**
 * The last values of all devices that the caller sees, as a stream. One scrape at a time.
 * @throws METRICS_NO_VALUES, METRICS_SCRAPE_BUSY
 */
export async function expose(metrics: Metrics, caller: Caller, signal: AbortSignal): Promise<Readable> {
  const { config } = metrics.ctx
  if (config.store === 'prometheus' && config.write_url !== '') throw fail('METRICS_NO_VALUES')
  if (metrics.scraping.running) throw fail('METRICS_SCRAPE_BUSY', {}, [], 10)
  metrics.scraping.running = true
  const end = () => {
    metrics.scraping.running = false
  }
  try {
    const collected = await collect(metrics, caller, signal)
    const stream = Readable.from(textOf(collected, config.alias_names, end))
    // A reader that leaves before the first piece never starts the generator.
    stream.once('close', end)
    return stream
  } catch (error) {
    end()
    throw error
  }
}
