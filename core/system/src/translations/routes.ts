import { Type as T } from 'typebox'
import { closedObject, type Context, type Routes } from '@linecard/plugin-kit'
import { languages, textsIn } from './index.ts'

export const Translations = T.Record(T.String(), T.String(), {
  $id: 'system.Translations',
  description:
    'Texts by key: `permission.<key>.label`, `permission.<key>.description`, `group.<group>`, ' +
    '`setting.<component>.<key>.title` and `.hint`, `error.<CODE>`',
  examples: [{ 'permission.device_show.label': 'Show devices', 'error.NOT_FOUND': 'There is no {what}' }],
})

export function translationRoutes(routes: Routes, ctx: Context): void {
  routes.get(
    '/system/translations/:lang',
    {
      operationId: 'system.translations',
      scope: 'all',
      tag: 'system',
      summary: 'Labels of permissions and settings, and messages of errors, in one language',
      description: 'Texts by key, for a panel in this language. A text without a translation is in English.',
      permission: 'signed-in',
      params: closedObject({ lang: T.Enum([...languages], { description: 'Language of the texts' }) }),
      response: Translations,
    },
    ({ params: { lang } }) => textsIn(lang, ctx.use('installation').texts()),
  )
}
