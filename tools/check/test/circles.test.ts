import { assert, suite } from '@linecard/test-kit'
import { checkCircles } from '../circles.ts'
import { packageAt, repositoryOf } from './invented.ts'

const test = suite('check: circles')
type Files = Record<string, string>
const findingsOf = (files: Files, loose: Files = {}) =>
  checkCircles(repositoryOf([packageAt('core/kernel', { files })], { loose }))

test('files that import downwards pass', () =>
  assert.equal(
    findingsOf({
      'src/index.ts': `export * from './a.ts'\nimport { b } from './b.ts'`,
      'src/a.ts': `import { b } from './b.ts'\nimport { join } from 'node:path'`,
      'src/b.ts': '',
    }),
    [],
  ))
test('two files that import each other fail, also if one import is for types only', () => {
  const [files] = findingsOf({
    'src/a.ts': `import { b } from './b.ts'`,
    'src/b.ts': `import type { A } from './a.ts'`,
  })
  assert.is(files?.file, 'core/kernel/src/a.ts')
  assert.match(files!.message, 'core/kernel/src/a.ts, core/kernel/src/b.ts')
})
test('a circle of three files in three folders fails, through a re-export and import()', () => {
  const [circle] = findingsOf({
    'src/a/a.ts': `export { b } from '../b/b.ts'`,
    'src/b/b.ts': `const c = await import('../c/c.ts')`,
    'src/c/c.ts': `import { a } from '../a/a.ts'`,
  })
  assert.match(circle!.message, 'core/kernel/src/a/a.ts, core/kernel/src/b/b.ts, core/kernel/src/c/c.ts')
})
test('rooms that use each other fail, without a circle of files', () => {
  const findings = findingsOf({
    'src/http/app.ts': `import { job } from '../jobs/job.ts'`,
    'src/http/reply.ts': '',
    'src/jobs/job.ts': '',
    'src/jobs/report.ts': `import { reply } from '../http/reply.ts'`,
  })
  assert.is(findings.length, 1)
  assert.is(findings[0]!.file, 'core/kernel/src')
  assert.match(findings[0]!.message, 'no floor order between core/kernel/src/http/, core/kernel/src/jobs/')
  assert.match(findings[0]!.message, 'core/kernel/src/jobs/report.ts → core/kernel/src/http/reply.ts')
})
test('a file and a folder beside it that use each other fail', () => {
  const [finding] = findingsOf({
    'src/inventory.ts': `import { read } from './import/read.ts'`,
    'src/import/read.ts': '',
    'src/import/write.ts': `import { inventory } from '../inventory.ts'`,
  })
  assert.match(
    finding!.message,
    'no floor order between core/kernel/src/import/, core/kernel/src/inventory.ts',
  )
})
test('files of test/ and tools/ are held to the same', () => {
  const loose = { 'tools/a.ts': `import { b } from './b.ts'`, 'tools/b.ts': `import { a } from './a.ts'` }
  assert.match(findingsOf({}, loose)[0]!.message, 'tools/a.ts, tools/b.ts')
  const rooms = {
    'test/bench/a.ts': `import { x } from '../support/x.ts'`,
    'test/bench/b.ts': '',
    'test/support/x.ts': '',
    'test/support/y.ts': `import { b } from '../bench/b.ts'`,
  }
  assert.match(findingsOf({}, rooms)[0]!.message, 'no floor order between test/bench/, test/support/')
})
test('tests of a package may import what imports them in no way', () =>
  assert.equal(findingsOf({ 'src/a.ts': '', 'test/a.test.ts': `import { a } from '../src/a.ts'` }), []))
