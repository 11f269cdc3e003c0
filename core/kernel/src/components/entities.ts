import { MikroORM } from '@mikro-orm/postgresql'
import type { EntitySchema } from '@mikro-orm/core'
import { messageOf } from '../log/error.ts'
import { markBroken, type LoadedComponent } from './component.ts'

export const entitiesOf = (components: readonly LoadedComponent[]): readonly EntitySchema[] =>
  components.flatMap(({ plugin }) => plugin?.entities ?? [])

/** Why these entities cannot be used together. Null if they can. Opens no connection. */
function discoveryFault(entities: readonly EntitySchema[]): string | null {
  try {
    void new MikroORM({
      clientUrl: 'postgres://127.0.0.1/discovery',
      entities: [...entities],
      discovery: { warnWhenNoEntities: false },
      logger: () => undefined,
    })
    return null
  } catch (error) {
    return messageOf(error)
  }
}

/**
 * Marks the plugins whose entities keep MikroORM from starting: it discovers those of all plugins together.
 * Each plugin is tried with those before it in the config that are good. Returns whether there are any.
 */
export function markBadEntities(components: readonly LoadedComponent[]): boolean {
  if (discoveryFault(entitiesOf(components)) === null) return false
  const good: LoadedComponent[] = []
  let found = false
  for (const component of components.toSorted((a, b) => a.rank - b.rank)) {
    if (!component.plugin?.entities?.length) continue
    const fault = discoveryFault(entitiesOf([...good, component]))
    if (fault === null) good.push(component)
    else {
      found = true
      markBroken(component, `entities: ${fault}`)
    }
  }
  return found
}
