import { assert, suite } from '@linecard/test-kit'
import { checkSizes } from '../sizes.ts'
import { packageAt, repositoryOf } from './invented.ts'

const test = suite('check: sizes')
const lines = (count: number) => 'const a = 1\n'.repeat(count)
const findingsOf = (files: Record<string, string>, loose: Record<string, string> = {}) =>
  checkSizes(repositoryOf([packageAt('core/kernel', { files })], { loose }))

const columns = (width: number) => `const text = '${'x'.repeat(width - 15)}'`

test('a line of 110 columns passes, one of 111 fails', () => {
  assert.is(columns(110).length, 110)
  assert.equal(findingsOf({ 'src/a.ts': `${columns(110)}\n` }), [])
  assert.equal(findingsOf({ 'src/a.ts': `const a = 1\n${columns(111)}\n` }), [
    { file: 'core/kernel/src/a.ts', message: 'wider than 110 columns: line 2' },
  ])
})
test('a wide comment and a wide text fail; a wide regular expression passes', () => {
  assert.is(findingsOf({ 'src/a.ts': `// ${'x '.repeat(60)}\n` }).length, 1)
  assert.is(findingsOf({ 'src/a.ts': `/** ${'x '.repeat(60)} */\n` }).length, 1)
  assert.is(findingsOf({ 'src/a.ts': `const sql = \`select ${'x, '.repeat(60)}\`\n` }).length, 1)
  assert.equal(findingsOf({ 'src/a.ts': `const pattern =\n  /^${'x'.repeat(120)}$/i\n` }), [])
})
test('a file of 300 lines passes, one of 301 fails', () => {
  assert.equal(findingsOf({ 'src/a.ts': lines(300) }), [])
  assert.equal(findingsOf({ 'src/a.ts': lines(301) }), [
    { file: 'core/kernel/src/a.ts', message: '301 lines, 300 at most: it is more than one thing' },
  ])
})
test('files of tools/ are measured; tests, the folder test/ and generated files are not', () => {
  assert.is(findingsOf({}, { 'tools/a.ts': `${columns(111)}\n` }).length, 1)
  assert.equal(findingsOf({}, { 'test/bench/a.ts': `${columns(111)}\n` }), [])
  const free = { 'src/a.gen.ts': lines(301), 'test/a.test.ts': lines(301), 'test/world.ts': lines(301) }
  assert.equal(findingsOf(free, { 'test/e2e/a.test.ts': lines(301) }), [])
})
