import type { Mark } from './components/entered.ts'
import { loadComponents, packageOf, settle } from './components/load.ts'
import { isBroken, logState, type LoadedComponent } from './components/component.ts'
import { discoverPackages, markTwins } from './components/discover.ts'
import { settleDrivers } from './components/drivers.ts'
import { entitiesOf, markBadEntities } from './components/entities.ts'
import { enabledStore, type EnabledStore } from './components/enabled-store.ts'
import { permissionsOf } from './components/permissions.ts'
import { serviceTable, type ServiceTable } from './components/services.ts'
import { openDataFolder } from './data-folder.ts'
import { openDatabase, type Database } from './database/index.ts'
import { createEvents, type KernelEvents } from './events/index.ts'
import { createLateErrors, type LateErrors } from './late-errors/account.ts'
import { messageOf } from './log/error.ts'
import { kernelMigrations, migrationSets } from './migrations.ts'
import { openProcesses, type KernelProcesses } from './processes/index.ts'
import { createSettings, type KernelSettings } from './settings/index.ts'
import { unknownVariables } from './settings/unknown-variables.ts'
import { StartError } from './start-error.ts'
import { version, type Start } from './start.ts'
import { openCheckedVault } from './vault/checked.ts'
import type { Vault } from './vault/index.ts'
import { sealedColumns } from './vault/sealed.ts'

export interface Components {
  components: LoadedComponent[]
  installation: Mark
  lateErrors: LateErrors
  /** Keys of all declared permissions. */
  permissions: ReadonlySet<string>
}

/** The parts of the kernel that plugins need. */
export interface Foundation {
  database: Database
  enabled: EnabledStore
  events: KernelEvents
  processes: KernelProcesses
  services: ServiceTable
  vault: Vault
  settings: KernelSettings
}

/**
 * Finds and loads all packages. One that cannot be used is `failed`.
 * @throws StartError for a package that is not installed, or a setting that cannot be used
 */
export async function loadAll({
  options,
  config,
  dir,
  variables,
  env,
  log,
  step,
}: Start): Promise<Components> {
  const packages = await step('discover packages', () => {
    const found = [
      ...discoverPackages(config, dir, options.core, options.lookIn),
      ...(options.plugins ?? []).map(packageOf('plugin', version)),
      ...(options.drivers ?? []).map(packageOf('driver', version)),
    ]
    return markTwins(found)
  })
  const installation: Mark = {}
  const components = await step('load packages', () => loadComponents(packages, installation))
  settle(components, config.settings, env)
  const subjects = components.flatMap(({ plugin }) => plugin ?? [])
  for (const unknown of unknownVariables(env, subjects, variables)) log.warn(unknown)
  const permissions = new Set(permissionsOf(components).map(({ key }) => key))
  return { components, installation, permissions, lateErrors: createLateErrors(log) }
}

/** Opens the database and migrates the tables of the kernel. */
export async function openKernelDatabase(
  start: Start,
  components: readonly LoadedComponent[],
): Promise<Database> {
  const { config, mode, log, step, stop } = start
  const open = () =>
    openDatabase({
      url: config.database.url,
      dataDir: config.data_dir,
      entities: entitiesOf(components),
      log,
      mode,
    })
  const database = await step('open database', () =>
    open()
      .catch((cause: unknown) => {
        if (cause instanceof StartError || !markBadEntities(components)) throw cause
        return open()
      })
      .catch((cause: unknown) => {
        throw cause instanceof StartError
          ? cause
          : new StartError(`The database cannot be opened: ${messageOf(cause)}`, { cause })
      }),
  )
  for (const component of components) if (isBroken(component)) logState(component, log)
  stop.push({ what: 'database', ms: 5_000, run: () => database.stop() })
  await step('check that the data are not of a newer version', () =>
    database.checkNotNewer(migrationSets(components)),
  )
  await step('migrate kernel', () => database.migrate('kernel', kernelMigrations))
  return database
}

const hasPlugin = (
  component: LoadedComponent,
): component is LoadedComponent & { plugin: NonNullable<LoadedComponent['plugin']> } =>
  component.plugin !== null

/** Opens the database and what is stored in it: which components are on, and their settings. */
export async function openFoundation(
  start: Start,
  { components }: Pick<Components, 'components'>,
): Promise<Foundation> {
  const { config, env, log, mode, step, stop } = start
  await step('open data folder', () =>
    openDataFolder(config.data_dir, { embedded: config.database.url === null, log }),
  )
  const database = await openKernelDatabase(start, components)
  const processes = await openProcesses({ database, version, mode, log })
  stop.push({ what: 'processes', ms: 1_000, run: () => processes.stop() })
  const enabled = enabledStore(database)
  const wanted = await enabled.read()
  for (const component of components)
    component.enabled = component.package.core || (wanted.get(component.key) ?? true)
  const events = await createEvents({ database, log })
  stop.push({ what: 'events', ms: 1_000, run: () => events.stop() })
  await step('check drivers', () => settleDrivers(components, log))
  const vault = await step('check vault', () =>
    openCheckedVault({
      em: database.em,
      dataDir: config.data_dir,
      env,
      columns: sealedColumns(components.map(({ plugin }) => plugin)),
    }),
  )
  const settings = await step('read settings', () =>
    createSettings({
      subjects: components.filter(hasPlugin),
      permissions: () => permissionsOf(components.filter(one => one.enabled)).map(({ key }) => key),
      file: config.settings,
      env,
      database,
      vault,
      events,
      log,
    }),
  )
  stop.push({ what: 'settings', ms: 1_000, run: () => settings.stop() })
  const services = serviceTable()
  services.provide('kernel', 'settings', settings)
  return { database, enabled, events, processes, services, vault, settings }
}
