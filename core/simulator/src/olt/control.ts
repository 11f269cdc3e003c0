import type { Clock } from '../simulated/clock.ts'
import type { SystemFacts } from '../simulated/identity.ts'
import type { OltControl } from './olt.ts'

/** Saving and restarting an OLT. What was configured is kept over a restart, saved or not. */
export function createOltControl(facts: SystemFacts, clock: Clock, rebootMs: number): OltControl {
  let downUntil = -Infinity
  const listeners: (() => void)[] = []
  return {
    unsaved: false,
    save() {
      this.unsaved = false
    },
    reboot() {
      downUntil = clock.now() + rebootMs
      facts.bootMs = downUntil
      for (const listener of listeners) listener()
    },
    get down() {
      return clock.now() < downUntil
    },
    onReboot: listener => {
      listeners.push(listener)
    },
  }
}
