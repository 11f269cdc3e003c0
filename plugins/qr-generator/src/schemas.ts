import { Type as T, type Static } from 'typebox'
import { Id, closedObject, nullable } from '@linecard/plugin-kit'

export const objectTypes = ['device', 'interface', 'onu'] as const
const type = T.Enum([...objectTypes], { description: 'An onu is an interface of type ONU' })
const level = T.Optional(
  T.Enum(['L', 'M', 'Q', 'H'], {
    description: 'Error correction: about 7, 15 (M, unless said), 25 or 30 % of the code may be lost',
  }),
)
const quiet = T.Optional(
  T.Integer({
    minimum: 0,
    maximum: 16,
    description: 'White modules around the code; 4 unless said, less may not be readable',
  }),
)
const label = T.Optional(T.Boolean({ description: 'False: no text below the code' }))

export const ObjectParams = closedObject({ object_type: type, id: Id })

export const CodeQuery = closedObject({
  format: T.Optional(T.Enum(['png', 'svg'])),
  size: T.Optional(
    T.Integer({
      minimum: 64,
      maximum: 2048,
      description: 'Width in pixels, margin included; 256 unless said. A label adds to the height',
    }),
  ),
  label,
  error_correction: level,
  margin: quiet,
})
export type CodeQuery = Static<typeof CodeQuery>

export const CodeView = closedObject(
  {
    base64: T.String({ contentEncoding: 'base64', description: 'The picture' }),
    mime: T.Enum(['image/png', 'image/svg+xml']),
    link: T.String({ description: 'What the code says' }),
    label: nullable(
      T.String({
        description:
          'Text below the code, one line each; the picture may shorten it. Null: none was asked for',
      }),
    ),
  },
  {
    $id: 'qr-generator.Code',
    examples: [
      {
        base64: 'iVBORw0KGgo=',
        mime: 'image/png',
        link: 'https://noc.example.net/devices/17',
        label: 'olt-north\n192.0.2.17',
      },
    ],
  },
)

/** Width and height in millimetres. */
export const pages = {
  a3: [297, 420],
  a4: [210, 297],
  a5: [148, 210],
  letter: [215.9, 279.4],
  legal: [215.9, 355.6],
} as const
const millimetres = (minimum: number, maximum: number, description: string) =>
  T.Optional(T.Number({ minimum, maximum, description }))

export const SHEET_MAX = 2000

export const SheetBody = closedObject(
  {
    objects: T.Array(closedObject({ type, id: Id }), {
      minItems: 1,
      maxItems: SHEET_MAX,
      description: 'In the order in which they are printed. One that is unknown, and nothing is printed',
    }),
    format: T.Optional(T.Enum(['pdf', 'svg'], { description: 'pdf unless said; an svg is one page' })),
    page: T.Optional(T.Enum(Object.keys(pages) as (keyof typeof pages)[], { description: 'a4 unless said' })),
    size_mm: millimetres(10, 200, 'Side of the square that a code takes with its label; 45 unless said'),
    margin_mm: millimetres(0, 50, 'Empty edge of the page; 5 unless said'),
    gap_mm: millimetres(0, 50, 'Between two codes; 0.5 unless said'),
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

export const schemas = [CodeView]
