import { assert, suite } from '@linecard/test-kit'
import { checkImports } from '../imports.ts'
import { packageAt, repositoryOf, type Invented } from './invented.ts'

const test = suite('check: imports')

const kernel = packageAt('core/kernel')
const equipment = packageAt('core/equipment')
const testKit = packageAt('core/test-kit')
const driverKit = packageAt('core/driver-kit')
const switches = packageAt('plugins/switches')
const all = [kernel, equipment, testKit, driverKit, switches]
const onAll = Object.fromEntries(all.map(pack => [pack.manifest.name, '0.1.0']))

/** What is said about one file of a package that declares all others as its dependencies. */
function messagesOf(folder: string, file: string, text: string, more: Invented = {}): string[] {
  const pack = packageAt(folder, {
    manifest: { dependencies: onAll },
    ...more,
    files: { ...more.files, [file]: text },
  })
  const others = all.filter(other => other.folder !== folder)
  return checkImports(repositoryOf([pack, ...others])).map(({ message }) => message)
}

const refused: readonly [name: string, folder: string, file: string, text: string, message: RegExp][] = [
  [
    'a lower package imports a higher one',
    'core/equipment',
    'src/a.ts',
    `import { boot } from '@linecard/kernel'`,
    /may not import @linecard\/kernel/,
  ],
  [
    'also for types only',
    'core/equipment',
    'src/a.ts',
    `import type { Boot } from '@linecard/kernel'`,
    /may not import/,
  ],
  [
    'also when it re-exports',
    'core/equipment',
    'src/a.ts',
    `export * from '@linecard/kernel'`,
    /may not import/,
  ],
  [
    'also with import()',
    'core/equipment',
    'src/a.ts',
    `const all = await import('@linecard/kernel')`,
    /may not import/,
  ],
  [
    'a driver imports the core',
    'drivers/acme',
    'src/a.ts',
    `import { call } from '@linecard/equipment'`,
    /may not import @linecard\/equipment/,
  ],
  [
    'a plugin imports a plugin that it does not require',
    'plugins/acme',
    'src/a.ts',
    `import x from '@linecard/plugin-switches'`,
    /may not import @linecard\/plugin-switches/,
  ],
  [
    'an import reaches into a package',
    'core/kernel',
    'src/a.ts',
    `import { x } from '@linecard/equipment/src/x.ts'`,
    /reaches into another package/,
  ],
  [
    'a relative import leaves the package',
    'core/kernel',
    'src/a.ts',
    `import { x } from '../../equipment/src/x.ts'`,
    /leaves the package: import another package by its name/,
  ],
  [
    'a relative import has no ending',
    'core/kernel',
    'src/a.ts',
    `import { x } from './x'`,
    /must end in \.ts/,
  ],
  [
    'a module of Node has no prefix',
    'core/kernel',
    'src/a.ts',
    `import { join } from 'path'`,
    /write node:path/,
  ],
  [
    'a library is not declared',
    'core/kernel',
    'src/a.ts',
    `import lodash from 'lodash'`,
    /"lodash" is imported but not in/,
  ],
  [
    'a source imports a test world',
    'core/kernel',
    'src/a.ts',
    `import { x } from '@linecard/test-kit/worlds/core'`,
    /is for tests/,
  ],
  [
    'a test imports the test of another package',
    'core/kernel',
    'test/a.test.ts',
    `import { x } from '../../equipment/test/world.ts'`,
    /what tests share lives in core\/test-kit\/worlds/,
  ],
  [
    'a test of a plugin imports the test of a core package',
    'plugins/acme',
    'test/a.test.ts',
    `import { x } from '../../../core/kernel/test/world.ts'`,
    /leaves the package/,
  ],
  [
    'a test imports the support of the tests outside the packages',
    'core/kernel',
    'test/a.test.ts',
    `import { x } from '../../../test/support/client.ts'`,
    /leaves the package/,
  ],
  [
    'a world imports the test of a package',
    'core/test-kit',
    'worlds/a.ts',
    `import { x } from '../../kernel/test/world.ts'`,
    /leaves the package/,
  ],
]
for (const [name, folder, file, text, message] of refused)
  test(`refused: ${name}`, () => {
    const messages = messagesOf(folder, file, text)
    assert.is(messages.length, 1, messages.join('\n'))
    assert.match(messages[0]!, message)
  })

const accepted: readonly [name: string, folder: string, file: string, text: string, more?: Invented][] = [
  [
    'a higher package imports a lower one',
    'core/kernel',
    'src/a.ts',
    `import { call } from '@linecard/equipment'`,
  ],
  ['a driver imports its kit', 'drivers/acme', 'src/a.ts', `import { table } from '@linecard/driver-kit'`],
  [
    'a plugin imports a plugin that it requires',
    'plugins/acme',
    'src/a.ts',
    `import x from '@linecard/plugin-switches'`,
    { files: { 'src/index.ts': `export default definePlugin({ requires: ['switches'] })` } },
  ],
  ['files of one package', 'core/kernel', 'src/a.ts', `import { x } from '../src/b.ts'`],
  ['a module of Node', 'core/kernel', 'src/a.ts', `import { join } from 'node:path'`],
  [
    'a test imports any package',
    'core/driver-kit',
    'test/a.test.ts',
    `import { boot } from '@linecard/kernel'`,
  ],
  [
    'a test imports a world',
    'plugins/acme',
    'test/a.test.ts',
    `import { x } from '@linecard/test-kit/worlds/core'`,
  ],
  ['a test imports what it tests', 'core/kernel', 'test/a.test.ts', `import { x } from '../src/x.ts'`],
  [
    'a world imports any package',
    'core/test-kit',
    'worlds/a.ts',
    `import switches from '@linecard/plugin-switches'`,
  ],
  [
    'a world uses the sources of a package',
    'core/test-kit',
    'worlds/a.ts',
    `import { x } from '../../kernel/src/x.ts'`,
  ],
]
for (const [name, folder, file, text, more] of accepted)
  test(`accepted: ${name}`, () => assert.equal(messagesOf(folder, file, text, more), []))

test('the sources of test-kit itself stay at the bottom', () =>
  assert.match(
    messagesOf('core/test-kit', 'src/a.ts', `import { boot } from '@linecard/kernel'`)[0]!,
    /may not import/,
  ))

test('tests outside the packages use worlds, not the tests of a package', () => {
  const world = {
    'test/e2e/a.test.ts': `import { x } from '@linecard/test-kit/worlds/core'\nimport { y } from '../support/y.ts'`,
  }
  assert.equal(checkImports(repositoryOf(all, { loose: world })), [])
  const foreign = { 'test/e2e/a.test.ts': `import { x } from '../../core/kernel/test/support/world.ts'` }
  const [finding] = checkImports(repositoryOf(all, { loose: foreign }))
  assert.is(finding?.file, 'test/e2e/a.test.ts')
  assert.match(finding!.message, /is a test of one package/)
})
