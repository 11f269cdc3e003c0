import { beginAs, runAs, type RunningCode } from '@linecard/driver-kit/running-code'
import type { Metric, Plugin, Routes } from '@linecard/plugin-kit'
import type { LoadedComponent } from './component.ts'

/** Tells the running code of one installation from that of others in this process. */
export interface Mark {
  /** Gets what components throw; there is nobody to be told while they are loaded. */
  threw?(component: string, error: unknown): void
}

/** Runs code of one component, so that what it throws, then or later, is charged to it. */
export type Enter = <T>(work: () => T) => T

const codeOf = ({ key: component }: Pick<LoadedComponent, 'key'>, installation: Mark): RunningCode => ({
  installation,
  component,
  threw: (key, error) => installation.threw?.(key, error),
})

export const enterOf =
  (component: Pick<LoadedComponent, 'key'>, installation: Mark): Enter =>
  work =>
    runAs(codeOf(component, installation), work)

/**
 * Runs an entered function for a list that is made of all plugins. What it throws was charged to its plugin:
 * the list goes on without its part.
 */
export function contained<T>(work: () => T, instead: T): T {
  try {
    return work()
  } catch {
    return instead
  }
}

/** Enters a component that begins: what it throws then makes it `failed`, and is told as the reason. */
const beginningOf =
  (component: Pick<LoadedComponent, 'key'>, installation: Mark): Enter =>
  work =>
    beginAs(codeOf(component, installation), work)

type Callable = (...args: never[]) => unknown

/** A function, or a member of a slot, that enters its component. What is no function stays as it is. */
const enteredFunction =
  (enter: Enter, self: unknown) =>
  <F extends Callable | undefined>(fn: F): F =>
    typeof fn === 'function'
      ? (((...args: Parameters<Callable>) => enter(() => fn.apply(self, args))) as F)
      : fn

/** The functions of an object. */
type FunctionIn<E> = {
  [K in keyof E]-?: Extract<NonNullable<E[K]>, Callable> extends never ? never : K
}[keyof E]
type EntryOf<S extends keyof Plugin> =
  NonNullable<Plugin[S]> extends Readonly<Record<string, infer E>> ? E : never

/** The slots that are functions, beside those that only begin. The type sees that none is left out. */
const functions: Readonly<Record<Exclude<FunctionIn<Plugin>, 'setup' | 'routes'>, true>> = {
  metrics: true,
  usage: true,
  rules: true,
  started: true,
  stop: true,
  doctor: true,
}

/** The slots whose entries have functions, with each of them. */
const entries: {
  readonly [S in keyof Plugin as FunctionIn<EntryOf<S>> extends never ? never : S]-?: Readonly<
    Record<FunctionIn<EntryOf<S>>, true>
  >
} = {
  jobs: { run: true },
  pollers: { store: true, every: true, argsFor: true },
  keeps: { keep: true },
  pollStores: { store: true },
  conditions: { holding: true },
  channels: { missing: true, check: true, shown: true, send: true },
  commands: { run: true },
  search: { find: true },
  places: { near: true },
}

/** The object with these of its functions entering its component. */
function enteredIn<E extends object>(enter: Enter, names: object, self: E): E {
  const inside = enteredFunction(enter, self)
  const given = Object.keys(names).filter(name => (self as never)[name] !== undefined)
  return { ...self, ...Object.fromEntries(given.map(name => [name, inside((self as never)[name])])) }
}

/** Metrics are collected when they are asked for, by a function or a generator of the plugin. */
const enteredMetrics = (enter: Enter, metrics: readonly Metric[]): Metric[] =>
  metrics.map(
    metric => ({ ...metric, collect: () => enter(() => Array.from<unknown>(metric.collect())) }) as Metric,
  )

/** The entries of the slots of a plugin. */
const enteredEntries = (enter: Enter, plugin: Plugin): Partial<Plugin> =>
  Object.fromEntries(
    Object.entries(entries).flatMap(([slot, names]) => {
      const given = Object.entries((plugin[slot as keyof Plugin] ?? {}) as Record<string, object>)
      return given.length > 0
        ? [[slot, Object.fromEntries(given.map(([name, one]) => [name, enteredIn(enter, names, one)]))]]
        : []
    }),
  )

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
  const { routes, http, metrics } = plugin
  return {
    ...enteredIn(enter, functions, plugin),
    ...(metrics && { metrics: ctx => enter(() => enteredMetrics(enter, metrics.call(plugin, ctx))) }),
    ...enteredEntries(enter, plugin),
    setup: enteredFunction(begin, plugin)(plugin.setup),
    ...(routes && {
      routes: (given, ctx) => begin(() => routes.call(plugin, enteredRoutes(given, enter), ctx)),
    }),
    ...(http && {
      http: {
        ...http,
        register: (app, ctx) => {
          app.addHook('onRequest', (_request, _reply, done) => enter(done))
          // Fastify catches what a handler throws before it comes to whoever entered.
          app.addHook('onError', async (_request, _reply, error) =>
            installation.threw?.(component.key, error),
          )
          return begin(() => http.register(app, ctx))
        },
      },
    }),
  }
}
