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

/** Runs code of a driver, on behalf of the component that asks it. */
export function runAsDriver<T>(id: string, work: () => T): T {
  const asking = present.getStore()
  return asking ? runAs({ ...asking, component: `driver-${id}` }, work) : work()
}

/** Whose code runs now. Null for that of the kernel. */
export const runningCode = (): RunningCode | null => present.getStore() ?? null
