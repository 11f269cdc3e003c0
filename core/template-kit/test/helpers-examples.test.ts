import { equal } from 'node:assert/strict'
import { suite } from '@linecard/test-kit'
import { createRenderer, helpers } from '../src/index.ts'

const test = suite('helpers: examples')
const renderer = createRenderer({ timeMs: 5000 })
test.after(() => renderer.close())

for (const { name, example } of helpers)
  test(`the example of ${name} gives what its documentation says`, async () => {
    const { text } = await renderer.render({ text: example.template }, example.variables)
    equal(text, example.gives.trim())
  })
