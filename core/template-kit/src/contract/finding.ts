import { closedObject } from '@linecard/plugin-kit'
import { Type as T, type Static } from 'typebox'

/** One mistake of an author. */
export const Finding = closedObject(
  {
    severity: T.Enum(['error', 'warning'], {
      description:
        'error: the template cannot run like this; warning: it runs, and is probably not what is meant',
    }),
    code: T.String({ description: 'Stable code, e.g. HELPER_UNKNOWN' }),
    message: T.String({ description: 'What is wrong' }),
    hint: T.String({ description: 'What to do' }),
    where: T.String({ description: '`template`, `block:<name>`, `parameter:<key>`, or another part' }),
    line: T.Integer({ minimum: 1 }),
    column: T.Integer({ minimum: 1 }),
  },
  { description: 'A mistake in a template, with its place and what to do' },
)
export type Finding = Static<typeof Finding>
