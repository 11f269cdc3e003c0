import { Type as T } from 'typebox'
import { closedObject, type Context, type Routes } from '@linecard/plugin-kit'
import {
  ComponentDetail,
  ComponentExport,
  ComponentView,
  componentChange,
  componentImport,
} from './schemas.ts'
import { componentsOf } from './service.ts'

const tag = 'system-components'
const permission = 'system_configuration'
const params = closedObject({ key: T.String({ minLength: 1, maxLength: 100 }) })

export function componentRoutes(routes: Routes, ctx: Context): void {
  const components = componentsOf(ctx)
  const sections = ctx.use('settings').sections()

  routes.get(
    '/system-components',
    {
      operationId: 'system.components.list',
      tag,
      summary: 'Plugins and drivers, how they are, and their settings',
      permission,
      response: T.Array(ComponentView),
    },
    () => components.list(),
  )

  routes.get(
    '/system-components/:key',
    {
      operationId: 'system.component.get',
      tag,
      summary: 'One component, with the form of its settings',
      permission,
      params,
      response: ComponentDetail,
    },
    ({ params: { key } }) => components.detail(key),
  )

  routes.put(
    '/system-components/:key',
    {
      operationId: 'system.component.set',
      tag,
      summary: 'Switches a component on or off and changes its settings, without a restart',
      permission,
      params,
      body: componentChange(sections),
      response: ComponentDetail,
    },
    async ({ params: { key }, body, caller, note }) => {
      const { changes, switched } = await components.change(
        key,
        body as { enabled?: boolean; configuration?: Record<string, unknown> },
        caller,
      )
      note(
        changes.length > 0 || switched !== null
          ? { meta: { component: key, ...(switched === null ? {} : { enabled: switched }), changes } }
          : { changed: false },
      )
      return components.detail(key)
    },
  )

  routes.get(
    '/system-components/:key/export',
    {
      operationId: 'system.component.export',
      tag,
      summary: 'Settings of a component for another installation, without secrets',
      permission,
      params,
      response: ComponentExport,
    },
    ({ params: { key } }) => components.export(key),
  )

  routes.post(
    '/system-components/:key/import',
    {
      operationId: 'system.component.import',
      tag,
      summary: 'Takes over exported settings, all or nothing; secrets stay as they are',
      permission,
      params,
      body: componentImport(sections),
      response: ComponentDetail,
    },
    async ({ params: { key }, body, caller, note }) => {
      const changes = await components.import(
        key,
        body as { component: string; configuration: Record<string, unknown> },
        caller,
      )
      note({ meta: { component: key, changes } })
      return components.detail(key)
    },
  )
}
