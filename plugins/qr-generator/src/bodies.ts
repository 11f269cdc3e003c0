import { Type as T, type Static } from 'typebox'
import { Id, closedObject, idOf } from '@linecard/plugin-kit'

export const objectTypes = ['device', 'interface', 'onu'] as const
const type = T.Enum([...objectTypes], { description: 'An onu is an interface of type ONU' })
const level = T.Optional(
  T.Enum(['L', 'M', 'Q', 'H'], {
    description:
      'Error correction: the code is readable if about 7, 15, 25 or 30 % of it is lost. Default: M',
  }),
)
const quiet = T.Optional(
  T.Integer({
    minimum: 0,
    maximum: 16,
    description: 'White modules around the code. Default: 4; a code with fewer may not be readable',
  }),
)
const label = T.Optional(T.Boolean({ description: 'False: no text below the code' }))

export const ObjectParams = closedObject({ object_type: type, id: idOf('the object') })

export const CodeQuery = closedObject({
  format: T.Optional(T.Enum(['png', 'svg'], { description: 'Default: png' })),
  size: T.Optional(
    T.Integer({
      minimum: 64,
      maximum: 2048,
      description: 'Width in pixels, margin included. Default: 256. A label adds to the height',
    }),
  ),
  label,
  error_correction: level,
  margin: quiet,
})
export type CodeQuery = Static<typeof CodeQuery>

/** Width and height in millimetres. */
export const pageSizes = {
  a3: [297, 420],
  a4: [210, 297],
  a5: [148, 210],
  letter: [215.9, 279.4],
  legal: [215.9, 355.6],
} as const
const millimetres = (minimum: number, maximum: number, description: string) =>
  T.Optional(T.Number({ minimum, maximum, description }))

/** Codes of one sheet at most. */
export const maxSheetObjects = 2000

export const SheetBody = closedObject(
  {
    objects: T.Array(closedObject({ type, id: Id }), {
      minItems: 1,
      maxItems: maxSheetObjects,
      description: 'In the order of printing. If one of them is unknown, nothing is printed',
    }),
    format: T.Optional(T.Enum(['pdf', 'svg'], { description: 'Default: pdf. An svg has one page' })),
    page: T.Optional(
      T.Enum(Object.keys(pageSizes) as (keyof typeof pageSizes)[], { description: 'Default: a4' }),
    ),
    size_mm: millimetres(10, 200, 'Side of the square for a code and its label. Default: 45'),
    margin_mm: millimetres(0, 50, 'Empty edge of the page. Default: 5'),
    gap_mm: millimetres(0, 50, 'Between two codes. Default: 0.5'),
    label,
    error_correction: level,
  },
  {
    examples: [
      {
        objects: [
          { type: 'device', id: 17 },
          { type: 'onu', id: 96_252 },
        ],
        size_mm: 45,
        margin_mm: 5,
        gap_mm: 0.5,
      },
    ],
  },
)
export type SheetBody = Static<typeof SheetBody>
