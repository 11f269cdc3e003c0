import { nameOf, type LoadedComponent } from './components/component.ts'
import type { Host } from './components/host.ts'
import { buildApp, type App, type AppOptions } from './http/app.ts'
import { ContractError } from './http/contract-faults.ts'
import { messageOf } from './log/error.ts'
import { StartError } from './start-error.ts'

/** Builds the HTTP application of the plugins that run at that moment. */
export interface Applications {
  /**
   * A plugin that breaks the contract is `failed`, and the application is built without it.
   * @param late compile checks and serializers on first use: a wrong schema is found by its first request
   * @throws StartError for a plugin of the core
   */
  build(late: boolean): Promise<App>
}

type Culprits = ReadonlyMap<LoadedComponent, string>

const pluginOf = ({ plugin, context, rank }: LoadedComponent) => ({ plugin: plugin!, context, rank })

export function createApplications(host: Host, options: Omit<AppOptions, 'plugins' | 'late'>): Applications {
  const appOf = (components: readonly LoadedComponent[], late = false) =>
    buildApp({ ...options, late, plugins: components.map(pluginOf) })

  /** Without whom the application can be built. For a fault of which nobody thought. */
  const withoutWhom = async (error: unknown): Promise<Culprits> => {
    for (const component of host
      .ready()
      .filter(one => !one.package.core)
      .toReversed()) {
      const others = host.ready().filter(one => one !== component)
      const app = await appOf(others).catch(() => null)
      await app?.close()
      if (app) return new Map([[component, `the API cannot be built with it: ${messageOf(error)}`]])
    }
    throw error
  }
  const culpritsOf = (error: unknown): Promise<Culprits> | Culprits => {
    if (!(error instanceof ContractError)) return withoutWhom(error)
    const { faults } = error
    return new Map(
      host.ready().flatMap(one => {
        const own = faults.get(one.key)
        return own ? [[one, own.join('; ')] as const] : []
      }),
    )
  }

  const build = async (late: boolean): Promise<App> => {
    try {
      return await appOf(host.ready(), late)
    } catch (error) {
      const culprits = await culpritsOf(error)
      if (culprits.size === 0) throw error
      for (const [culprit, reason] of culprits) {
        if (culprit.package.core) throw new StartError(`${nameOf(culprit)}: ${reason}`, { cause: error })
        await host.fail(culprit, reason)
      }
      return build(late)
    }
  }
  return { build }
}
