import { deviceChanged, devicesSaid, type Context } from '@linecard/plugin-kit'
import { leaseSec, type Base } from './base.ts'
import type { Config } from './config.ts'
import { createContents } from './contents/contents.ts'
import { createCounts } from './metrics.ts'
import { noteChange } from './run/ask.ts'
import { startSchedule } from './run/schedule.ts'
import { startWorker } from './run/worker.ts'
import { devicesChanged } from './versions/said.ts'

/** What all slots of this plugin get. */
export interface Backups extends Base {
  /** What was started, to be ended in reverse. */
  ends: (() => Promise<void>)[]
}

const queueName = (worker: string) => (worker ? `backups.${worker}` : 'backups')

export const setup = (ctx: Context<Config>): Backups => ({
  ctx,
  contents: createContents(ctx),
  counts: createCounts(),
  queue: worker => ctx.use('work').queue(queueName(worker), leaseSec),
  ends: [],
})

/** Reads devices soon after something here has changed them, or after they say that they were changed. */
function followChanges(base: Base): () => Promise<void> {
  const note = async (ids: readonly number[]) => {
    for (const id of ids) await noteChange(base, id)
  }
  const failed = (error: unknown) =>
    base.ctx.log.warn({ err: error }, 'a changed device could not be planned to be read soon')
  const forgets = [
    base.ctx.events.on(deviceChanged, ({ device_id: id }) => note([id]).catch(failed)),
    base.ctx.events.on(devicesSaid, messages => note(devicesChanged(messages)).catch(failed)),
  ]
  return async () => forgets.forEach(forget => forget())
}

/** Begins to plan and to read, in processes that do so. */
export function started(backups: Backups): void {
  const work = backups.ctx.use('work')
  if (work.plans) backups.ends.push(startSchedule(backups))
  if (work.takes) backups.ends.push(startWorker(backups))
  backups.ends.push(followChanges(backups))
  const forget = work.onStop(() => stop(backups))
  backups.ends.unshift(async () => void forget())
}

export async function stop({ ends }: Backups): Promise<void> {
  for (const end of ends.splice(0).toReversed()) await end()
}
