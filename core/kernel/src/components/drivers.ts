import type { Driver } from '@linecard/driver-kit'
import { buildIndex, checkDriver, conflicts } from '@linecard/driver-kit/detection'
import { messageOf } from '../log/error.ts'
import { logState, type ComponentLog, type LoadedComponent } from './component.ts'

/** What is wrong with a driver, alone and beside others. Never throws. */
export function driverFaults(driver: Driver, others: readonly Driver[]): string[] {
  try {
    const own = checkDriver(driver)
    if (own.length === 0) buildIndex([driver])
    return (own.length > 0 ? own : conflicts([...others, driver])).map(
      ({ where, message }) => `${where} ${message}`,
    )
  } catch (error) {
    return [`its declaration cannot be read: ${messageOf(error)}`]
  }
}

/**
 * Makes the enabled drivers `ready`. A driver that breaks its contract, or contradicts a driver before it in
 * the config, is `failed`. The others are not affected.
 */
export function settleDrivers(components: readonly LoadedComponent[], log: ComponentLog): void {
  const good: Driver[] = []
  for (const component of components.toSorted((a, b) => a.rank - b.rank)) {
    if (!component.driver) continue
    const { state, reason } = component
    const faults = component.enabled ? driverFaults(component.driver, good) : []
    component.state = !component.enabled ? 'disabled' : faults.length > 0 ? 'failed' : 'ready'
    component.reason = faults.length > 0 ? faults.slice(0, 5).join('; ') : null
    if (component.state === 'ready') good.push(component.driver)
    if (component.state === 'failed' && (state !== 'failed' || reason !== component.reason))
      logState(component, log)
  }
}
