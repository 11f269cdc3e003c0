import { mock } from 'node:test'

/**
 * The clock of this process stands still during this work, so that nothing that is remembered becomes old,
 * however slow the machine is. `tick` moves it on, by ms. Timers go on.
 */
export async function withStoppedClock<T>(work: (tick: (ms: number) => void) => Promise<T>): Promise<T> {
  mock.timers.enable({ apis: ['Date'], now: Date.now() })
  try {
    return await work(ms => mock.timers.tick(ms))
  } finally {
    mock.timers.reset()
  }
}
