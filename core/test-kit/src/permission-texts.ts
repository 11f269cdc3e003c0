import { equal } from 'uvu/assert'
import { suite } from './suite.ts'

/** What a plugin says of its permissions. */
interface Contents {
  id: string
  permissions?: Readonly<Record<string, unknown>> | undefined
  translations?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined
}

/** Tests that every permission of a plugin has its label and description in every language of the plugin. */
export function testPermissionTexts({ id, permissions = {}, translations = {} }: Contents): void {
  const test = suite(`${id}: its table of contents`)
  const keys = Object.keys(permissions).flatMap(key =>
    ['label', 'description'].map(part => `permission.${key}.${part}`),
  )
  for (const [language, texts] of Object.entries(translations))
    test(`every permission has its label and description in ${language}`, () =>
      equal(
        keys.filter(key => !texts[key]),
        [],
      ))
}
