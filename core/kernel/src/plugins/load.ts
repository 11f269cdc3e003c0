import type { Driver } from '@linecard/driver-kit'
import type { Plugin } from '@linecard/plugin-kit'
import type { ScheduledJob } from '../jobs/index.ts'
import { settingsOf } from '../settings/effective.ts'
import { StartError } from '../start-error.ts'
import type { Package } from './discover.ts'
import { order } from './order.ts'
import { loadPart, type Part } from './part.ts'

/** A part that comes as an object and not as a package. */
export const packageOf =
  (kind: 'plugin' | 'driver', version: string) =>
  (definition: Plugin | Driver): Package => ({
    kind,
    id: definition.id,
    api: definition.api,
    name: `(given) ${definition.id}`,
    version,
    description: '',
    core: false,
    load: () => Promise.resolve(definition),
  })

/**
 * Drivers by name, then plugins in the order of their start. One whose code cannot be used keeps its place,
 * so that it is seen.
 */
export async function loadParts(packages: readonly Package[]): Promise<Part[]> {
  const parts = await Promise.all(packages.map(loadPart))
  const plugins = order(
    parts
      .filter(part => part.package.kind === 'plugin')
      .map(part => ({
        part,
        id: part.package.id,
        requires: part.plugin?.requires,
        after: part.plugin?.after,
      })),
  )
  return [
    ...parts.filter(part => part.package.kind === 'driver').toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    ...plugins.map(({ part }) => part),
  ]
}

/** Gives each plugin its settings. @throws StartError for settings that nobody takes or that do not fit */
export function settle(
  parts: readonly Part[],
  settings: Readonly<Record<string, Record<string, unknown>>>,
  env: NodeJS.ProcessEnv,
): void {
  const unknown = Object.keys(settings).filter(
    id => !parts.some(part => part.package.kind === 'plugin' && part.package.id === id),
  )
  if (unknown.length > 0)
    throw new StartError(
      `Config: settings are given for ${unknown.map(id => `"${id}"`).join(', ')}, but no such plugin is named in "plugins"`,
    )
  for (const part of parts)
    if (part.plugin)
      part.settings = settingsOf(part.plugin.id, part.plugin.config, settings[part.plugin.id] ?? {}, env)
}

/** Jobs of the enabled plugins, each as `<plugin>.<job>`. */
export const jobsOf = (parts: readonly Part[]): ScheduledJob[] =>
  parts
    .filter(part => part.plugin && part.enabled)
    .flatMap(part =>
      Object.entries(part.plugin!.jobs ?? {}).map(([name, job]) => ({
        id: `${part.key}.${name}`,
        component: part.key,
        summary: job.summary,
        cron: job.cron,
        timeoutSec: job.timeoutSec,
        run:
          part.state === 'ready'
            ? (tools: Parameters<NonNullable<ScheduledJob['run']>>[0]) => job.run(part.context, tools)
            : null,
      })),
    )
