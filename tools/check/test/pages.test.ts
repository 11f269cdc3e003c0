import { assert, suite } from '@linecard/test-kit'
import { checkDependencies } from '../dependencies.ts'
import { checkErrors } from '../errors.ts'
import { checkFaults } from '../faults.ts'
import { compareGenerated } from '../generated.ts'
import { checkPages } from '../pages.ts'
import { packageAt, repositoryOf } from './invented.ts'

const test = suite('check: pages')

const kernel = packageAt('core/kernel', {
  manifest: { dependencies: { pino: '10.4.0', '@linecard/driver-kit': '0.1.0' } },
  files: { 'src/errors.ts': `raise('KERNEL_BROKEN')`, 'test/a.test.ts': `raise('KERNEL_TESTED')` },
})
const dependencyMessages = (page: string) =>
  checkDependencies(repositoryOf([kernel], { pages: { 'docs/project/dependencies.md': page } })).map(
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
      pages: { 'docs/project/faults.md': page },
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

const words =
  '# A\n\n## Words\n\n| Not | Instead |\n|---|---|\n| simply, of course | leave it out |\n| etc\\. | name them |\n'
const pageMessages = (pages: Record<string, string>, files: Record<string, string> = {}) =>
  checkPages(
    repositoryOf([packageAt('core/kernel', { files })], { pages: { 'CONTRIBUTING.md': words, ...pages } }),
    path => path === 'core/kernel',
  ).map(({ file, message }) => `${file}: ${message}`)

test('links to pages, headings, folders and other hosts pass', () =>
  assert.equal(
    pageMessages({
      'README.md':
        '[a](docs/a.md#two-words) [b](#here) [c](core/kernel) [d](https://example.net/x)\n# Here\n',
      'docs/a.md': '# Two words!\n`[code](nowhere.md)`\n```ts\n[code](nowhere.md)\n```\n[up](../README.md)\n',
    }),
    [],
  ))
test('a link to a page or a heading that is not there fails, with the page that has it', () =>
  assert.equal(pageMessages({ 'README.md': '[a](docs/b.md)\n[b](#there)\n# Here\n' }), [
    'README.md: the link docs/b.md leads nowhere',
    'README.md: the link #there leads to no heading of README.md',
  ]))
test('a word of the list fails in pages and in texts of sources, and not in comments, code and the list', () => {
  const source = "// simply\n/** of course */\nconst a = 'Simply wrong'\nconst b = simplyNamed(1)\n"
  assert.equal(pageMessages({ 'docs/a.md': 'It is, of course.\n`simply`\n' }, { 'src/a.ts': source }), [
    'core/kernel/src/a.ts: "Simply": leave it out (in: const a = \'Simply wrong\')',
    'docs/a.md: "of course": leave it out (in: It is, of course.)',
  ])
  assert.equal(pageMessages({ 'docs/a.md': 'Cards, ports etc.\n' }), [
    'docs/a.md: "etc.": name them (in: Cards, ports etc.)',
  ])
  assert.match(pageMessages({ 'CONTRIBUTING.md': '# No list' })[0]!, 'has no table of words')
})

test('a block of commands that no test types and no comment explains fails; that of another page does not', () => {
  const page = '# A\n\n```sh\nrun it\n```\n'
  const excused = page.replace('```sh', '<!-- Not typed by a test: it needs a ship -->\n```sh')
  const messagesFor = (pages: Record<string, string>, loose: Record<string, string> = {}) =>
    checkPages(repositoryOf([], { pages: { 'CONTRIBUTING.md': words, ...pages }, loose })).map(
      ({ file, message }) => `${file}: ${message}`,
    )
  assert.match(messagesFor({ 'docs/a.md': page }).join(), /^docs\/a\.md: line 3: let a test type this block/)
  assert.equal(messagesFor({ 'docs/a.md': excused, 'docs/project/b.md': page, 'core/c/README.md': page }), [])
  const typed = { 'test/e2e/a.test.ts': "const guide = 'docs/a.md'" }
  assert.equal(messagesFor({ 'docs/a.md': page }, typed), [])
  assert.is(messagesFor({ 'docs/a.md': page }, { 'tools/a.ts': "'docs/a.md'" }).length, 1)
})
