import { runAs } from '@linecard/driver-kit/running-code'
import type { Plugin, Routes } from '@linecard/plugin-kit'
import type { LoadedComponent } from './component.ts'

/** Tells the running code of one installation from that of others in this process. */
export interface Mark {
  /** Gets what components throw; there is nobody to be told while they are loaded. */
  threw?(component: string, error: unknown): void
}

/** Runs code of one component, so that what it throws, then or later, is charged to it. */
export type Enter = <T>(work: () => T) => T

export const enterOf =
  ({ key: component }: Pick<LoadedComponent, 'key'>, installation: Mark): Enter =>
  work =>
    runAs({ installation, component, threw: (key, error) => installation.threw?.(key, error) }, work)

/** Enters a component that begins: what it throws then makes it `failed`, and is told as the reason. */
const beginningOf =
  ({ key: component }: Pick<LoadedComponent, 'key'>, installation: Mark): Enter =>
  work =>
    runAs({ installation, component }, work)

type Callable = (...args: never[]) => unknown

/** A function, or a member of a slot, that enters its component. What is no function stays as it is. */
const enteredFunction =
  (enter: Enter, self: unknown) =>
  <F extends Callable | undefined>(fn: F): F =>
    typeof fn === 'function'
      ? (((...args: Parameters<Callable>) => enter(() => fn.apply(self, args))) as F)
      : fn

function mapped<E extends object>(
  entries: Readonly<Record<string, E>> | undefined,
  each: (entry: E) => E,
): Readonly<Record<string, E>> | undefined {
  return entries && Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, each(entry)]))
}

/** The handlers of a plugin enter it too. */
function enteredRoutes(routes: Routes, enter: Enter): Routes {
  const declare = (method: keyof Routes) =>
    ((path: never, spec: never, handler: Callable) =>
      (routes[method] as Callable)(
        path,
        spec,
        enteredFunction(enter, undefined)(handler) as never,
      )) as unknown as Routes['get']
  return { get: declare('get'), post: declare('post'), put: declare('put'), delete: declare('delete') }
}

/** A plugin all of whose functions enter its component. */
export function entered(plugin: Plugin, component: Pick<LoadedComponent, 'key'>, installation: Mark): Plugin {
  const [enter, begin] = [enterOf(component, installation), beginningOf(component, installation)]
  const inside = enteredFunction(enter, plugin)
  const { routes, http } = plugin
  return {
    ...plugin,
    setup: enteredFunction(begin, plugin)(plugin.setup),
    metrics: inside(plugin.metrics),
    usage: inside(plugin.usage),
    stop: inside(plugin.stop),
    ...(routes && {
      routes: (given, ctx) => begin(() => routes.call(plugin, enteredRoutes(given, enter), ctx)),
    }),
    ...(http && {
      http: {
        ...http,
        register: (app, ctx) => {
          app.addHook('onRequest', (_request, _reply, done) => enter(done))
          return begin(() => http.register(app, ctx))
        },
      },
    }),
    jobs: mapped(plugin.jobs, job => ({ ...job, run: enteredFunction(enter, job)(job.run) })),
    pollers: mapped(plugin.pollers, one => ({ ...one, store: enteredFunction(enter, one)(one.store) })),
    pollStores: mapped(plugin.pollStores, one => ({ ...one, store: enteredFunction(enter, one)(one.store) })),
    search: mapped(plugin.search, one => ({ ...one, find: enteredFunction(enter, one)(one.find) })),
    places: mapped(plugin.places, one => ({ ...one, near: enteredFunction(enter, one)(one.near) })),
  }
}
