import type { Context, WorkGroups } from '@linecard/plugin-kit'
import type { Config } from './config.ts'

/** The setting `workers`. A device group that it names twice belongs to the last. */
export const workGroupsService = (ctx: Pick<Context<Config>, 'config'>): WorkGroups => ({
  byDeviceGroup: () =>
    new Map(
      Object.entries(ctx.config.workers).flatMap(([name, groups]) => groups.map(id => [id, name] as const)),
    ),
})
