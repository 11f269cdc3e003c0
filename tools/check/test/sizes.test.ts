import { assert, suite } from '@linecard/test-kit'
import { checkSizes } from '../sizes.ts'
import { packageAt, repositoryOf } from './invented.ts'

const test = suite('check: sizes')
const lines = (count: number) => 'const a = 1\n'.repeat(count)
const findingsOf = (files: Record<string, string>, loose: Record<string, string> = {}) =>
  checkSizes(repositoryOf([packageAt('core/kernel', { files })], { loose }))
/** Small files, so that one larger file is below the 5 % of files that may exceed 150 lines. */
const small = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`src/small-${n}.ts`, lines(1)]))

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
test('a file of 250 lines passes, one of 251 fails', () => {
  assert.equal(findingsOf({ ...small, 'src/a.ts': lines(250) }), [])
  const [finding] = findingsOf({ ...small, 'src/a.ts': lines(251) })
  assert.is(finding?.file, 'core/kernel/src/a.ts')
  assert.match(finding!.message, '251 lines, 250 at most')
})
/** This number of files, of which the first `long` have 151 lines and the others 150. */
const filesWith = (count: number, long: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`src/${n}.ts`, lines(n < long ? 151 : 150)]))

test('5 of 100 files may exceed 150 lines, a sixth fails', () => {
  assert.equal(findingsOf(filesWith(100, 5)), [])
  // The longest of them is named.
  assert.equal(findingsOf({ ...filesWith(99, 5), 'src/longest.ts': lines(152) }), [
    { file: 'core/kernel/src/longest.ts', message: '152 lines: 6 of 100 files exceed 150, 5 may' },
  ])
})
test('the share is rounded down: 2 of 59 files may exceed 150 lines, a third fails', () => {
  assert.equal(findingsOf(filesWith(59, 2)), [])
  assert.is(findingsOf(filesWith(59, 3)).length, 1)
})
test('files of tools/ are measured; tests, the folder test/ and generated files are not', () => {
  assert.is(findingsOf({}, { 'tools/a.ts': `${columns(111)}\n` }).length, 1)
  assert.equal(findingsOf({}, { 'test/bench/a.ts': `${columns(111)}\n` }), [])
  const free = { 'src/a.gen.ts': lines(300), 'test/a.test.ts': lines(300), 'test/world.ts': lines(300) }
  assert.equal(findingsOf(free, { 'test/e2e/a.test.ts': lines(300) }), [])
})
