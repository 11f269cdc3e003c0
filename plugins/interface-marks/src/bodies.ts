import { Type as T, type Static } from 'typebox'
import { closedObject, idOf, text } from '@linecard/plugin-kit'
import { maxTagLength } from './tag.ts'

const Tag = T.String({
  minLength: 1,
  maxLength: maxTagLength,
  description: 'Free text on one line, e.g. SwitchUplink; upper and lower case differ',
})

export const MarksBody = T.Object(
  {
    favorite: T.Optional(T.Boolean({ description: 'Your own favourite' })),
    tags: T.Optional(
      T.Array(Tag, { maxItems: 100, description: 'All tags of the interface; the others are removed' }),
    ),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    description: 'A field that is left out keeps its value',
    examples: [{ favorite: true, tags: ['SwitchUplink'] }],
  },
)
export type MarksBody = Static<typeof MarksBody>

export const InterfaceParams = closedObject({ interfaceId: idOf('the interface') })
export const TagParams = closedObject({
  tag: text(maxTagLength, { minLength: 1, description: 'The whole tag' }),
})
