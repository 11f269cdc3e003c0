import { assert, suite } from '@linecard/test-kit'
import { Type as T } from 'typebox'
import { definitionOf, fileOf, filesOf } from '../src/control/index.ts'

const test = suite('templates: folders')
const layout = { json: 'macro.json', texts: { template: 'template.hbs', replace: 'replace.hbs' } }
const schema = T.Object({
  description: T.String(),
  roles: T.Array(T.Integer()),
  parameters: T.Array(T.Object({ key: T.String(), name: T.String() })),
})
const definition = {
  template: 'a\r\nb\n',
  roles: [],
  replace: null,
  parameters: [{ name: 'Port', key: 'port' }],
  description: 'd',
  blocks: { b: 'two\n', a: '' },
}

test('files are the same for the same definition, and give it back', () => {
  const files = filesOf(layout, schema, 'one', definition)
  assert.equal(Object.keys(files), ['macro.json', 'template.hbs', 'blocks/a.hbs', 'blocks/b.hbs'])
  assert.equal(Object.keys(JSON.parse(files['macro.json']!) as object), [
    'name',
    'description',
    'roles',
    'parameters',
    'replace',
  ])
  assert.match(files['macro.json']!, /"key": "port",\n\s+"name": "Port"/)
  assert.equal(definitionOf(layout, files), { name: 'one', definition })
  assert.equal(filesOf(layout, schema, 'one', definitionOf(layout, files).definition), files)
})

test('what cannot be read is told with its file', () => {
  const failing = (files: Record<string, string>) => {
    try {
      definitionOf(layout, files)
      return ''
    } catch (error) {
      return (error as Error).message
    }
  }
  assert.is(failing({}), 'macro.json is missing')
  assert.match(failing({ 'macro.json': '{' }), /^macro\.json: /)
  assert.is(failing({ 'macro.json': '[]' }), 'macro.json must be an object')
  assert.is(failing({ 'macro.json': '{}' }), 'macro.json needs a "name"')
})

test('other files are left out, also those that only look like blocks', () => {
  const { definition: read } = definitionOf(layout, {
    'macro.json': '{"name":"x"}',
    'README.md': 'hello',
    'blocks/../secret.hbs': 'no',
    'blocks/UP.hbs': 'no',
    'blocks/up.hbs': 'yes',
  })
  assert.equal(read, { blocks: { up: 'yes' } })
})

test('a part of a template has its file', () => {
  assert.equal(
    ['template', 'block:up', 'parameter:vlan', 'replace'].map(where => fileOf(layout, where)),
    ['template.hbs', 'blocks/up.hbs', 'macro.json', 'replace.hbs'],
  )
})
