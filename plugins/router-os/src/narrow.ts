import { interfacesList, type Interface } from '@linecard/driver-kit/modules'
import { answerOf, type LiveAnswer, type LiveModule } from '@linecard/plugin-kit'

type Names = (row: never) => readonly (string | null | undefined)[]

/**
 * The answer of a module whose rows contain names of interfaces. A request with `interface` keeps the rows
 * with that name. The list of interfaces gives the name for a bind key.
 */
export function byName(module: LiveModule['module'], namesOf: Names): LiveAnswer {
  const answer = answerOf(module, {
    narrow: (rows: readonly never[], id, parts) => {
      const listed = parts.get(interfacesList.name)?.data as readonly Interface[] | undefined
      const name = listed?.find(one => one.id === id)?.name
      return name === undefined ? [] : rows.filter(row => namesOf(row).includes(name))
    },
  })
  return {
    ...answer,
    modules: [
      { module: interfacesList, narrow: (rows: readonly Interface[]) => rows, when: 'narrow' },
      ...answer.modules,
    ],
  }
}
