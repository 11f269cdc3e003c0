import { Type as T } from 'typebox'
import type { Context, Routes, Settings } from '@linecard/plugin-kit'
import { configurationChange } from './bodies.ts'
import { confirmBy } from './proof.ts'
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
      scope: 'all',
      tag,
      summary: 'Settings of all components, with the source of each value',
      description:
        'By component: each setting with its value, default, title, bounds, and whether the database, ' +
        'the config file or the environment decides it. Secrets are `***`.',
      permission,
      response: T.Array(SectionView),
      tagged: true,
    },
    async () => {
      await settings().refresh()
      return sectionsOf(settings())
    },
  )

  routes.put(
    '/system/configuration',
    {
      operationId: 'system.configuration.update',
      scope: 'all',
      tag,
      summary: 'Changes settings, all or none',
      permission,
      description:
        'By component and key; what is not named stays. A change takes effect in all processes at once, ' +
        'except for settings that require a restart. One wrong value is 400, one that the environment ' +
        'decides 409; nothing is changed then. Settings with `grave` need every permission, no limit to ' +
        'device groups, a sign-in with login and password (not a key of a program or a trusted ' +
        'network), and the password in `current_password`; otherwise 403.',
      body: configurationChange(settings().sections()),
      response: T.Array(SectionView),
    },
    async ({ body, caller, ip, note }) => {
      const { current_password, current_pin, ...wanted } = body
      const confirm = confirmBy(ctx, { caller, ip }, { current_password, current_pin })
      const changes = await settings().update(wanted, caller, confirm)
      note(changes.length > 0 ? { meta: { changes } } : { changed: false })
      return sectionsOf(settings())
    },
  )
}
