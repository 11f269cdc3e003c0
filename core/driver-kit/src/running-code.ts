import { AsyncLocalStorage } from 'node:async_hooks'

/** Whose code runs. Timers, promises and sockets that it makes keep it. */
export interface RunningCode {
  /** Tells installations of one process apart. */
  readonly installation: object
  /** Key of the component. */
  readonly component: string
}

const present = new AsyncLocalStorage<RunningCode>()

/** Runs code of a component. */
export const runAs = <T>(code: RunningCode, work: () => T): T => present.run(code, work)

/** Runs code of a driver, on behalf of the component that asks it. */
export function runAsDriver<T>(id: string, work: () => T): T {
  const asking = present.getStore()
  return asking ? present.run({ ...asking, component: `driver-${id}` }, work) : work()
}

/** Whose code runs now. Null for that of the kernel. */
export const runningCode = (): RunningCode | null => present.getStore() ?? null
