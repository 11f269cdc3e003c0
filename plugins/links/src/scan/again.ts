import type { Lldp } from './answers.ts'
import { ApiError, type Context } from '@linecard/plugin-kit'
import { soon } from '@linecard/plugin-kit/concurrency'
import type { Config } from '../config.ts'
import type { Links } from '../parts.ts'

/** Time after a change, in ms: what a new device tells is read in the meantime, and more changes come. */
const usualMs = 600_000
/** Devices whose neighbours are remembered. */
const mostRemembered = 50_000
export const scanJob = 'links.scan'

/** Operations after which links may be others. */
const changing = new Set([
  'inventory.device.create',
  'inventory.device.update',
  'inventory.device.update-by-body',
])

const neighboursOf = ({ remotes }: Lldp): string =>
  remotes
    .map(row => `${row.loc_port_id} ${row.rem_chassis_id} ${row.rem_interface}`)
    .toSorted()
    .join('\n')

/** Starts scans some time after changes, until it is stopped. */
export function createAgain(ctx: Context<Config>, waitMs = usualMs): Links['again'] {
  const last = new Map<number, string>()
  async function start(): Promise<void> {
    const jobs = ctx.use('jobs')
    const job = (await jobs.list()).find(({ key }) => key === scanJob)
    if (!job?.enabled || !ctx.config.scan_after_changes) return
    await jobs.runNow(scanJob, ctx.use('auth').system())
  }
  const scan = soon(waitMs, start, error => {
    // Another process saw the change too.
    if (error instanceof ApiError && error.code === 'JOB_RUNNING') return
    ctx.log.warn({ err: error }, 'a scan of links could not be started; the schedule starts the next one')
  })
  const changed = () => {
    if (ctx.config.scan_after_changes) scan()
  }
  const ends = [
    ctx.events.on('kernel.action', action => {
      if (action.status < 300 && changing.has(action.operation_id)) changed()
    }),
  ]
  return {
    heard({ device_id: id, data, complete }) {
      if (!complete) return
      const [before, now] = [last.get(id), neighboursOf(data as Lldp)]
      if (before === now) return
      last.delete(id)
      last.set(id, now)
      const [oldest] = last.keys()
      if (last.size > mostRemembered && oldest !== undefined) last.delete(oldest)
      if (before !== undefined) changed()
    },
    stop() {
      for (const end of ends) end()
      void scan.stop()
    },
  }
}
