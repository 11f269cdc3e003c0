import { implement, interfacesList, parseInterface, resolveInterface, supportedModules, type Implementation, type Module } from '@linecard/driver-kit'

/** What the service answers itself, for models whose driver does not. */
export function builtIn(modules: readonly Module[]): Implementation[] {
  const names = new Set(modules.map(({ name }) => name))
  const listed = names.has(interfacesList.name)
  const all = [...new Set([...names, supportedModules.name, ...listed ? [parseInterface.name] : []])].toSorted()
  return [
    implement(supportedModules, async () => all),
    ...listed ? [implement(parseInterface, async (session, args) => resolveInterface(await session.call(interfacesList, {}), args.interface))] : [],
  ]
}
