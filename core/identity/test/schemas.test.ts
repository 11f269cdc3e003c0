import { Value } from 'typebox/value'
import { assert, suite } from '@linecard/test-kit'
import { schemas } from '../src/schemas.ts'

const test = suite('identity: examples of the document')

for (const schema of schemas.filter(one => 'examples' in one)) {
  test(`${(schema as { $id?: string }).$id} fits its schema`, () => {
    for (const example of (schema as { examples: unknown[] }).examples)
      assert.equal([...Value.Errors(schema, example)], [])
  })
}
