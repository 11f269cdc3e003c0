import { DeviceError, inPieces, type Module } from '@linecard/driver-kit'
import type { TSchema } from 'typebox'
import { validator, type InvalidValue } from '@linecard/driver-kit/validation'
import { fail } from '../errors.ts'

const describe = (faults: readonly InvalidValue[]) =>
  faults
    .slice(0, 5)
    .map(({ path, message }) => (path ? `${path} ${message}` : message))
    .join('; ')

const invalid = (module: Module, faults: readonly InvalidValue[]) =>
  fail(
    'EQUIPMENT_ARGUMENTS_INVALID',
    { module: module.name, what: describe(faults) },
    faults.map(fault => ({ ...fault })),
  )

/**
 * Converts arguments from a query string or a form, where all values are text, to the types of the module.
 * Throws EQUIPMENT_ARGUMENTS_INVALID.
 */
export function coercedArguments(
  module: Module,
  texts: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const values = { ...texts }
  const faults = validator(module.args)(values, { coerce: true })
  if (faults.length > 0) throw invalid(module, faults)
  return values
}

/** As in every body: null means absent, unless the argument may be null. */
const isAbsent = ({ args }: Module, name: string, value: unknown): boolean => {
  if (value !== null) return value === undefined
  const known = (args as { properties?: Record<string, TSchema> }).properties?.[name]
  return !known || validator(known)(null).length > 0
}

/**
 * Checks arguments and leaves out those that are absent. Throws EQUIPMENT_ARGUMENTS_INVALID, which names
 * each wrong one.
 */
export function checkedArguments(module: Module, args: unknown): Readonly<Record<string, unknown>> {
  const given = args ?? {}
  const plain: unknown =
    typeof given === 'object' && !Array.isArray(given)
      ? Object.fromEntries(Object.entries(given).filter(([name, value]) => !isAbsent(module, name, value)))
      : given
  const faults = validator(module.args)(plain)
  if (faults.length > 0) throw invalid(module, faults)
  return plain as Record<string, unknown>
}

/** Rows of a list that are checked together. */
const checkedRows = 200

/** What is wrong with an answer, by the row of the whole list. A long one is checked in pieces. */
async function faultsOf(module: Module, data: unknown): Promise<InvalidValue[]> {
  const check = validator(module.result)
  if (!Array.isArray(data) || data.length <= checkedRows) return check(data)
  let from = 0
  for await (const piece of inPieces(data, checkedRows)) {
    const faults = check(piece)
    if (faults.length > 0)
      return faults.map(({ path, message }) => ({
        path: path.replace(/^\d+/, row => String(Number(row) + from)),
        message,
      }))
    from += piece.length
  }
  return []
}

/** Throws ParseFailed if the driver's answer does not fit the result schema of the module. */
export async function checkResult(module: Module, model: string, data: unknown): Promise<void> {
  const faults = await faultsOf(module, data)
  if (faults.length === 0) return
  throw new DeviceError(
    'ParseFailed',
    `The driver of ${model} gave an answer to ${module.name} that does not fit its schema: ` +
      `${describe(faults)}. Report it to the maintainer of the driver.`,
  )
}
