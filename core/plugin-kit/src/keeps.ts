import type { Module } from '@linecard/driver-kit'

/** An answer that a device of the inventory has just given: to a poll or to a person, never a stored one. */
export interface DeviceAnswered {
  device_id: number
  module: string
  /** {} if the whole device was asked. */
  args: Readonly<Record<string, unknown>>
  /** In the shape of the module's schema. Others have the same object: do not change it. */
  data: unknown
  /** False if rows are missing. */
  complete: boolean
  /** When its reading began. */
  time: Date
}

/**
 * What a plugin keeps of the answers of devices, whoever asked: the slot `keeps`. Equipment calls it after a
 * reading, and whoever has asked waits until it is stored. What may be kept of polls alone, a counter of
 * which a rate is made, is in the slot `pollStores`.
 */
export interface Keep<C> {
  /** It gets their answers. */
  modules: readonly Pick<Module, 'name'>[]
  /** It gets answers about whole devices only: those to questions without arguments. */
  whole?: true
  /**
   * Stores answers: all that have come since its last call, at most one of a question, the newest. Several
   * calls may run at once, never two about one device. A call that throws is made again, with each answer
   * alone: the same answer twice must change nothing.
   */
  keep(ctx: C, answers: readonly DeviceAnswered[]): Promise<void>
}

/** A `Keep` of a running plugin, bound to its context. */
export interface BoundKeep {
  /** `<plugin>.<name>`. */
  key: string
  component: string
  /** Names of modules. */
  modules: ReadonlySet<string>
  whole: boolean
  /** As `Keep.keep` of this component. */
  keep(answers: readonly DeviceAnswered[]): Promise<void>
}

/** An answer that a plugin could not keep. */
export interface Unkept {
  component: string
  module: string
  error: unknown
}
