import { windowSec } from './engines.ts'
import type { V3 } from './peek.ts'

/** 2024-01-01. Seconds since then fit into the 31 bits of snmpEngineTime until 2092. */
const sinceMs = Date.UTC(2024, 0, 1)

/**
 * snmpEngineBoots and snmpEngineTime of this installation. It counts on over restarts and from process to
 * process, so that a sender that has learnt it is not refused after them.
 */
export const ownClock = (now = Date.now()) => ({ boots: 1, time: Math.floor((now - sinceMs) / 1000) })

/** RFC 3414, 3.2, 7a: whether a message to this engine is of now. */
export function isOfNow({ boots, time }: V3, own = ownClock()): boolean {
  return boots === own.boots && Math.abs(time - own.time) <= windowSec
}
