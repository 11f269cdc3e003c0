import { closedObject, freeObject, Id, type Routes } from '@linecard/plugin-kit'
import { Type as T } from 'typebox'
import { Finding } from '../../contract/finding.ts'
import { HelperDoc } from '../../contract/helper.ts'
import type { Grouped } from '../groups.ts'
import type { TemplateKind } from '../kind.ts'
import { lookedAt } from './definition.ts'
import { Preview } from '../preview.ts'
import { changeOf, operation } from './schemas.ts'

const exampleFinding = {
  severity: 'error' as const,
  code: 'HELPER_UNKNOWN',
  message: 'there is no helper "upcase"',
  hint: 'Did you mean "upper"?',
  where: 'template',
  line: 3,
  column: 12,
}

/** What an author asks before anything runs: lint, preview, helpers. */
export function checkRoutes<D extends Grouped>(routes: Routes, kind: TemplateKind<D>): void {
  const { path, noun } = kind
  const looked = {
    id: T.Optional({ ...Id, description: 'A stored one; members of the body replace its own' } as typeof Id),
    ...changeOf(kind),
  }
  routes.post(
    `${path}/lint`,
    {
      ...operation(kind, 'template.lint'),
      summary: `Mistakes in a ${noun}, with line and column`,
      description: 'Of a stored one, of one that is not stored yet, or of a stored one with changes.',
      readOnly: true,
      body: closedObject(looked, { examples: [{ id: 7 }] }),
      response: T.Array(Finding),
      example: [exampleFinding],
      errors: [404],
    },
    async ({ body, caller, signal, log }) =>
      kind.lint({ definition: await lookedAt(kind, body as { id?: number }, caller), caller, signal, log }),
  )
  routes.post(
    `${path}/preview`,
    {
      ...operation(kind, 'template.preview'),
      summary: `The commands of a ${noun}, without touching a device`,
      description:
        'With the stored answers of a device, or with variables that the body gives. An error of the ' +
        'template is in the part that has it.',
      readOnly: true,
      body: closedObject(
        { ...looked, params: T.Optional(freeObject('What a person filled in')), ...kind.preview.fields },
        { examples: [{ id: 7, params: {}, variables: { device: { name: 'sw-north' } } }] },
      ),
      response: Preview,
      example: {
        parts: [
          {
            part: 'template',
            lines: [{ text: 'interface Gi0/3', where: 'template', line: 1, column: 1 }],
            error: null,
          },
        ],
        variables: { device: { name: 'sw-north' } },
        findings: [exampleFinding],
      },
      errors: [404, 409, 422],
    },
    async ({ body, caller, signal, log }) => {
      const { params = {}, ...rest } = body as { id?: number; params?: Record<string, unknown> }
      const definition = await lookedAt(kind, rest, caller)
      return kind.preview.run({ definition, params, body: rest, caller, signal, log })
    },
  )
  routes.get(
    `${path}/helpers`,
    {
      ...operation(kind, 'helpers.list'),
      scope: 'all',
      summary: 'The helpers of templates, for editors',
      description: 'Each with its usage and an example that gives what it says.',
      response: T.Array(HelperDoc),
    },
    () => [...kind.helpers],
  )
}
