import { closedObject, definePlugin, type Context } from '@linecard/plugin-kit'
import { Type as T } from 'typebox'
import {
  controlRoutes,
  createStore,
  GroupIds,
  templateErrors,
  templateGroups,
  templateTables,
} from '../src/control/index.ts'

interface Note {
  description: string
  group_ids: number[]
  roles: number[]
  template: string
  blocks: Record<string, string>
}

const definition = closedObject({
  description: T.String({ default: '' }),
  group_ids: GroupIds,
  roles: T.Array(T.Integer()),
  template: T.String(),
  blocks: T.Record(T.String(), T.String()),
})

/** A plugin with a kind of template that finds the word `wrong`, and previews the lines as they are. */
export const notes = definePlugin({
  id: 'notes',
  api: 1,
  requires: ['identity', 'inventory'],
  permissions: { notes_edit: { group: 'Notes', label: 'Write', description: 'Write notes' } },
  errors: templateErrors,
  migrations: [templateTables('notes'), templateGroups('notes', '0002_groups')],
  setup: (ctx: Context) => ({ store: createStore<Note>(ctx, 'notes') }),
  routes: (routes, { store }) =>
    controlRoutes<Note>(routes, {
      plugin: 'notes',
      tag: 'notes',
      path: '/component/notes-control',
      permission: 'notes_edit',
      noun: 'note',
      schemaId: 'notes.Note',
      definition,
      empty: { description: '', group_ids: [], roles: [], template: '', blocks: {} },
      example: {
        name: 'Greeting',
        description: '',
        group_ids: [],
        roles: [],
        template: 'show clock',
        blocks: {},
      },
      layout: { json: 'note.json', texts: { template: 'template.hbs' } },
      store,
      helpers: [],
      portable: note => ({ ...note, roles: [] }),
      lint: async ({ definition: { template } }) =>
        template.includes('wrong')
          ? [
              {
                severity: 'error',
                code: 'WORD_WRONG',
                message: 'the word is wrong',
                hint: 'leave it out',
                where: 'template',
                line: 1,
                column: template.indexOf('wrong') + 1,
              },
            ]
          : [],
      preview: {
        fields: {},
        run: async ({ definition: { template }, params }) => ({
          parts: [
            {
              part: 'template',
              lines: template
                .split('\n')
                .map((text, at) => ({ text, where: 'template', line: at + 1, column: 1 })),
              error: null,
            },
          ],
          variables: { params },
          findings: [],
        }),
      },
    }),
})
