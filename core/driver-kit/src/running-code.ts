import { AsyncLocalStorage } from 'node:async_hooks'

/** Whose code runs. Timers, promises and sockets that it makes keep it. */
export interface RunningCode {
  /** Tells installations of one process apart. */
  readonly installation: object
  /** Key of the component. */
  readonly component: string
  /** Gets what the component threw, before whoever called it does. */
  threw?(component: string, error: unknown): void
}

const present = new AsyncLocalStorage<RunningCode>()

/** Runs code of a component. */
export function runAs<T>(code: RunningCode, work: () => T): T {
  const failed = (error: unknown): never => {
    code.threw?.(code.component, error)
    throw error
  }
  return present.run(code, () => {
    try {
      const result = work()
      // Not any thenable: the reply of a handler is one too.
      return result instanceof Promise ? (result.catch(failed) as T) : result
    } catch (error) {
      return failed(error)
    }
  })
}

/**
 * Runs code of a component that begins: whoever calls it is told what it throws, and it alone. What the
 * component leaves behind (timers, sockets) and asks of others runs as by `runAs`.
 */
export const beginAs = <T>(code: RunningCode, work: () => T): T => present.run(code, work)

/** Runs code of a driver, on behalf of the component that asks it. */
export function runAsDriver<T>(id: string, work: () => T): T {
  const asking = present.getStore()
  return asking ? runAs({ ...asking, component: `driver-${id}` }, work) : work()
}

const parts = new WeakMap<object, Map<string, object>>()

/**
 * A part of the declaration of a driver whose functions run as code of the driver. The same part gives the
 * same object: models that share a part can be compared by it.
 */
export function asDriver<T extends object>(id: string, part: T): T {
  const known = parts.get(part) ?? new Map<string, object>()
  parts.set(part, known)
  const made =
    known.get(id) ??
    new Proxy(part, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function'
          ? (...args: unknown[]) => runAsDriver(id, () => Reflect.apply(value, target, args) as unknown)
          : value
      },
    })
  known.set(id, made)
  return made as T
}

/** Whose code runs now. Null for that of the kernel. */
export const runningCode = (): RunningCode | null => present.getStore() ?? null
