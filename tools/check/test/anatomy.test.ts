import { assert, suite } from '@linecard/test-kit'
import { checkAnatomy } from '../anatomy.ts'
import { packageAt, repositoryOf, type Invented } from './invented.ts'

const test = suite('check: anatomy')
const messagesOf = (folder: string, more: Invented): string[] =>
  checkAnatomy(repositoryOf([packageAt(folder, more)])).map(({ message }) => message)

const plugin = {
  'src/index.ts': `import { routes } from './routes.ts'\nexport default definePlugin({ id: 'acme', routes })`,
  'src/routes.ts': '',
  'test/acme.test.ts': '',
}
const driver = { 'src/index.ts': `export default defineDriver({ id: 'acme' })`, 'test/driver.test.ts': '' }
const driverFiles = ['NOTES.md', 'recordings/acme_g16/1.0/device.json']

test('a whole plugin passes', () =>
  assert.equal(messagesOf('plugins/acme', { files: plugin, others: ['README.md'] }), []))
test('a plugin without README or tests fails', () => {
  const { 'test/acme.test.ts': _, ...files } = plugin
  assert.equal(messagesOf('plugins/acme', { files }), ['a plugin needs README.md', 'a plugin needs test'])
})
test('a plugin with routes in another place fails', () => {
  const { 'src/routes.ts': _, ...files } = plugin
  assert.equal(messagesOf('plugins/acme', { files, others: ['README.md'] }), ['routes live in src/routes.ts'])
})
test('a plugin whose index is not one definePlugin fails', () => {
  const files = { ...plugin, 'src/index.ts': 'export const routes = []' }
  const [message = ''] = messagesOf('plugins/acme', { files, others: ['README.md'] })
  assert.match(message, 'must be one `export default definePlugin({...})`')
})

test('a whole driver passes', () =>
  assert.equal(messagesOf('drivers/acme', { files: driver, others: driverFiles }), []))
test('a driver without notes, recordings or tests fails', () =>
  assert.equal(messagesOf('drivers/acme', { files: { 'src/index.ts': driver['src/index.ts'] } }), [
    'a driver needs NOTES.md',
    'a driver needs recordings',
    'a driver needs test/driver.test.ts',
  ]))
test('a driver whose index is not one defineDriver fails', () => {
  const files = { ...driver, 'src/index.ts': 'export const models = []' }
  const [message = ''] = messagesOf('drivers/acme', { files, others: driverFiles })
  assert.match(message, 'must be one `export default defineDriver({...})`')
})
test('a driver with a socket fails', () => {
  const files = { ...driver, 'src/cli.ts': `import { connect } from 'node:net'` }
  assert.equal(messagesOf('drivers/acme', { files, others: driverFiles }), [
    'a driver owns no sockets and starts no programs',
  ])
})
