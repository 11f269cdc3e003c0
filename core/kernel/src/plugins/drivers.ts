import type { Driver } from '@linecard/driver-kit'
import { buildIndex, checkDriver } from '@linecard/driver-kit/detection'
import { messageOf } from '../log/error.ts'
import type { Part } from './part.ts'

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
 * Makes enabled drivers `ready`, in their order. One that breaks its contract, or contradicts those before
 * it, is `failed` and harms nobody.
 */
export function settleDrivers(parts: readonly Part[]): void {
  const good: Driver[] = []
  for (const part of parts) {
    if (!part.driver) continue
    const faults = part.enabled ? faultsOf(part.driver, good) : []
    part.state = !part.enabled ? 'disabled' : faults.length > 0 ? 'failed' : 'ready'
    part.reason = faults.length > 0 ? faults.slice(0, 5).join('; ') : null
    if (part.state === 'ready') good.push(part.driver)
  }
}
