import { closedObject, idOf, IdParams, Reply, type Routes } from '@linecard/plugin-kit'
import { Type as T } from 'typebox'
import { diffOf } from '../diff.ts'
import type { TemplateKind } from '../kind.ts'
import { exampleOf, PartDiff, VersionRow, viewOf, viewSchema } from './schemas.ts'

const Version = T.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Number of a version' })
const exampleRow = {
  version: 3,
  name: 'Port security',
  saved_at: '2026-03-02T10:00:00.000Z',
  saved_by: 'petrenko',
  note: '',
}
const exampleDiff = {
  part: 'template.hbs',
  unified: '--- template.hbs\tversion 2\n+++ template.hbs\tversion 3\n@@ -1,1 +1,1 @@\n-old\n+new\n',
}

/** Former versions: list, one, differences, restore. */
export function versionRoutes<D extends object>(routes: Routes, kind: TemplateKind<D>): void {
  const { path, tag, permission, plugin, noun, store } = kind
  routes.get(
    `${path}/:id/versions`,
    {
      operationId: `${plugin}.versions.list`,
      scope: 'all',
      tag,
      summary: `Versions of a ${noun}, the newest first`,
      description: 'Who saved what and when. The last 200 are kept.',
      permission,
      params: IdParams,
      response: T.Array(VersionRow),
      example: [exampleRow],
    },
    async ({ params }) => store.versions(params.id),
  )
  const Former = closedObject({ ...VersionRow.properties, definition: kind.definition })
  routes.get(
    `${path}/:id/versions/:version`,
    {
      operationId: `${plugin}.version.get`,
      scope: 'all',
      tag,
      summary: `One version of a ${noun}`,
      description: 'As it was saved, with who saved it and when.',
      permission,
      params: closedObject({ id: idOf(`the ${noun}`), version: Version }),
      response: Former,
      example: { ...exampleRow, definition: kind.empty },
    },
    async ({ params }) => (await store.version(params.id, params.version)) as never,
  )
  routes.get(
    `${path}/:id/diff`,
    {
      operationId: `${plugin}.versions.diff`,
      scope: 'all',
      tag,
      summary: `What differs between two versions of a ${noun}`,
      description: 'Unified lines, file by file of the folder format. Without `to`: the present version.',
      permission,
      params: IdParams,
      query: closedObject({ from: Version, to: T.Optional(Version) }),
      response: T.Array(PartDiff),
      meta: closedObject({ from: Version, to: Version }),
      example: [exampleDiff],
    },
    async ({ params: { id }, query }) => {
      const before = await store.version(id, query.from)
      const after = query.to === undefined ? await store.get(id) : await store.version(id, query.to)
      const sides = [before, after].map(one => ({ ...one, label: `version ${one.version}` }))
      const differences = diffOf(kind.layout, kind.definition, [sides[0]!, sides[1]!])
      return new Reply(differences, { from: before.version, to: after.version })
    },
  )
  routes.post(
    `${path}/:id/restore`,
    {
      operationId: `${plugin}.version.restore`,
      scope: 'all',
      tag,
      summary: `Saves a former version of a ${noun} as a new one`,
      description: 'Nothing is lost: the present version stays in the list.',
      permission,
      params: IdParams,
      body: closedObject({ version: Version }, { examples: [{ version: 2 }] }),
      response: viewSchema(kind),
      example: exampleOf(kind),
      errors: [409],
    },
    async ({ params: { id }, body, caller }) =>
      viewOf(await store.restore(id, body.version, caller)) as never,
  )
}
