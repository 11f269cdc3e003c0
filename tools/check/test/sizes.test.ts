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
  assert.is(findingsOf({ 'src/a.ts': `const sql = \`select ${'x, '.repeat(60)}\`\n` }).length, 1)
  assert.equal(findingsOf({ 'src/a.ts': `const pattern =\n  /^${'x'.repeat(120)}$/i\n` }), [])
})
test('a file of 250 lines passes, one of 251 fails', () => {
  assert.equal(findingsOf({ ...small, 'src/a.ts': lines(250) }), [])
  const [finding] = findingsOf({ ...small, 'src/a.ts': lines(251) })
  assert.is(finding?.file, 'core/kernel/src/a.ts')
  assert.match(finding!.message, '251 lines, 250 at most')
})
test('5 of 100 files may exceed 150 lines, a sixth fails', () => {
  const long = (count: number) => [
    ...Array.from({ length: count }, (_, n) => [`src/long-${n}.ts`, lines(151)] as const),
    ...Array.from({ length: 100 - count }, (_, n) => [`src/short-${n}.ts`, lines(150)] as const),
  ]
  assert.equal(findingsOf(Object.fromEntries(long(5))), [])
  const findings = findingsOf(Object.fromEntries(long(6)))
  assert.is(findings.length, 1)
  assert.match(findings[0]!.message, '6 of 100 files exceed 150, 5 may')
})
test('files of tools/ are measured; tests, the folder test/ and generated files are not', () => {
  assert.is(findingsOf({}, { 'tools/a.ts': `${columns(111)}\n` }).length, 1)
  assert.equal(findingsOf({}, { 'test/bench/a.ts': `${columns(111)}\n` }), [])
  const free = { 'src/a.gen.ts': lines(300), 'test/a.test.ts': lines(300), 'test/world.ts': lines(300) }
  assert.equal(findingsOf(free, { 'test/e2e/a.test.ts': lines(300) }), [])
})
