import { closedObject, Id, nullable, text, Time, type Caller } from '@linecard/plugin-kit'
import { Type as T, type Static, type TProperties, type TSchema } from 'typebox'
import { Finding } from '../../contract/finding.ts'
import { GroupIds, shownTo, type Grouped } from '../groups.ts'
import type { Kept } from '../kept.ts'
import type { TemplateKind } from '../kind.ts'

export const Name = text(200, { minLength: 1, description: 'Unique among those of its kind' })

const stored = {
  id: Id,
  name: Name,
  version: T.Integer({ minimum: 1, description: 'Every save makes a new one' }),
  updated_at: Time,
  updated_by: T.String({ description: 'Login of who saved it' }),
}

export const VersionRow = closedObject({
  version: T.Integer(),
  name: T.String(),
  saved_at: Time,
  saved_by: T.String({ description: 'Login' }),
  note: T.String({ description: 'Where it comes from; empty: saved by hand' }),
})

export const PartDiff = closedObject({
  part: T.String({ description: 'A file of the folder format, e.g. `template.hbs`' }),
  unified: nullable(T.String({ description: 'Unified lines; null: the two differ too much' })),
})

export const ImportRow = closedObject({
  name: T.String({ description: 'As it was sent' }),
  result: T.Enum(['created', 'replaced', 'skipped', 'renamed', 'refused']),
  id: nullable(Id),
  stored_as: nullable(T.String({ description: 'Its name now; null: nothing was stored' })),
  error: nullable(T.String({ description: 'Why it was refused' })),
  findings: T.Array(Finding),
})
export type ImportRow = Static<typeof ImportRow>

/** Members of an object schema. */
export const membersOf = (schema: TSchema): TProperties => (schema as { properties: TProperties }).properties

/** A stored template as the API shows it: the members of its definition beside `id`, `name` and version. */
export const viewSchema = <D extends Grouped>(kind: TemplateKind<D>) =>
  closedObject(
    { ...stored, ...membersOf(kind.definition) },
    { $id: kind.schemaId, description: `A ${kind.noun}` },
  )

/** `group_ids` of a body. */
export const GroupIdsGiven = nullable({
  ...GroupIds,
  description:
    'Device groups whose devices it is for; null or empty: all devices. A new one without them belongs to ' +
    'the groups of its author, and is for all devices if the author sees all groups',
} as typeof GroupIds)

const optional = (members: TProperties): TProperties =>
  Object.fromEntries(Object.entries(members).map(([key, schema]) => [key, T.Optional(schema as never)]))

/** The members of a definition, each optional and without defaults: what is left out keeps its value. */
export const changeOf = <D extends Grouped>(kind: TemplateKind<D>): TProperties =>
  optional(
    Object.fromEntries(
      Object.entries(membersOf(kind.definition)).map(([key, schema]) => {
        if (key === 'group_ids') return [key, GroupIdsGiven]
        const { default: _, ...rest } = schema as unknown as Record<string, unknown>
        return [key, rest as unknown as TSchema]
      }),
    ),
  )

const example = { id: 7, version: 3, updated_at: '2026-03-02T10:00:00.000Z', updated_by: 'petrenko' }
export const exampleOf = <D extends Grouped>(kind: TemplateKind<D>) => ({ ...example, ...kind.example })

/** What the answers about one template have. */
export const answerOf = <D extends Grouped>(kind: TemplateKind<D>) => ({
  response: viewSchema(kind),
  example: exampleOf(kind),
})

/** What all operations of a kind have. */
export const operation = <D extends Grouped>({ plugin, tag, permission }: TemplateKind<D>, name: string) =>
  ({ operationId: `${plugin}.${name}`, scope: 'group', tag, permission }) as const

/** A stored template, without the groups that the caller does not see. */
export const viewOf = <D extends Grouped>({ definition, ...rest }: Kept<D>, caller: Caller) => ({
  ...shownTo(caller, definition),
  ...rest,
})

/** Members that are long texts: lists leave them out. */
export const textsOf = <D extends Grouped>({ layout }: TemplateKind<D>): string[] => [
  ...Object.keys(layout.texts),
  'blocks',
]
