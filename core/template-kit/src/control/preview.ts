import { closedObject, freeObject, nullable } from '@linecard/plugin-kit'
import { Type as T, type Static } from 'typebox'
import { Finding } from '../contract/finding.ts'

const Line = closedObject({
  text: T.String({ description: 'The command, with its constructs' }),
  where: T.String({ description: 'The part of the template that has it, e.g. `block:uplink`' }),
  line: T.Integer({ minimum: 1 }),
  column: T.Integer({ minimum: 1 }),
})

export const Preview = closedObject({
  parts: T.Array(
    closedObject({
      part: T.String({ description: 'e.g. `template`, `undo`' }),
      lines: T.Array(Line),
      error: nullable(Finding),
    }),
  ),
  variables: freeObject('What the template has seen'),
  findings: T.Array(Finding),
})
export type Preview = Static<typeof Preview>
