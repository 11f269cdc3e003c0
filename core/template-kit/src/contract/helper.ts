import { closedObject, nullable } from '@linecard/plugin-kit'
import { Type as T, type Static } from 'typebox'

/** One helper as an editor offers it. */
export const HelperDoc = closedObject(
  {
    name: T.String(),
    group: T.Enum(['compare', 'logic', 'number', 'text', 'list', 'block', 'variable']),
    usage: T.String({ description: 'e.g. `{{add a b}}`' }),
    summary: T.String(),
    example: closedObject({
      template: T.String(),
      variables: T.Record(T.String(), T.Unknown()),
      gives: T.String(),
    }),
    least: T.Integer({ description: 'Fewest arguments' }),
    most: nullable(T.Integer({ description: 'Most arguments; null: any number' })),
  },
  { description: 'A helper of templates' },
)
export type HelperDoc = Static<typeof HelperDoc>
