import { lintTemplate } from '../../../core/template-kit/src/lint/index.ts'
import { assert, suite } from '@linecard/test-kit'
import { VariablesSchema, partsOf } from '../../../plugins/onts-registration/src/control/kind.ts'
import { examples } from './folders.ts'

const test = suite('examples of registrations: lint')

test('no example has a mistake: in its templates, checks, parameters and constructs', () => {
  const all = examples()
  assert.ok(all.length > 0)
  for (const { folder, definition } of all)
    for (const { parameters } of definition.forms) {
      const parts = partsOf(definition)
      assert.ok(Object.keys(parts).length > 2, `${folder} has no checks`)
      const findings = lintTemplate({
        parts,
        blocks: definition.blocks,
        parameters,
        variables: VariablesSchema,
        constructs: true,
      })
      assert.equal(findings, [], folder)
    }
})
