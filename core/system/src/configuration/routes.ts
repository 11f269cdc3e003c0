import { Type as T } from 'typebox'
import type { Context, Routes, Settings } from '@linecard/plugin-kit'
import { configurationChange } from './bodies.ts'
import { SectionView } from './schemas.ts'

const tag = 'system'
const permission = 'system_configuration'

const sectionsOf = (settings: Settings) => settings.sections().filter(section => section.settings.length > 0)

export function configurationRoutes(routes: Routes, ctx: Context): void {
  const settings = () => ctx.use('settings')

  routes.get(
    '/system/configuration',
    {
      operationId: 'system.configuration.get',
      tag,
      summary: 'Settings of all components, with the source of each value',
      permission,
      response: T.Array(SectionView),
      tagged: true,
    },
    () => sectionsOf(settings()),
  )

  routes.put(
    '/system/configuration',
    {
      operationId: 'system.configuration.update',
      tag,
      summary: 'Changes settings, all or none',
      permission,
      description:
        'A change takes effect in all processes at once, except for keys that require a restart. ' +
        'If one value is invalid, or the environment decides it, nothing is changed.',
      body: configurationChange(settings().sections()),
      response: T.Array(SectionView),
    },
    async ({ body, caller, note }) => {
      const changes = await settings().update(body, caller)
      note(changes.length > 0 ? { meta: { changes } } : { changed: false })
      return sectionsOf(settings())
    },
  )
}
