import type { Driver, Model } from '../contract/driver.ts'
import type { Family } from '../contract/family.ts'
import type { Implementation } from '../contract/implementation.ts'

/** A model with its driver, its family and the implementations of its modules, by name. */
export interface KnownModel {
  model: Model<unknown>
  driver: Driver
  family: Family<unknown>
  modules: ReadonlyMap<string, Implementation>
}
