import type { Config } from '../config.ts'
import type { JudgeOptions } from '../judge/index.ts'
import type { PlanOptions } from './plan.ts'

/** The settings as the judge takes them. */
export const optionsOf = (config: Config): JudgeOptions & PlanOptions => ({
  leastOnus: config.least_onus,
  windowMs: config.window_sec * 1000,
  lookbackMs: config.lookback_min * 60_000,
  restartMs: config.restart_min * 60_000,
  settleMs: config.settle_min * 60_000,
})
