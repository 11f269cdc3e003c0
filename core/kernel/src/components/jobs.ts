import type { Plugin } from '@linecard/plugin-kit'
import type { ScheduledJob } from '../jobs/scheduled-job.ts'
import { argsFault } from '../jobs/arguments.ts'
import type { LoadedComponent } from './component.ts'

/** Jobs of the enabled plugins, each as `<plugin>.<job>`. */
export const jobsOf = (components: readonly LoadedComponent[]): ScheduledJob[] =>
  components
    .filter(component => component.plugin && component.enabled)
    .flatMap(component =>
      Object.entries(component.plugin!.jobs ?? {}).map(([name, job]) => ({
        id: `${component.key}.${name}`,
        component: component.key,
        summary: job.summary,
        cron: job.cron,
        timeoutSec: job.timeoutSec,
        args: job.args,
        run:
          component.state === 'ready'
            ? (tools: Parameters<NonNullable<ScheduledJob['run']>>[0]) => job.run(component.context, tools)
            : null,
      })),
    )

/** Why jobs of a plugin cannot be scheduled. */
export const jobFaults = (plugin: Plugin, cronFault: (cron: string) => string | null): string[] =>
  Object.entries(plugin.jobs ?? {}).flatMap(([name, { cron, args }]) => {
    const fault = cronFault(cron)
    const needed = argsFault(args, {})
    return [
      ...(fault === null
        ? []
        : [
            `jobs.${name}: cron "${cron}" is wrong ` +
              `(minute, hour, day of month, month, day of week, UTC): ${fault}`,
          ]),
      ...(needed === null
        ? []
        : [`jobs.${name}: the schedule gives no arguments, and args needs some: ${needed}`]),
    ]
  })
