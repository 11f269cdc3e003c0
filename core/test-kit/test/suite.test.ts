import { spawnSync } from 'node:child_process'
import { assert, suite } from '@linecard/test-kit'

/** Runs a test file given as text, in the root of the repository. Returns its exit code and output. */
function runText(body: string) {
  const source = `import { suite } from '@linecard/test-kit'\n${body}`
  return spawnSync(process.execPath, ['--conditions=source', '--input-type=module', '-e', source], {
    encoding: 'utf8',
    timeout: 20_000,
  })
}

const test = suite('test-kit')

test('a file without tests fails', () => {
  assert.is.not(runText(`suite('empty')`).status, 0)
})
test('a before that throws fails every test', () => {
  const { status, stdout } = runText(
    `const t = suite('x'); t.before(() => { throw new Error('no server') }); t('a', () => {})`,
  )
  assert.is(status, 1)
  assert.match(stdout, 'no server')
})
test('a before that throws a list of details, or nothing, fails every test too', () => {
  for (const thrown of [`Object.assign(new Error('no server'), { details: [{}] })`, 'undefined']) {
    const { status, stdout } = runText(
      `const t = suite('x'); t.before(() => { throw ${thrown} }); t('a', () => {})`,
    )
    assert.is(status, 1, thrown)
    assert.match(stdout, /no server|undefined was thrown/)
  }
})
test('a test that never settles is ended', () => {
  const { status, stdout } = runText(
    `const t = suite('x', { timeoutMs: 50 }); t('hangs', () => new Promise(() => {}))`,
  )
  assert.is(status, 1)
  assert.match(stdout, 'no result after 50 ms')
})
test('an error with a list of details, and what is no error, are printed, and the next test runs', () => {
  const { status, stdout } = runText(
    `const t = suite('x')
     t('a', () => { throw Object.assign(new Error('it is refused'), { details: [{ path: '/name' }] }) })
     t('b', () => { throw undefined })
     t('c', () => console.log('c runs'))`,
  )
  assert.is(status, 1)
  for (const text of ['it is refused', '/name', 'undefined was thrown', 'c runs']) assert.match(stdout, text)
})
test('two tests with the same name are refused', () => {
  assert.is.not(runText(`const t = suite('x'); t('a', () => {}); t('a', () => {})`).status, 0)
})
test('a passing file passes', () => {
  assert.is(runText(`const t = suite('x'); t('a', () => {})`).status, 0)
})
test('a test that is declared after a top-level await is refused', () => {
  const { status, stderr } = runText(
    `const t = suite('x'); t('a', () => {}); await 0; await 0; t('b', () => {})`,
  )
  assert.is.not(status, 0)
  assert.match(stderr, 'declared after the suite began')
})
test('a file that skips all its cases with a reason passes', () => {
  const { status, stdout } = runText(`suite('x').skip('a', 'no device')`)
  assert.is(status, 0)
  assert.match(stdout, 'SKIPPED x: a (no device)')
})
