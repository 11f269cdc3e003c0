import { parse } from 'yaml'
import { assert, suite } from '@linecard/test-kit'
import { yamlOf } from '../src/http/document/yaml.ts'

const test = suite('YAML of the document')

test('it reads as the same document, with texts of several lines and members of any name', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 50 }, (_, n) => [
      `/path/${n}/{id}: x`,
      { get: { list: [1, 'a\n\nb  \n c'], none: null } },
    ]),
  )
  const document = {
    openapi: '3.1.0',
    info: { description: '# no comment\n\nsecond', empty: {}, list: [] },
    components: { schemas: many, headers: { 'X-A': { true: 'no', '1': ' x' } } },
    paths: many,
  }
  assert.equal(parse(await yamlOf(document)), document)
})
