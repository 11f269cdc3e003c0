import { assert, suite } from '@linecard/test-kit'
import plugin from '../src/index.ts'

const test = suite('onts-registration: its table of contents')

test('every permission has its label and description in every language', () => {
  const keys = Object.keys(plugin.permissions ?? {}).flatMap(key =>
    ['label', 'description'].map(part => `permission.${key}.${part}`),
  )
  for (const [language, texts] of Object.entries(plugin.translations ?? {}))
    assert.equal(
      keys.filter(key => !texts[key]),
      [],
      language,
    )
})
