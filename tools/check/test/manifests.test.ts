import { assert, suite } from '@linecard/test-kit'
import { checkManifests } from '../manifests.ts'
import { packageAt, repositoryOf } from './invented.ts'
import type { Manifest } from '../../repository.ts'

const test = suite('check: manifests')
const messagesOf = (folder: string, manifest: Partial<Manifest>, rootManifest: Partial<Manifest> = {}) =>
  checkManifests(repositoryOf([packageAt(folder, { manifest })], { rootManifest })).map(
    ({ message }) => message,
  )

test('correct manifests pass', () => {
  const dependencies = { pino: '10.4.0', typebox: '1.4.3-beta.1' }
  assert.equal(messagesOf('core/kernel', { dependencies }, { devDependencies: { pino: '10.4.0' } }), [])
  assert.equal(messagesOf('drivers/acme', { peerDependencies: { '@linecard/driver-kit': '>=0.1.0' } }), [])
})
test('a range instead of a version fails', () => {
  for (const version of ['^10.4.0', '~10.4.0', '10', '*', 'latest'])
    assert.equal(messagesOf('core/kernel', { dependencies: { pino: version } }), [
      `pino is "${version}": pin the version exactly`,
    ])
})
test('two versions of one library fail', () => {
  const [message = ''] = messagesOf(
    'core/kernel',
    { dependencies: { pino: '10.4.0' } },
    { devDependencies: { pino: '10.4.1' } },
  )
  assert.is(message, 'pino is 10.4.1 here and 10.4.0 in core/kernel/package.json')
})
test('another license fails', () =>
  assert.equal(messagesOf('core/kernel', { license: 'MIT' }), ['license must be Apache-2.0']))
test('a driver or plugin with the wrong name fails', () => {
  assert.equal(messagesOf('drivers/acme', { name: 'acme' }), ['name must be @linecard/driver-acme'])
  assert.equal(messagesOf('plugins/acme', { name: 'acme' }), ['name must be @linecard/plugin-acme'])
})
test('a driver or plugin whose block "linecard" is missing or wrong fails', () => {
  assert.match(messagesOf('drivers/acme', { linecard: undefined })[0]!, 'needs "linecard"')
  assert.match(
    messagesOf('plugins/acme', { linecard: { kind: 'driver', id: 'acme', api: 1 } })[0]!,
    '"plugin"',
  )
  assert.match(
    messagesOf('plugins/acme', { linecard: { kind: 'plugin', id: 'other', api: 1 } })[0]!,
    '"acme"',
  )
})
test('a package of which npm would warn on an older Node fails', () =>
  assert.match(messagesOf('core/kernel', { engines: { node: '>=24' } })[0]!, /^has "engines"/))
test('a published package that says of another folder, or of none, that it comes from there fails', () => {
  const home = 'https://example.net/linecard'
  const other = { type: 'git', url: `git+${home}.git`, directory: 'core/system' }
  const [message = ''] = messagesOf('core/kernel', { repository: other })
  assert.match(message, /^"repository" must be .*"directory":"core\/kernel"/)
  assert.match(
    messagesOf('core/kernel', { homepage: home })[0]!,
    `"homepage" must be "${home}/tree/main/core/kernel"`,
  )
  assert.match(messagesOf('core/kernel', { bugs: undefined })[0]!, '"bugs" must be')
  assert.equal(messagesOf('core/kernel', { description: '' }), ['has no description'])
  assert.equal(messagesOf('examples/driver-acme', { private: true, bugs: undefined }), [])
})
test('D: a peer with one exact version fails', () => {
  for (const version of ['0.1.0', '^0.1.0', '*'])
    assert.match(
      messagesOf('drivers/acme', { peerDependencies: { '@linecard/driver-kit': version } })[0]!,
      'write a range such as >=0.1.0',
    )
})
test('a driver or plugin with a kit of its own fails', () => {
  const kit = { dependencies: { '@linecard/plugin-kit': '0.1.0' } }
  assert.match(messagesOf('plugins/acme', kit)[0]!, 'peer dependencies')
  const [message = ''] = messagesOf('drivers/acme', { dependencies: { '@linecard/driver-kit': '0.1.0' } })
  assert.match(message, 'peer dependencies')
})
