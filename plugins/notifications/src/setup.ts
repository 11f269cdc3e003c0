import type { Context } from '@linecard/plugin-kit'
import type { Lead, Led } from '@linecard/plugin-kit/lead'
import { createRenderer } from '@linecard/template-kit'
import type { Config } from './config.ts'
import { sealValues } from './contacts/seal.ts'
import { createEngine, type Engine } from './delivery/engine.ts'
import { createCounts } from './metrics.ts'
import type { Parts } from './parts.ts'
import { createTelegram } from './telegram/poll.ts'

/** What all slots of this plugin get. */
export interface Notifications extends Parts {
  engine: Engine
  telegram: Lead<Led>
  ends: (() => void)[]
}

/** How often the queue is counted for `/metrics`, in ms. */
const measureMs = 15_000
/** A message is small: much less than a template of commands may be. */
const limits = { timeMs: 500, memoryMb: 32, outputOctets: 100_000, threads: 1, waiting: 1000 }

export function setup(ctx: Context<Config>): Notifications {
  const parts = { ctx, renderer: createRenderer(limits), counts: createCounts() }
  return { ...parts, engine: createEngine(parts), telegram: createTelegram(ctx), ends: [] }
}

/** Processes that do work read and send; every process counts the queue. */
export async function started({ ctx, engine, telegram, counts, ends }: Notifications): Promise<void> {
  const measure = () =>
    void counts
      .measure(ctx)
      .catch((error: unknown) => ctx.log.debug({ err: error }, 'the queue cannot be counted'))
  const timer = setInterval(measure, measureMs).unref()
  ends.push(() => clearInterval(timer))
  measure()
  if (!ctx.use('work').takes) return
  await sealValues(ctx)
  engine.start()
  telegram.start()
}

export async function stop({ engine, telegram, renderer, ends }: Notifications): Promise<void> {
  for (const end of ends) end()
  await telegram.stop()
  await engine.stop()
  await renderer.close()
}
