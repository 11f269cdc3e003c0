import type { Context, JobRun } from '@linecard/plugin-kit'
import { sees } from './client.ts'
import type { Piece, Work } from './work.ts'

/** Pieces of one kind that are looked at, at most. */
const most = 50

const jobOf = ({ id, key, status, progress, started_at, finished_at }: JobRun): Piece => ({
  id,
  shown: { id, key, status, progress, started_at, finished_at },
  open: status === 'running',
})

/** Runs of jobs, for those who see their reports in the API. */
export const jobsAtWork = (ctx: Context): Work => ({
  topic: 'jobs',
  message: 'job',
  permission: 'schedule_reports',
  async look(before) {
    const jobs = ctx.use('jobs')
    const { runs } = await jobs.reports({ status: ['running'], limit: most, offset: 0 })
    const gone = before.filter(id => !runs.some(run => run.id === id))
    const ended = await Promise.all(gone.map(id => jobs.reports({ id, limit: 1, offset: 0 })))
    return [...runs, ...ended.flatMap(report => report.runs)].map(jobOf)
  },
})

/** Polls that people asked for, of devices of the own groups. */
export const pollsAtWork = (ctx: Context): Work => ({
  topic: 'polls',
  message: 'poll',
  permission: 'poller_info_by_device',
  async look(before) {
    const polls = (await ctx.find('asked-polls')?.recent(before, most)) ?? []
    if (polls.length === 0) return []
    const devices = await ctx.use('devices').pollable([...new Set(polls.map(poll => poll.device_id))])
    const byId = new Map(devices.map(device => [device.id, device]))
    return polls.flatMap(({ device_id: deviceId, ...poll }): Piece[] => {
      const device = byId.get(deviceId)
      if (!device) return []
      const { id, ip, name, group_id: groupId } = device
      return [
        {
          id: poll.id,
          shown: { ...poll, device: { id, ip, name } },
          open: poll.state !== 'done',
          sees: ({ caller }) => sees(caller, { deviceId, groupId }),
        },
      ]
    })
  },
})
