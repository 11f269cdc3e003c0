import { Type as T } from 'typebox'
import type { Context, Routes, SettingChanges, Settings } from '@linecard/plugin-kit'
import { changesOf, SectionView } from './schemas.ts'

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
      summary: 'Settings of every component, and where their values come from',
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
      summary: 'Changes settings, all or nothing',
      permission,
      description:
        'Holds for every process at once, but for keys that require a restart. One value that does not fit, or that the environment decides, and nothing is changed.',
      body: changesOf(settings().sections()),
      response: T.Array(SectionView),
    },
    async ({ body, caller, note }) => {
      const changes = await settings().update(body as SettingChanges, caller)
      note(changes.length > 0 ? { meta: { changes } } : { changed: false })
      return sectionsOf(settings())
    },
  )
}
