import { closedObject, Deleted, IdParams, ListMeta, Reply, type Routes } from '@linecard/plugin-kit'
import { queryOf } from '@linecard/plugin-kit/resource'
import { Type as T } from 'typebox'
import { assertOwn, type Grouped } from '../groups.ts'
import type { TemplateKind } from '../kind.ts'
import { listed } from '../store.ts'
import { assertDefinition, definitionIn } from './definition.ts'
import {
  answerOf,
  changeOf,
  exampleOf,
  GroupIdsGiven,
  membersOf,
  Name,
  operation,
  textsOf,
  viewOf,
  viewSchema,
} from './schemas.ts'

const without = (value: object, members: readonly string[]) =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !members.includes(key)))

function reads<D extends Grouped>(routes: Routes, kind: TemplateKind<D>): void {
  const { path, noun, store } = kind
  const texts = textsOf(kind)
  const row = closedObject(without(membersOf(viewSchema(kind)), texts) as never)
  routes.get(
    path,
    {
      ...operation(kind, 'templates.list'),
      summary: `All ${noun}s that you see, without their texts`,
      description:
        'Those for all devices, and those of your device groups, sorted by name. `sort`: id, name, ' +
        'version, updated_at.',
      query: queryOf(listed),
      response: T.Array(row),
      meta: ListMeta,
      example: [without(exampleOf(kind), texts)],
    },
    async ({ query, caller }) => {
      const { rows, meta } = await store.list(query, caller)
      return new Reply(rows.map(one => without(viewOf(one, caller), texts)) as never, meta)
    },
  )
  routes.get(
    `${path}/:id`,
    {
      ...operation(kind, 'template.get'),
      summary: `One ${noun}`,
      description: 'With all of its texts. Its ETag serves `If-Match` of PUT and DELETE.',
      params: IdParams,
      ...answerOf(kind),
    },
    async ({ params, caller }) => viewOf(await store.get(params.id, caller), caller) as never,
  )
}

function changes<D extends Grouped>(routes: Routes, kind: TemplateKind<D>): void {
  const { path, noun, store } = kind
  routes.post(
    path,
    {
      ...operation(kind, 'template.create'),
      summary: `Adds a ${noun}`,
      description: 'Members that are left out are empty. It is not linted: see the operation `lint`.',
      status: 201,
      body: closedObject({ name: Name, ...changeOf(kind) }, { examples: [kind.example] }),
      ...answerOf(kind),
      errors: [409],
    },
    async ({ body, caller }) => {
      const given = definitionIn(kind, body)
      await assertDefinition(kind, { ...kind.empty, ...given }, caller)
      const definition = { ...kind.empty, ...given, group_ids: given.group_ids }
      return viewOf(await store.create((body as { name: string }).name, definition, caller), caller) as never
    },
  )
  routes.put(
    `${path}/:id`,
    {
      ...operation(kind, 'template.update'),
      summary: `Saves a new version of a ${noun}`,
      description:
        'Members that are left out keep their values. The former version is kept. If somebody else has ' +
        'saved since you read it: 412 with `If-Match`, 409 with `version`.',
      params: IdParams,
      body: closedObject(
        {
          name: T.Optional(Name),
          version: T.Optional(T.Integer({ minimum: 1, description: 'The version that you changed' })),
          ...changeOf(kind),
        },
        { examples: [{ version: 3, ...kind.example }] },
      ),
      ...answerOf(kind),
      errors: [409],
    },
    async ({ params: { id }, body, caller }) => {
      const { name, version } = body as { name?: string; version?: number }
      const change = definitionIn(kind, body)
      const present = await store.get(id, caller)
      assertOwn(caller, present)
      await assertDefinition(kind, { ...present.definition, ...change }, caller)
      return viewOf(await store.save(id, { name, version, definition: change }, caller), caller) as never
    },
  )
}

function removal<D extends Grouped>(routes: Routes, kind: TemplateKind<D>): void {
  const { path, noun, store } = kind
  routes.delete(
    `${path}/:id`,
    {
      ...operation(kind, 'template.delete'),
      summary: `Removes a ${noun} with its versions`,
      description: 'There is no way back: export it first.',
      params: IdParams,
      response: Deleted,
    },
    async ({ params: { id }, caller }) => {
      await store.remove(id, caller)
      return { id }
    },
  )
  routes.post(
    `${path}/:id/clone`,
    {
      ...operation(kind, 'template.clone'),
      summary: `Copies a ${noun}`,
      description:
        'Without a name the copy gets that of the original with a number. Without groups it gets those of ' +
        'the original that you see, or all of yours if you see none.',
      status: 201,
      params: IdParams,
      body: closedObject(
        { name: T.Optional(Name), group_ids: T.Optional(GroupIdsGiven) },
        { examples: [{ name: 'Port security, corner shops' }] },
      ),
      ...answerOf(kind),
      errors: [409],
    },
    async ({ params: { id }, body: { name, group_ids: ids }, caller }) => {
      const copy = { ...(name !== undefined && { name }), group_ids: ids === null ? [] : ids }
      return viewOf(await store.clone(id, copy, caller), caller) as never
    },
  )
}

/** List, get, create, update, delete, clone. */
export function crudRoutes<D extends Grouped>(routes: Routes, kind: TemplateKind<D>): void {
  reads(routes, kind)
  changes(routes, kind)
  removal(routes, kind)
}
