import { Type as T } from 'typebox'
import type { Context, Routes } from '@linecard/plugin-kit'
import { ComponentParams, componentChange, componentImport } from './bodies.ts'
import { ComponentDetail, ComponentExport, ComponentView } from './schemas.ts'
import {
  changeComponent,
  componentDetail,
  exportComponent,
  importComponent,
  listComponents,
} from './store.ts'

const tag = 'system-components'
const permission = 'system_configuration'
const params = ComponentParams

export function componentReads(routes: Routes, ctx: Context): void {
  routes.get(
    '/system-components',
    {
      operationId: 'system.components.list',
      scope: 'all',
      tag,
      summary: 'Plugins and drivers with their state and settings',
      description:
        'Every plugin and driver that is installed, with `state`, and with the reason where it is not ' +
        'running. Values of secrets are `***`.',
      permission,
      response: T.Array(ComponentView),
    },
    () => listComponents(ctx),
  )

  routes.get(
    '/system-components/:key',
    {
      operationId: 'system.component.get',
      scope: 'all',
      tag,
      summary: 'One component with the form of its settings',
      description: 'As in the list, and the schema of its settings, for a form.',
      permission,
      params,
      response: ComponentDetail,
    },
    async ({ params: { key } }) => {
      await ctx.use('settings').refresh()
      return componentDetail(ctx, key)
    },
  )
}

export function componentChanges(routes: Routes, ctx: Context): void {
  routes.put(
    '/system-components/:key',
    {
      operationId: 'system.component.set',
      scope: 'all',
      tag,
      summary: 'Switches a component on or off and changes its settings, without a restart',
      description:
        'Takes effect in all processes at once. A component that others need cannot be switched off, ' +
        'and one that needs others not on: 409 with their names. Core components are always on. ' +
        'Settings are checked all together: one wrong value is 400 and nothing changes. Switching needs ' +
        'every permission and no limit to device groups; settings with `grave` need the password of the ' +
        'caller too, as in PUT /system/configuration.',
      permission,
      params,
      body: componentChange(ctx.use('settings').sections()),
      response: ComponentDetail,
    },
    async ({ params: { key }, body, caller, ip, note }) => {
      const { changes, switched } = await changeComponent(ctx, key, body, { caller, ip })
      note(
        changes.length > 0 || switched !== null
          ? { meta: { component: key, ...(switched === null ? {} : { enabled: switched }), changes } }
          : { changed: false },
      )
      return componentDetail(ctx, key)
    },
  )
}

/** Settings of a component, from one installation to another. */
export function componentTransfers(routes: Routes, ctx: Context): void {
  routes.get(
    '/system-components/:key/export',
    {
      operationId: 'system.component.export',
      scope: 'all',
      tag,
      summary: 'Settings of a component for another installation, without secrets',
      description:
        'Values of all settings that can be changed here. Secrets are left out and have to be entered ' +
        'again.',
      permission,
      params,
      response: ComponentExport,
    },
    ({ params: { key } }) => exportComponent(ctx, key),
  )

  routes.post(
    '/system-components/:key/import',
    {
      operationId: 'system.component.import',
      scope: 'all',
      tag,
      summary: 'Imports exported settings, all or none; secrets do not change',
      description:
        'Takes the answer of the export. One wrong value is 400 and nothing changes; a setting that the ' +
        'config file or the environment decides is 409.',
      permission,
      params,
      body: componentImport(ctx.use('settings').sections()),
      response: ComponentDetail,
    },
    async ({ params: { key }, body, caller, ip, note }) => {
      const changes = await importComponent(ctx, key, body, { caller, ip })
      note({ meta: { component: key, changes } })
      return componentDetail(ctx, key)
    },
  )
}
