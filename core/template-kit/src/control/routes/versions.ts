import { closedObject, idOf, IdParams, Reply, type Routes } from '@linecard/plugin-kit'
import { Type as T } from 'typebox'
import { diffOf } from '../diff.ts'
import { shownTo, type Grouped } from '../groups.ts'
import type { TemplateKind } from '../kind.ts'
import { answerOf, operation, PartDiff, VersionRow, viewOf } from './schemas.ts'

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

function reads<D extends Grouped>(routes: Routes, kind: TemplateKind<D>): void {
  const { path, noun, store } = kind
  routes.get(
    `${path}/:id/versions`,
    {
      ...operation(kind, 'versions.list'),
      summary: `Versions of a ${noun}, the newest first`,
      description:
        'Who saved what and when. The last 200 are kept. One from a time when it was of other device ' +
        'groups is seen by those who see these.',
      params: IdParams,
      response: T.Array(VersionRow),
      example: [exampleRow],
    },
    async ({ params, caller }) => store.versions(params.id, caller),
  )
  const Former = closedObject({ ...VersionRow.properties, definition: kind.definition })
  routes.get(
    `${path}/:id/versions/:version`,
    {
      ...operation(kind, 'version.get'),
      summary: `One version of a ${noun}`,
      description: 'As it was saved, with who saved it and when.',
      params: closedObject({ id: idOf(`the ${noun}`), version: Version }),
      response: Former,
      example: { ...exampleRow, definition: kind.empty },
    },
    async ({ params, caller }) => {
      const { definition, ...row } = await store.version(params.id, params.version, caller)
      return { ...row, definition: shownTo(caller, definition) } as never
    },
  )
}

function changes<D extends Grouped>(routes: Routes, kind: TemplateKind<D>): void {
  const { path, noun, store } = kind
  routes.get(
    `${path}/:id/diff`,
    {
      ...operation(kind, 'versions.diff'),
      summary: `What differs between two versions of a ${noun}`,
      description: 'Unified lines, file by file of the folder format. Without `to`: the present version.',
      params: IdParams,
      query: closedObject({ from: Version, to: T.Optional(Version) }),
      response: T.Array(PartDiff),
      meta: closedObject({ from: Version, to: Version }),
      example: [exampleDiff],
    },
    async ({ params: { id }, query, caller }) => {
      const before = await store.version(id, query.from, caller)
      const after =
        query.to === undefined ? await store.get(id, caller) : await store.version(id, query.to, caller)
      const sides = [before, after].map(one => ({
        name: one.name,
        definition: shownTo(caller, one.definition),
        label: `version ${one.version}`,
      }))
      const differences = diffOf(kind.layout, kind.definition, [sides[0]!, sides[1]!])
      return new Reply(differences, { from: before.version, to: after.version })
    },
  )
  routes.post(
    `${path}/:id/restore`,
    {
      ...operation(kind, 'version.restore'),
      summary: `Saves a former version of a ${noun} as a new one`,
      description:
        'Nothing is lost: the present version stays in the list. The device groups stay as they are.',
      params: IdParams,
      body: closedObject({ version: Version }, { examples: [{ version: 2 }] }),
      ...answerOf(kind),
      errors: [409],
    },
    async ({ params: { id }, body, caller }) =>
      viewOf(await store.restore(id, body.version, caller), caller) as never,
  )
}

/** Former versions: list, one, differences, restore. */
export function versionRoutes<D extends Grouped>(routes: Routes, kind: TemplateKind<D>): void {
  reads(routes, kind)
  changes(routes, kind)
}
