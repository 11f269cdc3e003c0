import type { Module } from '@linecard/driver-kit'
import type { CallOptions, Source, Target } from '@linecard/plugin-kit'
import type { AnswerKey, StoredAnswer } from '../answers/store.ts'

/** Under which key an answer is stored; null: the device is not in the inventory. */
export const keyOf = ({ deviceId }: Target, module: Module, args: AnswerKey['args']): AnswerKey | null =>
  deviceId === null ? null : { deviceId, module: module.name, args }

/**
 * Where an answer comes from unless the caller says: what changes the device, or makes it do something, is
 * asked of it.
 */
export const fromOf = (module: Module, { from }: CallOptions): Source =>
  from ?? (module.kind === 'change' || module.exclusive ? 'device' : 'cache')

/**
 * Whether a stored answer may stand for the device. A cable is not tested again because its result got old.
 */
export const stillHolds = (
  { exclusive }: Module,
  { complete, outdated, time }: StoredAnswer,
  now: Date,
  ttlMs: number,
): boolean => (exclusive ? complete : complete && !outdated && now.getTime() - time.getTime() <= ttlMs)
