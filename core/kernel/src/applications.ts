import { nameOf, type LoadedComponent } from './components/component.ts'
import type { Host } from './components/host.ts'
import { tightenHeap } from './heap.ts'
import { buildApp, checkRoutes, type App, type AppOptions } from './http/app.ts'
import type { RunningPlugin } from './http/contract.ts'
import { ContractError } from './http/contract-faults.ts'
import { messageOf } from './log/error.ts'
import { StartError } from './start-error.ts'

/** The HTTP application of the plugins that run. */
export interface Applications {
  /**
   * The one that answers now, built by the first call. A plugin that breaks the contract is `failed`, and the
   * application is built without it.
   * @throws StartError for a plugin of the core
   */
  present(): Promise<App>
  /**
   * Builds another of the plugins that run at that moment. `next` is null where nobody has asked for an
   * application yet: then only the routes are checked.
   */
  replace(): Promise<{ old: App | null; next: App | null }>
  /** Makes plugins `failed` whose routes break the contract, without an application. */
  check(): Promise<void>
  close(): Promise<void>
}

type Culprits = ReadonlyMap<LoadedComponent, string>

export function createApplications(host: Host, options: Omit<AppOptions, 'plugins'>): Applications {
  /** What applications remember of a plugin is forgotten with its context. */
  let known = new Map<LoadedComponent, RunningPlugin>()
  const pluginOf = (component: LoadedComponent): RunningPlugin => {
    const { plugin, context, rank } = component
    const before = known.get(component)
    return before && before.context === context ? before : { plugin: plugin!, context, rank }
  }
  const optionsOf = (components: readonly LoadedComponent[]) => {
    known = new Map(components.map(component => [component, pluginOf(component)]))
    return { ...options, plugins: [...known.values()] }
  }

  /** Without whom the application can be built. For a fault of which nobody thought. */
  const withoutWhom = async (error: unknown): Promise<Culprits> => {
    for (const component of host
      .ready()
      .filter(one => !one.package.core)
      .toReversed()) {
      const others = host.ready().filter(one => one !== component)
      const app = await buildApp(optionsOf(others)).catch(() => null)
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

  /** Does the work with the plugins that run, without those that keep it from being done. */
  const withReady = async <T>(work: (options: AppOptions) => T | Promise<T>): Promise<T> => {
    try {
      return await work(optionsOf(host.ready()))
    } catch (error) {
      const culprits = await culpritsOf(error)
      if (culprits.size === 0) throw error
      for (const [culprit, reason] of culprits) {
        if (culprit.package.core) throw new StartError(`${nameOf(culprit)}: ${reason}`, { cause: error })
        await host.fail(culprit, reason)
      }
      return withReady(work)
    }
  }
  const check = () => withReady(checkRoutes)

  let present: Promise<App> | null = null
  return {
    check,
    present() {
      if (present) return present
      const built = withReady(buildApp)
      built.catch(() => {
        present = null
      })
      return (present = built)
    },
    async replace() {
      const old = await present
      if (!old) await check()
      const next = old && (await withReady(buildApp))
      if (next) tightenHeap()
      if (next) present = Promise.resolve(next)
      return { old, next }
    },
    async close() {
      await (await present)?.close()
    },
  }
}
