import type { Implementation } from './implementation.ts'
import type { Module } from './module.ts'

/**
 * The implementation of one module from those that a builder makes: `pick(ifTable(), linkInfo)`.
 * @throws Error if the builder does not make it: an error of the driver, at its start
 */
export function pick<Params>(
  implementations: readonly Implementation<Params>[],
  { name }: Pick<Module, 'name'>,
): Implementation<Params> {
  const found = implementations.findLast(({ module }) => module.name === name)
  if (!found) throw new Error(`there is no implementation of ${name} to pick`)
  return found
}

/** All implementations except those of the given modules: `without(ifTable(), linkInfo)`. */
export const without = <Params>(
  implementations: readonly Implementation<Params>[],
  ...modules: readonly Pick<Module, 'name'>[]
): Implementation<Params>[] =>
  implementations.filter(({ module }) => !modules.some(({ name }) => name === module.name))
