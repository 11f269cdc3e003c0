import { assert, suite } from '@linecard/test-kit'
import { checkDependencies } from '../dependencies.ts'
import { checkErrors } from '../errors.ts'
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

test('a generated page is the committed one, or it fails', () => {
  assert.is(compareGenerated('docs/a.md', 'text', 'text'), null)
  assert.match(compareGenerated('docs/a.md', 'new', 'old')!.message, 'is not current')
  assert.match(compareGenerated('docs/a.md', 'new', null)!.message, 'is generated but not there')
})
