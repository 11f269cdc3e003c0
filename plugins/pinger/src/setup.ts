import type { Context } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import { createLead, type Lead } from './lead/lead.ts'
import { createCounts, type Counts } from './metrics.ts'

/** What all slots of this plugin get. */
export interface Pinger {
  ctx: Context<Config>
  lead: Lead
  counts: Counts
}

export function setup(ctx: Context<Config>): Pinger {
  const counts = createCounts(() => lead.shown())
  const lead = createLead(ctx, counts)
  return { ctx, lead, counts }
}

/** The processes that poll watch too: those that only serve the API or run a command do not. */
export function started({ ctx, lead }: Pinger): void {
  if (ctx.use('work').takes) lead.start()
}

export const stop = ({ lead }: Pinger): Promise<void> => lead.stop()
