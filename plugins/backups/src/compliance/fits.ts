import { compilePattern } from '@linecard/template-kit'
import type { CheckedDevice } from '../current.ts'
import type { Rule } from './rule.ts'

const names = (list: readonly (string | number)[], value: string | null) =>
  value !== null && list.some(one => String(one).toLowerCase() === value.toLowerCase())

/** Whether a rule is for a device. Of a device without a model nobody knows driver, model and type. */
export function isFor({ for: scope = {} }: Rule, device: CheckedDevice): boolean {
  const { driver, model, group, type } = scope
  if (driver && !names(driver, device.driver)) return false
  if (type && !names(type, device.type)) return false
  if (group && !group.includes(device.group.id) && !names(group, device.group.name)) return false
  if (model === undefined) return true
  const compiled = compilePattern(model)
  return device.model_key !== null && compiled.ok && compiled.pattern.test(device.model_key)
}

/** The exception of a device that lasts longest: id, name or address name it. Null: there is none. */
export function exceptionFor({ exceptions = [] }: Rule, { id, name, ip }: CheckedDevice) {
  const own = exceptions.filter(
    ({ device }) => device === id || device === ip || (device === name && name !== ''),
  )
  return own.toSorted((a, b) => b.until.localeCompare(a.until))[0] ?? null
}
