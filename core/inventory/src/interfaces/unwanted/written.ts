import type { Context, Interfaces } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'

/** Who writes about interfaces outside of the inventory. */
export function createWritten({ log }: Pick<Context, 'log'>): Pick<Interfaces, 'writtenBy' | 'written'> {
  const sources = new Map<string, Parameters<Interfaces['writtenBy']>[1]>()

  /** If it cannot be asked, all of them count as written about: nothing is lost. */
  const ask = (em: SqlEntityManager, component: string, ids: readonly number[]) =>
    em
      .transactional(own => sources.get(component)!(own as SqlEntityManager, ids))
      .catch((error: unknown) => {
        log.warn({ err: error, component }, 'it could not be asked what is written about interfaces')
        return ids
      })

  return {
    writtenBy(component, source) {
      sources.set(component, source)
    },
    async written(em, ids) {
      const found = new Map<number, string[]>()
      for (const component of sources.keys())
        for (const id of await ask(em, component, ids)) found.set(id, [...(found.get(id) ?? []), component])
      return found
    },
  }
}
