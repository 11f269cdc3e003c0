import { assert, suite } from '@linecard/test-kit'
import { storable } from '../src/logs/store.ts'

const test = suite('action log: texts that PostgreSQL refuses')

test('a NUL and half of a surrogate pair become their escapes, in names and values, at every depth', () => {
  const time = new Date()
  const row = { 'a\0b': ['c\0', { '\ud800': 'ok 😀', n: 1, none: null }], time }
  assert.equal(storable(row), { 'a\\u0000b': ['c\\u0000', { '\\ud800': 'ok 😀', n: 1, none: null }], time })
  assert.is(storable('\udc00\ud83d\ude00\ud800'), '\\udc00😀\\ud800')
})
