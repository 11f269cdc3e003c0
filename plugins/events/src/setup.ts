import type { BoundConditionSource, Context } from '@linecard/plugin-kit'
import { createLead, createLease, type Lead } from '@linecard/plugin-kit/lead'
import type { Config } from './config.ts'
import { startEngine, type Engine } from './engine/engine.ts'
import { failingSource } from './engine/failing.ts'
import { followLooks } from './engine/soon.ts'
import { createRuleParts, stopRules, type RuleParts } from './rules/parts.ts'
import { createService } from './service.ts'
import { createStreams, type Streams } from './stream/stream.ts'

/** What all slots of this plugin get. */
export interface Events {
  ctx: Context<Config>
  lead: Lead<Engine>
  looks: { stop(): Promise<void> }
  streams: Streams
  /** Gives the sources of all plugins, and those of this one that are made while it runs. */
  sources(): readonly BoundConditionSource[]
  rules: RuleParts
}

export function setup(ctx: Context<Config>): Events {
  const rules = createRuleParts(ctx)
  const sources = () => [...ctx.use('installation').conditions(), ...rules.book.sources()]
  const all = () => [...sources(), failingSource]
  const lease = createLease(ctx, { table: 'events_lease', worker: '' })
  const begin = () => startEngine(ctx, lease, sources)
  const lead = createLead({ ctx, lease, begin, what: 'the events' })
  ctx.provide('network-events', createService(ctx))
  const looks = followLooks(ctx, () => lead.led())
  return { ctx, lead, looks, streams: createStreams(ctx), sources: all, rules }
}

/** The processes of the default group that do work: those that only serve the API or run a command do not. */
export async function started({ ctx, lead, rules }: Events): Promise<void> {
  await rules.book.refresh()
  const work = ctx.use('work')
  if (work.takes && work.group === '') lead.start()
}

export async function stop({ lead, looks, streams, rules }: Events): Promise<void> {
  streams.stop()
  await looks.stop()
  await lead.stop()
  await stopRules(rules)
}
