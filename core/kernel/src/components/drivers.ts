import type { Driver } from '@linecard/driver-kit'
import { buildIndex, checkDriver } from '@linecard/driver-kit/detection'
import { messageOf } from '../log/error.ts'
import type { LoadedComponent } from './component.ts'

function faultsOf(driver: Driver, others: readonly Driver[]): string[] {
  try {
    const own = checkDriver(driver).map(({ where, message }) => `${where} ${message}`)
    if (own.length > 0) return own
    buildIndex([...others, driver])
    return []
  } catch (error) {
    return [messageOf(error).replace(/\s*\n-?\s*/g, ' ')]
  }
}

/**
 * Makes the enabled drivers `ready`, in their order. A driver that breaks its contract, or contradicts a
 * driver before it, is `failed`. The others are not affected.
 */
export function settleDrivers(components: readonly LoadedComponent[]): void {
  const good: Driver[] = []
  for (const component of components) {
    if (!component.driver) continue
    const faults = component.enabled ? faultsOf(component.driver, good) : []
    component.state = !component.enabled ? 'disabled' : faults.length > 0 ? 'failed' : 'ready'
    component.reason = faults.length > 0 ? faults.slice(0, 5).join('; ') : null
    if (component.state === 'ready') good.push(component.driver)
  }
}
