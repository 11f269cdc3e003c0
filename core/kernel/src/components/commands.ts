import type { Command } from '@linecard/plugin-kit'
import { loadConfig } from '../config/load.ts'
import { StartError } from '../start-error.ts'
import { loadComponent, type LoadedComponent } from './component.ts'
import { discoverPackages } from './discover.ts'

/** A command of an installed plugin. */
export interface InstalledCommand extends Pick<Command<unknown>, 'summary' | 'args' | 'options' | 'records'> {
  /** Key of its component. */
  component: string
  name: string
}

/** The commands of loaded plugins, whether they run or not. */
export const commandsIn = (
  components: readonly Pick<LoadedComponent, 'key' | 'plugin'>[],
): InstalledCommand[] =>
  components.flatMap(({ key, plugin }) =>
    Object.entries(plugin?.commands ?? {}).map(([name, { summary, args, options, records }]) => ({
      component: key,
      name,
      summary,
      args,
      options,
      records,
    })),
  )

/**
 * The commands of the plugins that a config file names, without starting anything. A plugin that cannot be
 * loaded has none.
 * @throws StartError for a config that cannot be read
 */
export async function installedCommands(
  configFile: string,
  env: NodeJS.ProcessEnv,
  lookIn: readonly string[] = [],
): Promise<InstalledCommand[]> {
  const { config, dir } = loadConfig({ configFile, env })
  const packages = discoverPackages(config, dir, undefined, lookIn).filter(({ kind }) => kind === 'plugin')
  const components = await Promise.all(packages.map(loadComponent))
  return commandsIn(components)
}

/** What a command gets beside the context of its plugin. */
export type GivenToCommand =
  Parameters<Command<unknown>['run']> extends [unknown, ...infer Rest] ? Rest : never

/** Runs a command with the context of its plugin. @throws StartError if the plugin does not run */
export async function runCommand(
  components: readonly LoadedComponent[],
  { component: key, name }: Pick<InstalledCommand, 'component' | 'name'>,
  ...given: GivenToCommand
): Promise<void> {
  const component = components.find(one => one.key === key)
  if (component?.state !== 'ready') {
    const why = component?.reason ?? `"${key}" is ${component?.state ?? 'not there'}`
    throw new StartError(`${key}:${name} is not available: ${why}`)
  }
  await component.plugin!.commands![name]!.run(component.context, ...given)
}
