import type { Driver } from '@linecard/driver-kit'
import {
  checkDriver,
  createRivals,
  resolveModules,
  type Finding,
  type Rivals,
} from '@linecard/driver-kit/detection'
import { messageOf } from '../log/error.ts'
import { logState, type ComponentLog, type LoadedComponent } from './component.ts'

/** What is wrong with a driver alone. A driver never changes, and is looked at again with every switch. */
const known = new WeakMap<Driver, readonly Finding[]>()

/** What is wrong with a driver, alone and beside others. Never throws. */
function driverFaults(driver: Driver, others: Rivals): string[] {
  try {
    const own = known.get(driver) ?? checkDriver(driver)
    if (own.length === 0 && !known.has(driver)) driver.models.forEach(resolveModules)
    known.set(driver, own)
    return (own.length > 0 ? own : others.against(driver)).map(({ where, message }) => `${where} ${message}`)
  } catch (error) {
    return [`its declaration cannot be read: ${messageOf(error)}`]
  }
}

/**
 * Makes the enabled drivers `ready`. A driver that breaks its contract, or contradicts a driver before it in
 * the config, is `failed`. The others are not affected.
 */
export function settleDrivers(components: readonly LoadedComponent[], log: ComponentLog): void {
  const good = createRivals()
  for (const component of components.toSorted((a, b) => a.rank - b.rank)) {
    if (!component.driver) continue
    const { state, reason } = component
    const faults = component.enabled ? driverFaults(component.driver, good) : []
    component.state = !component.enabled ? 'disabled' : faults.length > 0 ? 'failed' : 'ready'
    component.reason = faults.length > 0 ? faults.slice(0, 5).join('; ') : null
    if (component.state === 'ready') good.add(component.driver)
    if (component.state === 'failed' && (state !== 'failed' || reason !== component.reason))
      logState(component, log)
  }
}
