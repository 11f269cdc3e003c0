import { helpers } from '@linecard/template-kit'
import type { TemplateKind } from '@linecard/template-kit/control'
import { MacroDefinition } from '../definition.ts'
import { fail } from '../errors.ts'
import type { Macros } from '../setup.ts'
import { lint } from './lint.ts'
import { layout } from './layout.ts'
import { preview, previewFields } from './preview.ts'

export const empty: MacroDefinition = {
  description: '',
  roles: [],
  group_ids: [],
  vendors: [],
  models: [],
  display_for: ['Device'],
  display_output: 'all',
  on_error: 'stop',
  modules: [],
  parameters: [],
  template: '',
  blocks: {},
}

const example = {
  ...empty,
  name: 'Bounce a port',
  description: 'Off and on again after 5 seconds',
  display_for: ['Port'] satisfies MacroDefinition['display_for'],
  template: 'configure terminal\ninterface {{iface.name}}\nshutdown <sleep 5>\nno shutdown\nend\n',
}

/** Macros as a kind of template. */
export const macroKind = (macros: Macros): TemplateKind<MacroDefinition> => ({
  plugin: 'macros',
  tag: 'macros-control',
  path: '/component/macros-control',
  permission: 'macros_edit',
  noun: 'macro',
  schemaId: 'macros.Macro',
  definition: MacroDefinition,
  empty,
  example,
  layout,
  store: macros.store,
  helpers,
  portable: definition => ({ ...definition, roles: [] }),
  async assertGood({ roles }) {
    const unknown = await macros.ctx.use('people').unknownRoles(roles)
    if (unknown.length > 0) throw fail('MACROS_ROLE_UNKNOWN', { ids: unknown.slice(0, 5).join(', ') })
  },
  lint: ({ definition, caller, signal }) => lint(macros, definition, { userId: caller.userId, signal }),
  preview: { fields: previewFields, run: asked => preview(macros, asked) },
})
