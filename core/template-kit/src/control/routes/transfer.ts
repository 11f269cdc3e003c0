import {
  ApiError,
  closedObject,
  freeObject,
  IdParams,
  type Caller,
  type Logger,
  type Routes,
} from '@linecard/plugin-kit'
import { Type as T } from 'typebox'
import { filesOf } from '../folder.ts'
import { seesTemplate, shownTo, type Grouped } from '../groups.ts'
import type { TemplateKind } from '../kind.ts'
import { fail } from '../errors.ts'
import { freeName } from '../store.ts'
import { assertDefinition } from './definition.ts'
import { ImportRow, operation } from './schemas.ts'

const mostAtOnce = 200

type Conflict = 'skip' | 'replace' | 'rename'
interface Importing {
  caller: Caller
  signal: AbortSignal
  log: Logger
  conflict: Conflict
}

/** @throws ApiError, Error if it cannot be stored */
async function importOne<D extends Grouped>(
  kind: TemplateKind<D>,
  sent: Readonly<Record<string, unknown>>,
  { caller, signal, log, conflict }: Importing,
): Promise<ImportRow> {
  const { name, format: _, ...members } = sent as { name: string; format?: unknown }
  const ids = 'group_ids' in members ? ((members['group_ids'] as number[] | null) ?? []) : undefined
  const definition = kind.portable({ ...kind.empty, ...members, group_ids: ids ?? [] } as D)
  await assertDefinition(kind, definition, caller)
  const findings = await kind.lint({ definition, caller, signal, log })
  const { store } = kind
  const same = await store.named(name)
  const row = { name, error: null, findings }
  // Of one of other groups nothing is told but that its name is in use.
  if (same && conflict !== 'rename' && !seesTemplate(caller, same.definition))
    throw fail('TEMPLATE_NAME_TAKEN', { name })
  if (same && conflict === 'skip') return { ...row, result: 'skipped', id: same.id, stored_as: null }
  if (same && conflict === 'replace') {
    // What belongs to this installation stays as it is here.
    const own = kind.portable(same.definition)
    const local = Object.fromEntries(
      Object.entries(same.definition).filter(([key, value]) => own[key as keyof D] !== value),
    )
    const { group_ids: __, ...change } = { ...definition, ...local } as Partial<D>
    await store.save(same.id, { definition: change as Partial<D>, note: 'imported' }, caller)
    return { ...row, result: 'replaced', id: same.id, stored_as: name }
  }
  const free = same ? freeName(name, new Set((await store.all()).map(one => one.name))) : name
  const { id } = await store.create(free, { ...definition, group_ids: ids }, caller, 'imported')
  return { ...row, result: same ? 'renamed' : 'created', id, stored_as: free }
}

async function rowOf<D extends Grouped>(
  kind: TemplateKind<D>,
  sent: Readonly<Record<string, unknown>>,
  importing: Importing,
): Promise<ImportRow> {
  const name = typeof sent['name'] === 'string' ? sent['name'].slice(0, 200) : ''
  const refused = (error: string): ImportRow => ({
    name,
    result: 'refused',
    id: null,
    stored_as: null,
    error,
    findings: [],
  })
  if (name === '' || name !== sent['name']) return refused('The name must have 1 to 200 characters')
  try {
    return await importOne(kind, sent, importing)
  } catch (error) {
    if (error instanceof ApiError) return refused(error.message)
    throw error
  }
}

/** Without groups if it is for all: then it belongs to whoever imports it. */
function exportable<D extends Grouped>(kind: TemplateKind<D>, definition: D): object {
  const { group_ids: ids, ...rest } = kind.portable(definition)
  return { ...rest, ...(ids.length > 0 && { group_ids: ids }) }
}

/** Export as JSON or as files, and import with a result for each. */
export function transferRoutes<D extends Grouped>(routes: Routes, kind: TemplateKind<D>): void {
  const { path, plugin, noun, store, layout } = kind
  const format = `linecard.${plugin}/1`
  const Exported = closedObject({
    template: freeObject('For `import`: name and definition'),
    files: T.Record(T.String(), T.String(), {
      description: 'The same as a folder of text files: path → content',
    }),
  })
  routes.get(
    `${path}/:id/export`,
    {
      ...operation(kind, 'template.export'),
      summary: `A ${noun} to take away`,
      description:
        'As one JSON, and as the files of a folder that fits git. Roles and ids are left out; device ' +
        'groups stay, so that what is of some is never imported as one for all.',
      params: IdParams,
      response: Exported,
      example: {
        template: { format, name: kind.example.name },
        files: { [layout.json]: '{\n  "name": "Port security"\n}\n' },
      },
    },
    async ({ params, caller }) => {
      const { name, definition } = await store.get(params.id, caller)
      const portable = exportable(kind, shownTo(caller, definition))
      return {
        template: { format, name, ...portable },
        files: filesOf(layout, kind.definition, name, portable as Record<string, unknown>),
      }
    },
  )
  routes.post(
    `${path}/import`,
    {
      ...operation(kind, 'templates.import'),
      summary: `Imports ${noun}s, with a result for each`,
      description:
        'Each is checked and linted. One with mistakes of an author is stored, with its findings; one that ' +
        'does not fit the schema is refused, and the others are not. A name that exists is skipped, ' +
        'replaced (a new version, which keeps its roles and device groups) or stored under a new name. A ' +
        'new one is of the groups of the file, or of those of its author.',
      bodyLimit: 16 * 1024 * 1024,
      body: closedObject(
        {
          templates: T.Array(freeObject('As exported'), { minItems: 1, maxItems: mostAtOnce }),
          conflict: T.Optional(T.Enum(['skip', 'replace', 'rename'], { default: 'skip' })),
        },
        { examples: [{ templates: [{ format, ...kind.example }], conflict: 'rename' }] },
      ),
      response: T.Array(ImportRow),
      example: [
        {
          name: kind.example.name,
          result: 'created',
          id: 7,
          stored_as: kind.example.name,
          error: null,
          findings: [],
        },
      ],
    },
    async ({ body: { templates, conflict = 'skip' }, caller, signal, log, note }) => {
      const rows: ImportRow[] = []
      for (const sent of templates) {
        signal.throwIfAborted()
        rows.push(await rowOf(kind, sent, { caller, signal, log, conflict }))
      }
      note({ meta: { results: rows.map(({ name, result }) => ({ name, result })) } })
      return rows
    },
  )
}
