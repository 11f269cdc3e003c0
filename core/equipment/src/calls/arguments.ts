import { DeviceError, type Module } from '@linecard/driver-kit'
import { validator, type Wrong } from '@linecard/driver-kit/validation'
import { fail } from '../errors.ts'

const told = (faults: readonly Wrong[]) =>
  faults
    .slice(0, 5)
    .map(({ path, message }) => (path ? `${path} ${message}` : message))
    .join('; ')

const refused = (module: Module, faults: readonly Wrong[]) =>
  fail(
    'EQUIPMENT_ARGUMENTS_INVALID',
    { module: module.name, what: told(faults) },
    faults.map(fault => ({ ...fault })),
  )

/**
 * Arguments from a query string or a form, where everything is text, as the types that the module wants.
 * Throws EQUIPMENT_ARGUMENTS_INVALID.
 */
export function coerced(module: Module, texts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const values = { ...texts }
  const faults = validator(module.args)(values, { coerce: true })
  if (faults.length > 0) throw refused(module, faults)
  return values
}

/**
 * Checked arguments without those that are undefined. Throws EQUIPMENT_ARGUMENTS_INVALID naming each bad one.
 */
export function checkedArguments(module: Module, args: unknown): Readonly<Record<string, unknown>> {
  const given = args ?? {}
  const plain: unknown =
    typeof given === 'object' && !Array.isArray(given)
      ? Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
      : given
  const faults = validator(module.args)(plain)
  if (faults.length > 0) throw refused(module, faults)
  return plain as Record<string, unknown>
}

/** Throws ParseFailed, the driver's fault, for an answer that is not as the module promises. */
export function checkResult(module: Module, model: string, data: unknown): void {
  const faults = validator(module.result)(data)
  if (faults.length === 0) return
  throw new DeviceError(
    'ParseFailed',
    `The driver of ${model} answers ${module.name} in another shape than the module has: ${told(faults)}. Report it to the driver's maintainer.`,
  )
}
