import { implement, type Family, type Implementation, type Module } from '@linecard/driver-kit'
import { resolveInterface } from '@linecard/driver-kit/builders'
import { interfacesList, parseInterface, supportedModules } from '@linecard/driver-kit/modules'
import { consoleModules } from './console.ts'

/** What the service answers itself, for models whose driver does not. */
export function builtIn(modules: readonly Module[], { cli }: Pick<Family, 'cli'>): Implementation[] {
  const names = new Set(modules.map(({ name }) => name))
  const listed = names.has(interfacesList.name)
  const console = cli ? consoleModules : []
  const all = [
    ...new Set([
      ...names,
      ...console.map(({ module }) => module.name),
      supportedModules.name,
      ...(listed ? [parseInterface.name] : []),
    ]),
  ].toSorted()
  return [
    ...console,
    implement(supportedModules, async () => all),
    ...(listed
      ? [
          implement(parseInterface, async (session, args) =>
            resolveInterface(await session.call(interfacesList, {}), args.interface),
          ),
        ]
      : []),
  ]
}
