import { closedObject, nullable } from '@linecard/plugin-kit'
import { Type as T, type Static } from 'typebox'

/** A line of the two sides. */
export const DiffRow = closedObject({
  kind: T.Enum(['same', 'changed', 'removed', 'added', 'skipped'], {
    description: 'skipped: lines that are the same are left out here',
  }),
  left_line: nullable(T.Integer()),
  left: nullable(T.String()),
  right_line: nullable(T.Integer()),
  right: nullable(T.String()),
})
export type DiffRow = Static<typeof DiffRow>
