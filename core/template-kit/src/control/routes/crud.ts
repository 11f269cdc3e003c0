import {
  closedObject,
  Deleted,
  IdParams,
  ListMeta,
  listQuery,
  Reply,
  text,
  type Routes,
} from '@linecard/plugin-kit'
import { Type as T } from 'typebox'
import type { TemplateKind } from '../kind.ts'
import { assertDefinition, definitionIn } from './definition.ts'
import { changeOf, exampleOf, membersOf, Name, textsOf, viewOf, viewSchema } from './schemas.ts'

const without = (value: object, members: readonly string[]) =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !members.includes(key)))

function reads<D extends object>(routes: Routes, kind: TemplateKind<D>): void {
  const { path, tag, permission, plugin, noun, store } = kind
  const view = viewSchema(kind)
  const texts = textsOf(kind)
  const row = closedObject(without(membersOf(view), texts) as never)
  routes.get(
    path,
    {
      operationId: `${plugin}.templates.list`,
      scope: 'all',
      tag,
      summary: `All ${noun}s, without their texts`,
      description: `Sorted by name. \`sort\`: id, name, version, updated_at.`,
      permission,
      query: closedObject({
        ...listQuery,
        query: T.Optional(text(200, { description: 'Part of the name' })),
      }),
      response: T.Array(row),
      meta: ListMeta,
      example: [without(exampleOf(kind), texts)],
    },
    async ({ query }) => {
      const { rows, meta } = await store.list(query)
      return new Reply(rows.map(one => without(viewOf(one), texts)) as never, meta)
    },
  )
  routes.get(
    `${path}/:id`,
    {
      operationId: `${plugin}.template.get`,
      scope: 'all',
      tag,
      summary: `One ${noun}`,
      description: 'With all of its texts. Its ETag serves `If-Match` of PUT and DELETE.',
      permission,
      params: IdParams,
      response: view,
      example: exampleOf(kind),
    },
    async ({ params }) => viewOf(await store.get(params.id)) as never,
  )
}

function changes<D extends object>(routes: Routes, kind: TemplateKind<D>): void {
  const { path, tag, permission, plugin, noun, store } = kind
  const view = viewSchema(kind)
  routes.post(
    path,
    {
      operationId: `${plugin}.template.create`,
      scope: 'all',
      tag,
      summary: `Adds a ${noun}`,
      description: 'Members that are left out are empty. It is not linted: see the operation `lint`.',
      permission,
      status: 201,
      body: closedObject({ name: Name, ...changeOf(kind) }, { examples: [kind.example] }),
      response: view,
      example: exampleOf(kind),
      errors: [409],
    },
    async ({ body, caller }) => {
      const definition = { ...kind.empty, ...definitionIn(kind, body) }
      await assertDefinition(kind, definition, caller)
      return viewOf(await store.create((body as { name: string }).name, definition, caller)) as never
    },
  )
  routes.put(
    `${path}/:id`,
    {
      operationId: `${plugin}.template.update`,
      scope: 'all',
      tag,
      summary: `Saves a new version of a ${noun}`,
      description:
        'Members that are left out keep their values. The former version is kept. If somebody else has ' +
        'saved since you read it: 412 with `If-Match`, 409 with `version`.',
      permission,
      params: IdParams,
      body: closedObject(
        {
          name: T.Optional(Name),
          version: T.Optional(T.Integer({ minimum: 1, description: 'The version that you changed' })),
          ...changeOf(kind),
        },
        { examples: [{ version: 3, ...kind.example }] },
      ),
      response: view,
      example: exampleOf(kind),
      errors: [409],
    },
    async ({ params: { id }, body, caller }) => {
      const { name, version } = body as { name?: string; version?: number }
      const change = definitionIn(kind, body)
      await assertDefinition(kind, { ...(await store.get(id)).definition, ...change }, caller)
      return viewOf(await store.save(id, { name, version, definition: change }, caller)) as never
    },
  )
}

function removal<D extends object>(routes: Routes, kind: TemplateKind<D>): void {
  const { path, tag, permission, plugin, noun, store } = kind
  routes.delete(
    `${path}/:id`,
    {
      operationId: `${plugin}.template.delete`,
      scope: 'all',
      tag,
      summary: `Removes a ${noun} with its versions`,
      description: 'There is no way back: export it first.',
      permission,
      params: IdParams,
      response: Deleted,
    },
    async ({ params: { id } }) => {
      await store.remove(id)
      return { id }
    },
  )
  routes.post(
    `${path}/:id/clone`,
    {
      operationId: `${plugin}.template.clone`,
      scope: 'all',
      tag,
      summary: `Copies a ${noun}`,
      description: 'Without a name the copy gets that of the original with a number.',
      permission,
      status: 201,
      params: IdParams,
      body: closedObject({ name: T.Optional(Name) }, { examples: [{ name: 'Port security, corner shops' }] }),
      response: viewSchema(kind),
      example: exampleOf(kind),
      errors: [409],
    },
    async ({ params: { id }, body: { name }, caller }) =>
      viewOf(await store.clone(id, name, caller)) as never,
  )
}

/** List, get, create, update, delete, clone. */
export function crudRoutes<D extends object>(routes: Routes, kind: TemplateKind<D>): void {
  reads(routes, kind)
  changes(routes, kind)
  removal(routes, kind)
}
