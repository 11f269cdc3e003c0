import { assert, suite } from '@linecard/test-kit'
import { checkDependencies } from '../dependencies.ts'
import { checkErrors } from '../errors.ts'
import { checkFaults } from '../faults.ts'
import { compareGenerated } from '../generated.ts'
import { packageAt, repositoryOf } from './invented.ts'

const test = suite('check: pages of docs/')

const kernel = packageAt('core/kernel', {
  manifest: { dependencies: { pino: '10.4.0', '@linecard/driver-kit': '0.1.0' } },
  files: { 'src/errors.ts': `raise('KERNEL_BROKEN')`, 'test/a.test.ts': `raise('KERNEL_TESTED')` },
})
const dependencyMessages = (page: string) =>
  checkDependencies(repositoryOf([kernel], { pages: { 'docs/dependencies.md': page } })).map(
    ({ message }) => message,
  )
const errorMessages = (page: string) =>
  checkErrors(repositoryOf([kernel], { pages: { 'docs/errors.md': page } })).map(({ message }) => message)

test('a library with its reason passes', () => assert.equal(dependencyMessages('| `pino` | logs |\n'), []))
test('a library without a reason fails', () => {
  assert.equal(dependencyMessages('| `ajv` | schemas |\n').length, 2)
  assert.match(dependencyMessages('')[0]!, /^pino is used/)
})
test('a reason without a library fails', () =>
  assert.match(
    dependencyMessages('| `pino` | logs |\n| `left-pad` | pads |\n')[0]!,
    /^left-pad is explained/,
  ))

test('a code that a source raises passes', () =>
  assert.equal(errorMessages('| `KERNEL_BROKEN` | 500 |\n'), []))
test('a code that no source raises fails', () => {
  assert.match(errorMessages('| `KERNEL_GONE` | 500 |\n')[0]!, /^KERNEL_GONE/)
  assert.match(errorMessages('| `KERNEL_TESTED` | 500 |\n')[0]!, /^KERNEL_TESTED/)
})

const faultMessages = (page: string, source = '') =>
  checkFaults(
    repositoryOf([packageAt('core/kernel', { files: { 'src/a.ts': source, 'test/a.test.ts': '' } })], {
      pages: { 'docs/faults.md': page },
      loose: { 'test/e2e/points.ts': '' },
    }),
  ).map(({ message }) => message)
test('cases with their tests, and sources that name them, pass', () =>
  assert.equal(
    faultMessages('| 7 | loss | `core/kernel/test`: a; `test/e2e`: points |\n', '// (fault 7)'),
    [],
  ))
test('a case whose test has gone, and a source with a case that is none, fail', () => {
  assert.equal(faultMessages('| 7 | loss | `core/kernel/test`: a, b; `test/f`: c |\n'), [
    'case 7: core/kernel/test/b is not there',
    'case 7: test/f/c is not there',
  ])
  assert.match(faultMessages('| 7 | loss | |\n', '// (fault 8)')[0]!, /^fault 8 is no case/)
})

test('a generated page is the committed one, or it fails', () => {
  assert.is(compareGenerated('docs/a.md', 'text', 'text'), null)
  assert.match(compareGenerated('docs/a.md', 'new', 'old')!.message, 'is not current')
  assert.match(compareGenerated('docs/a.md', 'new', null)!.message, 'is generated but not there')
})
